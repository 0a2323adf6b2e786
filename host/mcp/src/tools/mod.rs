//! The six tools: what they take, what they check, what they answer.

mod answer;
mod call;
mod follow;
mod input;
mod paths;
mod review_cancel;
mod review_export;
mod review_ledger;
mod review_pr;
mod review_run;
mod review_status;
mod schema;
mod table;

pub(crate) use call::Call;
pub(crate) use table::{ReviewTool, list};
