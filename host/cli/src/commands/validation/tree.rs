//! The tree that a command line names.

use assize_schemas::Sha;
use assize_validations::Stream;

use super::exits::{could_not, usage};
use crate::failure::Failure;

/// The full id of the tree: `text` itself when it is one, whether the tree is here or not, or what git takes it for.
pub(super) async fn named_tree(stream: &Stream, text: &str) -> Result<Sha, Failure> {
    let full = Sha::parse(text).ok();
    if text.is_empty() || text.starts_with('-') {
        return Err(usage(format!("{text:?} names no tree")));
    }
    match stream.git().object(&format!("{text}^{{tree}}")).await {
        Ok(Some(tree)) => Ok(tree),
        Ok(None) => full.ok_or_else(|| {
            usage(format!("{text:?} names no tree")).help("the full id of a tree, as `assize preview` prints it")
        }),
        Err(error) => Err(could_not(error.to_string())),
    }
}
