//! Runs as the command line names them.

use assize_host::{Ledger, LedgerFilter};

use crate::exit::Exit;
use crate::failure::Failure;

/// The run that was recorded last.
const LATEST: &str = "latest";
/// What the ids of runs begin with; it may be left out.
const PREFIX: &str = "review-";
/// So many of the runs are named that a text may stand for.
const NAMED: usize = 8;

/// The run that `text` stands for: a whole id, the beginning of one, with or without `review-`, or `latest`.
///
/// # Errors
///
/// A failure when no run is recorded that it could stand for, or when there are several.
pub(super) fn named_run(ledger: &Ledger, text: &str) -> Result<String, Failure> {
    // From the newest to the oldest.
    let mut ids: Vec<String> = ledger.list(&LedgerFilter::default())?.rows.into_iter().map(|row| row.run_id).collect();
    if text == LATEST {
        return ids.into_iter().next().ok_or_else(|| Failure::no_such_run(text));
    }
    if ids.iter().any(|id| id == text) {
        return Ok(text.to_owned());
    }
    ids.retain(|id| !text.is_empty() && begins(id, text));
    match ids.as_slice() {
        [] => Err(Failure::no_such_run(text)),
        [only] => Ok(only.clone()),
        several => Err(ambiguous(text, several)),
    }
}

/// The beginning of a run's id that lists show, without what all ids begin with. It stands for the run again.
pub(super) fn short_run(id: &str) -> &str {
    const DIGITS: usize = 8;
    let tail = id.strip_prefix(PREFIX).unwrap_or(id);
    tail.char_indices().nth(DIGITS).and_then(|(end, _)| tail.get(..end)).unwrap_or(tail)
}

fn begins(id: &str, text: &str) -> bool {
    id.starts_with(text) || id.strip_prefix(PREFIX).is_some_and(|tail| tail.starts_with(text))
}

fn ambiguous(text: &str, ids: &[String]) -> Failure {
    let named = ids.get(..NAMED).unwrap_or(ids).join(", ");
    let more = ids.len().checked_sub(NAMED).filter(|more| *more > 0);
    let more = more.map(|more| format!(" and {more} more")).unwrap_or_default();
    Failure::new(Exit::USAGE, format!("{text:?} stands for {} runs: {named}{more}", ids.len())).help("more of its id")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_an_id() {
        let check = |id: &str, expect: &str| {
            assert_eq!(short_run(id), expect);
            assert!(begins(id, short_run(id)), "{id}");
        };
        check("review-6c3a2f0e-0f6e-4c39", "6c3a2f0e");
        check("review-x", "x");
        check("größere-nummer", "größere-");
        check("", "");
    }
}
