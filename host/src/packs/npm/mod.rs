//! Installed npm packages. Nothing is fetched or installed (AIP-62, "Pack loading").

mod exports;
mod name;
mod resolve;

pub(super) use resolve::package_root;
