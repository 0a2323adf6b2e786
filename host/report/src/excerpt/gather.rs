//! Reading the lines from the reviewed commit.

use std::collections::BTreeMap;

use assize_git::Git;
use assize_schemas::{Attestation, Excerpt, Sha};

use super::path::confined;
use super::window::window;

/// The most findings that lines are looked up for.
const EXCERPTS: usize = 500;
/// The most files that are read.
const FILES: usize = 100;
/// The largest file that is read, in bytes.
const FILE_LIMIT: usize = 2 << 20;

/// The lines that the findings of an attestation are about, as the reviewed head has them.
///
/// They come out of git's objects, never from the work tree: nothing outside the commit can be reached, by no path and
/// no link, and what was changed since then does not matter. Findings without a line, and lines that cannot be had
/// (the commit is not here, the file is none of it, is very large or is no text), have no excerpt. Only so many files
/// and findings are looked at that a report stays readable.
pub async fn excerpts(git: &Git, attestation: &Attestation) -> Vec<Excerpt> {
    let Ok(head) = Sha::parse(attestation.target.head_sha.as_str()) else { return Vec::new() };
    let mut wanted: BTreeMap<&str, Vec<(usize, usize, u64)>> = BTreeMap::new();
    let findings =
        attestation.lanes.iter().enumerate().flat_map(|(lane, result)| {
            result.findings.iter().enumerate().map(move |(at, finding)| (lane, at, finding))
        });
    let placed = findings
        .filter_map(|(lane, at, finding)| Some((confined(finding.file.as_deref()?)?, (lane, at, finding.line?))));
    for (path, place) in placed.take(EXCERPTS) {
        wanted.entry(path).or_default().push(place);
    }
    let mut found = Vec::new();
    for (path, places) in wanted.into_iter().take(FILES) {
        // One at a time: a file that is too large costs its own findings their lines, and no others.
        let Ok(mut contents) = git.files(&[(&head, path)], FILE_LIMIT).await else { continue };
        let Some(content) = contents.pop().flatten() else { continue };
        found.extend(places.into_iter().filter_map(|(lane, finding, line)| {
            let (first_line, lines) = window(&content, line)?;
            Some(Excerpt { lane, finding, first_line, lines })
        }));
    }
    found.sort_by_key(|excerpt| (excerpt.lane, excerpt.finding));
    found
}
