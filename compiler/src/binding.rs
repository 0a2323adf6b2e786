//! Which binding runs (AIP-62, "Bindings").

use assize_schemas::{Binding, DEFAULT_BINDING, Manifest};
use thiserror::Error;

use crate::problem::{Nearest, quote};

/// Why no binding was picked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BindingError {
    /// The manifest has no binding of that name.
    #[error("there is no binding {}; the bindings are {}{}", quote(.name), listed(.available), suggestion(.nearest.as_deref()))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The declared bindings in declared order.
        available: Vec<String>,
        /// The one that was probably meant.
        nearest: Option<String>,
    },
    /// No binding was named, there are several, and none is called `default`.
    #[error("name a binding: there are {}, and none of them is called `{DEFAULT_BINDING}`", listed(.available))]
    Ambiguous {
        /// The declared bindings in declared order.
        available: Vec<String>,
    },
}

impl BindingError {
    /// The stable text form, in kebab case.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "unknown-binding",
            Self::Ambiguous { .. } => "ambiguous-binding",
        }
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// Picks the binding to run: the named one; else the only one; else the one called `default`.
///
/// # Errors
///
/// [`BindingError`], which lists the declared bindings in declared order.
pub fn resolve_binding<'m>(manifest: &'m Manifest, name: Option<&str>) -> Result<&'m Binding, BindingError> {
    let bindings = &manifest.bindings;
    let available = || bindings.keys().map(ToString::to_string).collect::<Vec<_>>();
    if let Some(name) = name {
        return bindings.get(name).ok_or_else(|| BindingError::Unknown {
            name: name.to_owned(),
            available: available(),
            nearest: Nearest::default().find(name, bindings.keys().map(AsRef::as_ref)).map(str::to_owned),
        });
    }
    let only = if bindings.len() == 1 { bindings.values().next() } else { None };
    only.or_else(|| bindings.get(DEFAULT_BINDING)).ok_or_else(|| BindingError::Ambiguous { available: available() })
}
