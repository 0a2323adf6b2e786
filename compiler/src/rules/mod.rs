//! The rules that span several fields (AIP-62, "Cross-field rules"), in one place for the file and for what is left
//! to judge once packs are resolved.

mod binding;
mod fallback;
mod implied;

pub(crate) use binding::{Breach, Facts, Known, List, Refs, judge};
pub(crate) use fallback::repeated_fallback;
pub(crate) use implied::implied_binding;
