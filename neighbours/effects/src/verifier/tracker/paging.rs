//! Lists that come in pages, read to an end that can be proved.

use std::collections::HashSet;

use serde_json::Value;

use super::client::Client;
use super::settings::Provider;
use crate::verifier::answer::Raised;
use crate::verifier::request::unknown;

/// The most pages that are read of one list.
const MAX_PAGES: usize = 100;
/// How many items are asked for at once.
const GITEA_LIMIT: usize = 50;
const GITHUB_LIMIT: usize = 100;

/// Reads every item of a list below `path`, one after the other, until `stop` has seen enough. Gives whether the end was
/// reached; an end that cannot be proved is `paging-incomplete`.
pub(super) fn every_item(
    client: &Client<'_>,
    provider: Provider,
    path: &str,
    mut stop: impl FnMut(&Value) -> Result<bool, Raised>,
) -> Result<bool, Raised> {
    let mut seen = HashSet::new();
    let mut page = client.get(&match provider {
        Provider::Gitea => format!("{path}?page=1&limit={GITEA_LIMIT}"),
        Provider::GitHub => format!("{path}?page=1&per_page={GITHUB_LIMIT}"),
    })?;
    for number in 1..=MAX_PAGES {
        let Some(items) = page.document.as_array() else { return unknown("malformed-response") };
        let before = seen.len();
        for item in items {
            let Some(id) = item.get("id").and_then(Value::as_u64) else { return unknown("malformed-response") };
            if seen.insert(id) && stop(item)? {
                return Ok(false);
            }
        }
        let is_last = number == MAX_PAGES;
        let is_whole = page.total.is_none_or(|total| total <= seen.len() as u64);
        if let Some(next) = &page.next {
            // A page that brings nothing new and points on would never end.
            if seen.len() == before || is_last {
                return unknown("paging-incomplete");
            }
            page = client.get_url(next)?;
            continue;
        }
        let is_proved = match (page.has_links, page.total) {
            (true, _) | (_, Some(_)) => true,
            // GitHub sends links whenever there is more than one page.
            (false, None) if provider == Provider::GitHub => items.len() < GITHUB_LIMIT,
            // Others may send fewer items than asked for: only an empty page is an end.
            (false, None) => items.is_empty(),
        };
        if is_proved && is_whole {
            return Ok(true);
        }
        if provider == Provider::GitHub || page.has_links || (seen.len() == before && number > 1) {
            return unknown("paging-incomplete");
        }
        if is_last {
            break;
        }
        page = client.get(&format!("{path}?page={}&limit={GITEA_LIMIT}", number + 1))?;
    }
    unknown("paging-incomplete")
}
