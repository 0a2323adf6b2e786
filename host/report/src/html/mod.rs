//! The report as a page.
//!
//! The page is one file without scripts: a policy in its head allows the one style sheet in it, by its digest, and nothing
//! else, so that even a hole in the escaping could load and run nothing.

mod evidence;
mod findings;
mod head;
mod lanes;
mod link;
mod page;
mod timeline;

pub(crate) use page::page;
