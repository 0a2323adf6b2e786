//! What people and agents read of an answer. Scripts match these shapes.

use crate::answer::Answer;
use crate::documents::Document;
use crate::prompt::prompt;
use crate::shown::{joined, shown, shown_bytes};
use crate::trailer::PREFIX;

/// How a missing verdict is earned.
const EARNED: &str = "\
Earned by a review you run yourself: spawn a reviewer in a fresh context, hand it
the block below, iterate `re-review` until it reports major=0 and moderate=0, then
write its counts into the trailer. Trailers must be the LAST paragraph.
";
const ABSENT: &str = "the message needs this trailer and has none";
const MISPLACED: &str = "the trailer exists but is not in the message's trailing paragraph, so git does not see it";

/// What was asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The gate as it is shown; `None` for the preflight.
    pub(crate) gate: Option<&'a str>,
    /// Whether every file needs a verdict.
    pub(crate) per_file: bool,
    /// The rubrics.
    pub(crate) documents: &'a [Document],
}

/// The text of an answer for standard error; empty when there is nothing to say. A failure begins with an empty line,
/// so that it stands apart from what the hook said before.
pub(crate) fn report(asked: &Asked<'_>, answer: &Answer) -> String {
    let gate = asked.gate.unwrap_or("rubric-guard");
    let head = format!("git-agent-verdict: {gate}: ");
    match answer {
        Answer::Clear | Answer::Exempt => String::new(),
        Answer::Skipped(paths) => {
            format!("{head}skipped (no staged file matches {})\n", joined(paths.iter().map(shown)))
        }
        Answer::Attested { verdicts, minor } => format!("{head}attested ({verdicts} verdict(s), minor={minor})\n"),
        Answer::RubricStaged(rubrics) => {
            let lines: String = rubrics.iter().map(|rubric| format!("  {}\n", shown(rubric))).collect();
            format!("\n{head}RUBRIC IS STAGED\n\n{lines}\n{}", circular(asked.gate))
        }
        Answer::NoTrailer { misplaced } => missing(asked, if *misplaced { MISPLACED } else { ABSENT }),
        Answer::Gaps(files) => {
            missing(asked, &format!("no trailer names: {}", joined(files.iter().map(|file| shown_bytes(file)))))
        }
        Answer::Malformed(reason) => format!("\n{head}MALFORMED TRAILER\n  {PREFIX}{gate}: {reason}\n"),
        Answer::Blocked { major, moderate } => {
            format!("\n{head}DECLARED BLOCKER\n  major={major} moderate={moderate} (both must be 0)\n")
        }
    }
}

fn missing(asked: &Asked<'_>, detail: &str) -> String {
    let gate = asked.gate.unwrap_or_default();
    let file = if asked.per_file { " file=<path>" } else { "" };
    let block = prompt(gate, asked.documents);
    format!(
        "\ngit-agent-verdict: {gate}: REVIEW GATE FAILED\n\nMISSING — {detail}\n\n  \
         {PREFIX}{gate}: reviewer=<id> major=0 moderate=0 minor=<n>{file}\n\n{EARNED}\n\
         ── FORWARD BELOW THIS LINE ──\n{block}"
    )
}

/// Why a rubric is not changed together with anything else.
fn circular(gate: Option<&str>) -> String {
    let judged = gate.map_or_else(|| "a review in this hook".to_owned(), |gate| format!("the {gate} review"));
    format!(
        "This commit changes what {judged} is judged by. To judge it by the changed\n\
         measure would be circular. Put the change of the rubric into a separate commit, with\n\
         nothing else in it, and commit that one past the gates:\n\n  git commit --no-verify\n"
    )
}
