//! Tree validations: `validate`, `policy`, `preview`, `integrate` and `trace`.

mod exits;
mod file;
mod graph;
mod integrate;
mod keygen;
mod list;
mod opened;
mod policy;
mod preview;
mod run;
mod submit;
mod trace;
mod tree;
mod validate;

pub(crate) use integrate::integrate;
pub(crate) use policy::policy;
pub(crate) use preview::preview;
pub(crate) use trace::trace;
pub(crate) use validate::validate;

pub(super) use graph::graph_of;
