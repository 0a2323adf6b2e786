//! `assize presets`.

mod list;
mod show;
mod test;

pub(crate) use list::presets_list;
pub(crate) use show::presets_show;
pub(crate) use test::presets_test;
