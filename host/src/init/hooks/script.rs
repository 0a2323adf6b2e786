//! What is written into one of git's hooks.

/// The first line of a block.
pub(super) const BEGIN: &str = "# >>> assize >>>";
/// The last line of a block.
pub(super) const END: &str = "# <<< assize <<<";

/// What is written into one of git's hooks. Every text ends with an end of line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::init) struct HookScript {
    /// The hook's name.
    pub(super) name: &'static str,
    /// What a hook that does the same calls.
    pub(super) calls: &'static [&'static str],
    /// A hook that holds nothing else.
    pub(super) whole: String,
    /// The block, marks included, that goes right after the first line of a hook that holds more.
    pub(super) block: String,
    /// The block for a person to put into a hook.
    pub(super) by_hand: String,
    /// Where a person puts it, and tools' lines: "first" or "last".
    pub(super) place: &'static str,
    /// Whether a block that is there belongs to the person, and stays as it is.
    pub(super) is_kept: bool,
    /// What is told when a hook holds more.
    pub(super) chained: &'static str,
    /// What is told when a hook was made.
    pub(super) made: Option<&'static str>,
    /// The bare calls, for hooks that a tool keeps.
    pub(super) lines: String,
    /// The settings of lefthook.
    pub(super) lefthook: String,
}
