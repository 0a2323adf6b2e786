//! What can be asked, for help and completions.

use super::operation::OPERATIONS;

/// The names of all operations, in the order of the table.
pub(crate) fn operation_names() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().map(|operation| operation.name)
}
