//! What can be asked, for help and completions.

use super::operation::OPERATIONS;

/// All operations in the order of the table: the name of each, and what it answers in a few words.
pub(crate) fn operations() -> impl Iterator<Item = (&'static str, &'static str)> {
    OPERATIONS.iter().map(|operation| (operation.name, operation.about))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_operation_has_a_name_of_its_own_and_one_short_line() {
        let names: HashSet<_> = operations().map(|(name, _)| name).collect();
        assert_eq!(names.len(), operations().count());
        for (name, about) in operations() {
            assert!(
                (1..=72).contains(&about.len()) && !about.contains('\n') && !about.ends_with('.'),
                "{name}: {about}"
            );
        }
    }
}
