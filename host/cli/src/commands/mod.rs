//! What each command does.

mod check;
mod completions;
mod damage;
mod export;
mod file;
mod graph;
mod init;
mod key;
mod ledger_annotate;
mod ledger_check;
mod ledger_list;
mod ledger_show;
mod man;
mod named_run;
mod plumbing;
mod pre_push;
mod report;
mod run;
mod runtime;
mod verify;

pub(crate) use check::check;
pub(crate) use completions::completions;
pub(crate) use export::export;
pub(crate) use graph::graph;
pub(crate) use init::init;
pub(crate) use key::key;
pub(crate) use ledger_annotate::ledger_annotate;
pub(crate) use ledger_check::ledger_check;
pub(crate) use ledger_list::ledger_list;
pub(crate) use ledger_show::ledger_show;
pub(crate) use man::man;
pub(crate) use plumbing::plumbing;
pub(crate) use pre_push::pre_push;
pub(crate) use run::run;
pub(crate) use verify::verify;
