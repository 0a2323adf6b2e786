//! The server as the SDK wants it.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio_util::sync::CancellationToken;

use crate::ServerSettings;
use crate::runs::Runs;
use crate::tools::{Call, ReviewTool, list};

/// What clients call the server.
const NAME: &str = "assize";
/// The methods of the protocol that this server answers.
const METHODS: [&str; 4] = ["initialize", "ping", "tools/list", "tools/call"];
/// What a model is told about the tools as a whole.
const INSTRUCTIONS: &str = "Assize reviews a git range by the rules in the repository's REVIEW.md and records a verdict \
    that can be proved. Call review_run with the absolute path of the repository before you propose a change to be \
    merged. `pass` is the only verdict that lets it through; `block` comes with findings to mend; `incomplete` means \
    that a check has no result, which is never a pass. Commit first: a verdict over uncommitted changes is marked dirty \
    and is not accepted by gates. Long reviews: pass wait: false and ask review_status.";

/// The server of one client.
#[derive(Debug)]
pub(crate) struct Server {
    settings: ServerSettings,
    runs: Arc<Runs>,
    tools: Vec<Tool>,
}

impl Server {
    /// A server whose runs are cancelled when `closing` is.
    pub(crate) fn new(settings: ServerSettings, closing: CancellationToken) -> Self {
        Self { settings, runs: Runs::new(closing), tools: list() }
    }

    /// The runs of this server.
    pub(crate) fn runs(&self) -> Arc<Runs> {
        Arc::clone(&self.runs)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new(NAME, self.settings.version.clone()).with_title("Assize"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // What the SDK does not understand of a method that there is comes here too.
        let name: String = request.method.chars().take(64).collect();
        Err(if METHODS.contains(&request.method.as_str()) {
            ErrorData::invalid_params(format!("the params of {name} are not right"), None)
        } else {
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {name:?}"), None)
        })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = ReviewTool::named(&request.name) else {
            let known: Vec<_> = self.tools.iter().map(|tool| tool.name.as_ref()).collect();
            let name: String = request.name.chars().take(64).collect();
            let message = format!("Unknown tool: {name:?}; there are: {}", known.join(", "));
            return Err(ErrorData::new(ErrorCode::INVALID_PARAMS, message, None));
        };
        let call = Call { settings: &self.settings, runs: &self.runs, context: &context };
        Ok(tool.answer(&call, request.arguments.unwrap_or_default()).await.into())
    }
}
