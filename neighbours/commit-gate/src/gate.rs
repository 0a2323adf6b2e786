//! One gate, from the index and the message to its answer.

use std::collections::HashSet;

use crate::answer::Answer;
use crate::arguments::GateRequest;
use crate::documents::Document;
use crate::exemption::is_exempt;
use crate::guard::staged_rubrics;
use crate::message;
use crate::scope::{is_staged, staged_files, untracked};
use crate::trailer::Trailers;
use crate::trouble::Trouble;
use crate::verdict::Verdict;

/// Judges a commit. What comes first here is what people see first: the guard before everything, a gate that is not
/// concerned before the message is even read, gaps before blockers.
///
/// # Errors
///
/// [`Trouble`] when it cannot be told, which is never a pass.
pub(crate) fn judge(request: &GateRequest, documents: &[Document]) -> Result<Answer, Trouble> {
    if let Some(refused) = guard(documents)? {
        return Ok(refused);
    }
    let untracked = untracked(&request.paths)?;
    if !untracked.is_empty() {
        return Err(Trouble::Untracked(untracked));
    }
    if !is_staged(&request.paths)? {
        return Ok(Answer::Skipped(request.paths.clone()));
    }
    let unread = |error| Trouble::Read(request.message.clone(), error);
    let path = std::path::absolute(&request.message).map_err(unread)?;
    let mut text = message::read(&path).map_err(unread)?;
    if is_exempt(&text)? {
        return Ok(Answer::Exempt);
    }
    if let Some(without) = message::without_credit(&text) {
        message::replace(&path, &without).map_err(|error| Trouble::Write(request.message.clone(), error))?;
        text = without;
    }
    let trailers = Trailers::read(&path)?;
    let verdicts = match trailers.verdicts(&request.gate) {
        Ok(verdicts) => verdicts,
        Err(error) => return Ok(Answer::Malformed(error)),
    };
    if verdicts.is_empty() {
        return Ok(Answer::NoTrailer { misplaced: trailers.is_misplaced(&request.gate, &text) });
    }
    if request.per_file {
        let gaps = gaps(staged_files(&request.paths)?, &verdicts);
        if !gaps.is_empty() {
            return Ok(Answer::Gaps(gaps));
        }
    }
    Ok(sum(&verdicts))
}

/// The refusal of a commit that stages a rubric.
///
/// # Errors
///
/// [`Trouble`] when git cannot say what is staged.
pub(crate) fn guard(documents: &[Document]) -> Result<Option<Answer>, Trouble> {
    let staged = staged_rubrics(documents)?;
    Ok((!staged.is_empty()).then_some(Answer::RubricStaged(staged)))
}

/// The files that no verdict names, in git's order.
fn gaps(files: Vec<Vec<u8>>, verdicts: &[Verdict<'_>]) -> Vec<Vec<u8>> {
    let named: HashSet<&[u8]> = verdicts.iter().filter_map(|verdict| verdict.file).map(str::as_bytes).collect();
    files.into_iter().filter(|file| !named.contains(file.as_slice())).collect()
}

fn sum(verdicts: &[Verdict<'_>]) -> Answer {
    let total = |count: fn(&Verdict<'_>) -> u32| verdicts.iter().map(count).fold(0, u32::saturating_add);
    let (major, moderate) = (total(|verdict| verdict.major), total(|verdict| verdict.moderate));
    if major > 0 || moderate > 0 {
        return Answer::Blocked { major, moderate };
    }
    Answer::Attested { verdicts: verdicts.len(), minor: total(|verdict| verdict.minor) }
}
