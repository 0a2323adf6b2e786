//! One call of a tool.

use std::sync::Arc;

use assize_host::Ledger;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

use super::answer::ToolError;
use crate::ServerSettings;
use crate::runs::Runs;

/// One call of a tool, with what it may use.
pub(crate) struct Call<'a> {
    pub(crate) settings: &'a ServerSettings,
    pub(crate) runs: &'a Arc<Runs>,
    pub(crate) context: &'a RequestContext<RoleServer>,
}

impl Call<'_> {
    /// The run that the ledger has for one that was begun here: another, where a recorded verdict served.
    pub(super) fn recorded(&self, run_id: String) -> String {
        let ended = self.runs.ended(&run_id);
        ended.as_ref().and_then(|document| document.recorded_as()).map_or(run_id, str::to_owned)
    }

    /// Asks the ledger something away from the thread that serves clients.
    pub(super) async fn ask_ledger<T, E>(
        &self,
        question: impl FnOnce(&Ledger) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ToolError>
    where
        T: Send + 'static,
        E: Send + 'static,
        ToolError: From<E>,
    {
        let ledger = self.settings.host.ledger();
        let answered = tokio::task::spawn_blocking(move || question(&ledger)).await;
        Ok(answered.map_err(|error| ToolError::Internal(error.to_string()))??)
    }
}
