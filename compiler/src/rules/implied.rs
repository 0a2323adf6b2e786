//! The binding that is implied where none is declared.

use assize_schemas::{Binding, BindingName, CheckRef, DEFAULT_BINDING, Quorum};

/// The implied binding over `lanes`.
pub(crate) fn implied_binding(lanes: Vec<CheckRef>) -> Option<Binding> {
    let name = BindingName::parse(DEFAULT_BINDING).ok()?;
    Some(Binding { name, on: None, prepare: Vec::new(), checks: lanes, quorum: Quorum::default() })
}
