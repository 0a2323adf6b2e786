//! Files of a commit by path.

use std::collections::VecDeque;

use crate::packs::PackError;
use crate::packs::git::object::{Entry, ObjectId, entry_of};
use crate::packs::git::objects::{Found, Objects};

/// How many links a path may lead through; as many as Linux follows.
const MAX_LINKS: usize = 40;
/// The longest path a link may hold, in bytes.
const LINK_LIMIT: u64 = 4096;

/// Reads the file at `path` in a commit's tree, following links as a checkout would, but never out of the tree.
pub(super) async fn file_in(
    objects: &mut Objects,
    root: ObjectId,
    path: &str,
    place: &str,
    limit: u64,
) -> Result<Vec<u8>, PackError> {
    let named = || (path.to_owned(), place.to_owned());
    let escapes = || {
        let (what, place) = named();
        PackError::Escapes { what, place }
    };
    let missing = || {
        let (what, place) = named();
        PackError::Missing { what, place }
    };
    let not_a_file = || {
        let (what, place) = named();
        PackError::NotAFile { what, place }
    };
    let mut ahead: VecDeque<Vec<u8>> = parts_of(path.as_bytes()).ok_or_else(escapes)?;
    let mut above: Vec<ObjectId> = Vec::new();
    let mut links = 0;
    while let Some(part) = ahead.pop_front() {
        match part.as_slice() {
            b"" | b"." => continue,
            b".." => {
                above.pop().ok_or_else(escapes)?;
                continue;
            }
            _ => {}
        }
        let tree = *above.last().unwrap_or(&root);
        let Found::Object(content) = objects.structure(tree, "tree").await? else {
            return Err(objects.damaged(format!("the tree {tree} is missing")));
        };
        let entry = entry_of(&content, &part).ok_or_else(|| objects.damaged(format!("{tree} is no tree")))?;
        match entry.ok_or_else(missing)? {
            Entry::Tree(id) => above.push(id),
            Entry::Link(id) => {
                links += 1;
                if links > MAX_LINKS {
                    return Err(missing());
                }
                let target = blob(objects, id, LINK_LIMIT).await?.ok_or_else(missing)?;
                for part in parts_of(&target).ok_or_else(escapes)?.into_iter().rev() {
                    ahead.push_front(part);
                }
            }
            Entry::File(id) => {
                // A file has nothing below it, not even itself.
                if !ahead.is_empty() {
                    return Err(missing());
                }
                let (what, place) = named();
                let too_large = PackError::TooLarge { what, place, limit };
                return blob(objects, id, limit).await?.ok_or(too_large);
            }
            Entry::Other => return Err(not_a_file()),
        }
    }
    Err(not_a_file())
}

/// The parts of a relative path; `None` for an absolute one.
fn parts_of(path: &[u8]) -> Option<VecDeque<Vec<u8>>> {
    (!path.starts_with(b"/")).then(|| path.split(|byte| *byte == b'/').map(<[u8]>::to_vec).collect())
}

/// A file's content; `None` when it is larger than `limit`.
async fn blob(objects: &mut Objects, id: ObjectId, limit: u64) -> Result<Option<Vec<u8>>, PackError> {
    match objects.object(id, "blob", limit).await? {
        Found::Object(content) => Ok(Some(content.to_vec())),
        Found::TooLarge => Ok(None),
        Found::Missing | Found::OtherKind(_) => Err(objects.damaged(format!("the file {id} is missing"))),
    }
}
