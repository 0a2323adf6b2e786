//! The node kinds a host offers.

use std::{collections::HashMap, fmt};

use thiserror::Error;

use crate::NodeKind;

/// The node kinds a host offers, by name.
#[derive(Default)]
pub struct Registry {
    kinds: HashMap<String, Box<dyn NodeKind>>,
}

/// A second node kind of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a node kind called `{name}` is already registered")]
pub struct DuplicateNodeKind {
    /// The name.
    pub name: String,
}

impl Registry {
    /// A registry that offers nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Offers a node kind under its name.
    ///
    /// # Errors
    /// When the name is taken; the kind that has it stays.
    pub fn register(&mut self, kind: impl NodeKind + 'static) -> Result<&mut Self, DuplicateNodeKind> {
        let name = kind.name().to_owned();
        if self.kinds.contains_key(&name) {
            return Err(DuplicateNodeKind { name });
        }
        self.kinds.insert(name, Box::new(kind));
        Ok(self)
    }

    /// The kind of this name.
    pub fn get(&self, name: &str) -> Option<&dyn NodeKind> {
        self.kinds.get(name).map(|kind| &**kind)
    }

    /// All names, sorted.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.kinds.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("kinds", &self.names()).finish()
    }
}
