//! From the tree of a document to the types of a manifest: the shape of every field.

mod bindings;
mod check;
mod manifest;
mod pack;
mod paths;
mod reader;
mod scalars;
mod target;
mod uses;

pub(crate) use manifest::read_manifest;
pub(crate) use pack::read_pack;
use reader::Reader;
