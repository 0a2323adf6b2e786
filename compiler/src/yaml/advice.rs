//! What helps against text that is no YAML.

use serde_saphyr::granit_parser::ErrorKind;

const QUOTES: &str = "a text that holds `: ` or ` #`, or begins with one of `{[*&!|>%@\"'` or a backtick, needs quotes";
const SPACES: &str = "indent with spaces: YAML takes no tab there";
const ALIGNED: &str = "indent with spaces, and the entries of one list or mapping equally far";
const CLOSED: &str = "close what is opened: each quote, `[` and `{` needs its counterpart";

/// What probably helps against an error at `at`, in bytes of `block`.
pub(super) fn advice(kind: &ErrorKind, block: &str, at: usize) -> &'static str {
    use ErrorKind as E;
    let start = block.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = block.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
    if line.get(..blank).is_some_and(|blanks| blanks.contains('\t')) {
        return SPACES;
    }
    match kind {
        E::TabNotAllowed
        | E::TabInBlockIndentation
        | E::TabInIndentation
        | E::TabAtBlockScalarStart
        | E::TabInPlainScalar => SPACES,
        E::InvalidIndentation
        | E::InvalidBlockScalarIndent
        | E::InvalidQuotedScalarIndent
        | E::InvalidFlowScalarIndent
        | E::BlockSequenceEntryNotAllowed
        | E::ExpectedBlockMappingKey
        | E::ExpectedBlockSequenceEntry
        | E::SimpleKeyExpected => ALIGNED,
        // The second `:` of a line is in a text; the first one is that of a key that stands too deep or not deep enough.
        E::MappingValueNotAllowed if !block.get(start..at).is_some_and(|before| before.contains(": ")) => ALIGNED,
        E::UnclosedQuotedScalar
        | E::ExpectedFlowSequenceSeparator
        | E::UnexpectedEofFlowSequence
        | E::UnexpectedEofFlowMapping
        | E::UnclosedFlowCollection { .. }
        | E::MismatchedFlowCollectionEnd { .. } => CLOSED,
        _ => QUOTES,
    }
}
