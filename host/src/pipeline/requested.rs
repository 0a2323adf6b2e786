//! A request on its way.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::pipeline::Plan;
use crate::running::Moment;
use crate::{Host, Notice, NoticeCode, RunEvent, RunObserver, RunRequest};

/// A request on its way, with everything that was settled about it before anything ran.
pub(crate) struct Requested<'a> {
    pub(crate) host: &'a Host,
    /// The id of the run that it becomes, if it becomes one.
    pub(crate) run_id: &'a str,
    /// When it was made.
    pub(crate) begun: Moment,
    pub(crate) request: &'a RunRequest,
    pub(crate) plan: &'a Plan,
    pub(crate) observer: &'a Arc<dyn RunObserver>,
    /// The caller's way to cancel it.
    pub(crate) cancel: &'a CancellationToken,
}

impl Requested<'_> {
    /// Tells people something.
    pub(crate) fn notice(&self, code: NoticeCode, message: impl Into<String>) {
        self.observer.observe(RunEvent::Notice(Notice { code, message: message.into() }));
    }
}
