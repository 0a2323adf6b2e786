//! One request to a tracker, with limits.

use assize_schemas::read_json;
use serde_json::Value;
use ureq::Agent;
use ureq::http::HeaderMap;

use super::settings::{Provider, TrackerSettings};
use crate::verifier::answer::Raised;
use crate::verifier::request::unknown;

/// The most that is read of one response, in bytes.
const MAX_BODY: u64 = 2 * 1024 * 1024;

/// A tracker that can be asked.
pub(super) struct Client<'t> {
    settings: &'t TrackerSettings,
    agent: Agent,
}

/// A response that is a JSON document.
pub(super) struct Page {
    pub(super) document: Value,
    /// Where the next page is.
    pub(super) next: Option<String>,
    /// Whether the response had links to other pages at all.
    pub(super) has_links: bool,
    /// How many items there are on all pages together.
    pub(super) total: Option<u64>,
}

impl<'t> Client<'t> {
    pub(super) fn new(settings: &'t TrackerSettings) -> Self {
        let agent = Agent::config_builder()
            .timeout_global(Some(settings.timeout))
            .max_redirects(0)
            .http_status_as_error(false)
            .user_agent("assize")
            .build();
        Self { settings, agent: agent.into() }
    }

    /// Asks for a path below the tracker's interface.
    pub(super) fn get(&self, path: &str) -> Result<Page, Raised> {
        self.get_url(&format!("{}{path}", self.settings.api()))
    }

    /// Asks for a url that the tracker gave, if it is one of the tracker's.
    pub(super) fn get_url(&self, url: &str) -> Result<Page, Raised> {
        // The token goes to nobody else.
        if url.strip_prefix(&self.settings.api()).is_none_or(|rest| !rest.starts_with('/')) {
            return unknown("tracker-blocked");
        }
        let mut request = self.agent.get(url).header("Accept", "application/json");
        if let Some(token) = &self.settings.token {
            let scheme = match self.settings.provider {
                Provider::Gitea => "token",
                Provider::GitHub => "Bearer",
            };
            request = request.header("Authorization", format!("{scheme} {token}"));
        }
        let mut response = request.call().map_err(|error| raised(&error))?;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        judge_status(status, &headers)?;
        let bytes = response.body_mut().with_config().limit(MAX_BODY).read_to_vec().map_err(|error| raised(&error))?;
        let document = std::str::from_utf8(&bytes).ok().and_then(|text| read_json(text).ok());
        let Some(document) = document else { return unknown("malformed-response") };
        let links = header(&headers, "link");
        Ok(Page {
            document,
            next: links.as_deref().and_then(next_link),
            has_links: links.is_some(),
            total: header(&headers, "x-total-count").and_then(|count| count.trim().parse().ok()),
        })
    }
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

fn judge_status(status: u16, headers: &HeaderMap) -> Result<(), Raised> {
    let is_limited = || {
        headers.contains_key("retry-after")
            || header(headers, "x-ratelimit-remaining").is_some_and(|left| left.trim() == "0")
    };
    let reason = match status {
        200..=299 => return Ok(()),
        // Wherever it leads, it is not what was configured.
        300..=399 => "tracker-blocked",
        403 | 429 if status == 429 || is_limited() => "rate-limited",
        401 | 403 => "auth-denied",
        404 | 410 => "container-unreadable",
        500..=599 => "server-error",
        _ => "malformed-response",
    };
    unknown(reason)
}

fn raised(error: &ureq::Error) -> Raised {
    let reason = match error {
        ureq::Error::Timeout(_) => "timeout",
        ureq::Error::BodyExceedsLimit(_) => "malformed-response",
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => "timeout",
        _ => "network-error",
    };
    Raised(reason.to_owned())
}

/// The url of the next page in a `Link` header.
fn next_link(header: &str) -> Option<String> {
    header.split(',').find_map(|link| {
        let (url, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
        let is_next = parameters.split(';').any(|one| matches!(one.trim(), "rel=\"next\"" | "rel=next"));
        is_next.then(|| url.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links() {
        let header = r#"<http://h/a?page=2>; rel="next", <http://h/a?page=9>; rel="last""#;
        assert_eq!(next_link(header).as_deref(), Some("http://h/a?page=2"));
        assert_eq!(next_link(r#"<http://h/a?page=1>; rel="prev""#), None);
        assert_eq!(next_link(""), None);
    }
}
