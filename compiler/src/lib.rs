//! From the text of a REVIEW.md to a checked manifest, and from one of its bindings to a step graph.
//!
//! Everything here is pure: no file, clock, environment or network is touched, and the same input gives the same
//! output, byte for byte. The way of a manifest:
//!
//! 1. [`parse_manifest`] (or [`parse_pack`]) reads the bytes and gives a [`CheckedManifest`] or [`Problems`]: *all*
//!    problems of the file, in source order, each with its place, its field path and what would be right.
//! 2. [`resolve_packs`] merges the imported packs, which come through the [`PackLoader`] of the host.
//! 3. [`resolve_binding`] picks the binding to run.
//! 4. [`compile`] lowers it to an [`assize_engine::StepGraph`], which is data until the engine runs it.
//!
//! ```
//! use assize_compiler::{Vars, compile, parse_manifest, resolve_binding};
//!
//! let source = b"---
//! kind: review
//! id: demo
//! target: git-range
//! checks:
//!   - {id: whitespace, kind: command, run: git diff --check {base} HEAD}
//! ---
//! ";
//! let problems = parse_manifest(source).unwrap_err();
//! assert_eq!(problems.iter().next().unwrap().code.as_str(), "yaml"); // `{base}` must be quoted in a flow mapping
//!
//! let source = String::from_utf8_lossy(source).replace("git diff --check {base} HEAD", "'git diff --check {base} HEAD'");
//! let checked = parse_manifest(source.as_bytes()).unwrap();
//! let binding = resolve_binding(checked.manifest(), None).unwrap();
//! let graph = compile(checked.manifest(), binding, &Vars::new()).unwrap();
//! assert_eq!(graph.id(), "review-demo-default");
//! ```

mod binding;
mod checked;
mod document_kind;
mod lower;
mod packs;
mod problem;
mod read;
mod rules;
mod source;
mod yaml;

pub use assize_schemas::{Substituted, UnboundPlaceholder, Vars, substitute};
pub use binding::{BindingError, resolve_binding};
pub use checked::{CheckedManifest, parse_manifest, parse_pack};
pub use document_kind::DocumentKind;
pub use lower::{CompileError, compile};
pub use packs::{
    LoadedPack, PackLoadError, PackLoader, PackRef, PackRefError, ResolveError, Resolved, ResolvedPack, resolve_packs,
};
pub use problem::{Code, FieldPath, FieldPathError, Nearest, Place, Problem, Problems};
pub use source::MAX_SOURCE_BYTES;
