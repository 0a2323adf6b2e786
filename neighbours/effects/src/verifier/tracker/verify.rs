//! What a tracker says of an effect.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{TimeDelta, Utc};
use serde_json::{Map, Value, json};

use super::client::Client;
use super::paging::every_item;
use super::settings::{Item, Provider, TrackerSettings};
use crate::identity::{TRACKER_COMMENT, TRACKER_ISSUE_CLOSED};
use crate::verifier::answer::Raised;
use crate::verifier::reference::{InvalidVerifier, VerifierRef};
use crate::verifier::request::{Verifier, VerifierRequest, absent, has_trailer, present, unknown};

/// How old an intent must be before a tracker's silence counts: its lists lag behind its writes.
const LAG: TimeDelta = TimeDelta::seconds(60);

/// Asks the configured trackers.
#[derive(Debug)]
pub(crate) struct TrackerVerifier {
    reference: VerifierRef,
    trackers: Arc<Vec<TrackerSettings>>,
}

impl TrackerVerifier {
    pub(crate) fn new(kind: &str, trackers: Arc<Vec<TrackerSettings>>) -> Result<Self, InvalidVerifier> {
        Ok(Self { reference: VerifierRef::new(kind, "1.0.0", true)?, trackers })
    }
}

#[async_trait]
impl Verifier for TrackerVerifier {
    fn reference(&self) -> &VerifierRef {
        &self.reference
    }

    async fn verify(&self, request: &VerifierRequest) -> Result<Value, Raised> {
        let trackers = Arc::clone(&self.trackers);
        let request = request.clone();
        // The client waits on its thread; its own time limits end it when nobody listens any more.
        tokio::task::spawn_blocking(move || judge(&trackers, &request))
            .await
            .unwrap_or_else(|_| unknown("server-error"))
    }
}

fn judge(trackers: &[TrackerSettings], request: &VerifierRequest) -> Result<Value, Raised> {
    let Some((scheme, rest)) = request.target.split_once(':') else { return unknown("malformed-response") };
    if !matches!(scheme, "gitea" | "github") {
        return unknown("malformed-response");
    }
    let Some(item) = Item::read(rest) else { return unknown("malformed-response") };
    let same_name = |name: &String| name.eq_ignore_ascii_case(&item.repository);
    let tracker = trackers
        .iter()
        .find(|tracker| tracker.provider.scheme() == scheme && tracker.repositories.iter().any(same_name));
    let Some(tracker) = tracker else { return unknown("tracker-blocked") };
    let client = Client::new(tracker);
    match request.kind.as_str() {
        TRACKER_COMMENT => comment(&client, tracker, &item, request),
        TRACKER_ISSUE_CLOSED => issue_closed(&client, &item, request),
        _ => pull_merged(&client, tracker, &item, request),
    }
}

/// That nothing was found, if the tracker has had the time to know.
fn not_there(request: &VerifierRequest, evidence: Map<String, Value>) -> Result<Value, Raised> {
    let is_old = request.intent_recorded_at.is_some_and(|recorded| Utc::now() - recorded >= LAG);
    if is_old { absent(evidence) } else { unknown("consistency-lag") }
}

fn comment(
    client: &Client<'_>,
    tracker: &TrackerSettings,
    item: &Item,
    request: &VerifierRequest,
) -> Result<Value, Raised> {
    let marker = format!("<!-- aiwg-effect: {} -->", request.effect_id);
    let path = format!("/repos/{}/issues/{}/comments", item.repository, item.number);
    let mut own = None;
    let mut is_of_another = false;
    every_item(client, tracker.provider, &path, |comment| {
        let body = comment.get("body").and_then(Value::as_str).unwrap_or_default();
        if !body.contains(&marker) {
            return Ok(false);
        }
        let author = comment.get("user").and_then(|user| user.get("login")).and_then(Value::as_str);
        if author.is_some_and(|author| author.eq_ignore_ascii_case(&tracker.actor)) {
            own = comment.get("id").and_then(Value::as_u64);
            return Ok(true);
        }
        is_of_another = true;
        Ok(false)
    })?;
    match own {
        Some(id) => present("marker-match", [("comment".to_owned(), json!(id))].into_iter().collect()),
        None if is_of_another => unknown("evidence-conflict"),
        None => not_there(request, Map::new()),
    }
}

fn issue_closed(client: &Client<'_>, item: &Item, request: &VerifierRequest) -> Result<Value, Raised> {
    let page = client.get(&format!("/repos/{}/issues/{}", item.repository, item.number))?;
    let is_it = page.document.get("number").and_then(Value::as_u64) == Some(item.number);
    let state = page.document.get("state").and_then(Value::as_str).filter(|_| is_it);
    let evidence = |state: &str| [("state".to_owned(), json!(state))].into_iter().collect();
    match state {
        Some("closed") => present("state-match", evidence("closed")),
        Some("open") => not_there(request, evidence("open")),
        _ => unknown("malformed-response"),
    }
}

fn pull_merged(
    client: &Client<'_>,
    tracker: &TrackerSettings,
    item: &Item,
    request: &VerifierRequest,
) -> Result<Value, Raised> {
    let page = client.get(&format!("/repos/{}/pulls/{}", item.repository, item.number))?;
    let pull = &page.document;
    let is_it = pull.get("number").and_then(Value::as_u64) == Some(item.number);
    let Some(merged) = pull.get("merged").and_then(Value::as_bool).filter(|_| is_it) else {
        return unknown("malformed-response");
    };
    let commit = pull.get("merge_commit_sha").and_then(Value::as_str).filter(|_| merged);
    let mut evidence: Map<String, Value> = [("merged".to_owned(), json!(merged))].into_iter().collect();
    if let Some(commit) = commit {
        evidence.insert("commit".to_owned(), json!(commit));
    }
    if !merged {
        return not_there(request, evidence);
    }
    if let Some(pinned) = &request.expected.object {
        match commit {
            None => return unknown("malformed-response"),
            Some(commit) if commit != pinned => return not_there(request, evidence),
            Some(_) => {}
        }
    }
    let is_marked = commit.is_some_and(|commit| is_marked(client, tracker, item, commit, &request.effect_id));
    present(if is_marked { "marker-match" } else { "state-match" }, evidence)
}

/// Whether the merged commit has the effect's trailer. That it cannot be read takes nothing from the merge.
fn is_marked(client: &Client<'_>, tracker: &TrackerSettings, item: &Item, commit: &str, effect_id: &str) -> bool {
    if !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    let folder = match tracker.provider {
        Provider::Gitea => "git/commits",
        Provider::GitHub => "commits",
    };
    let Ok(page) = client.get(&format!("/repos/{}/{folder}/{commit}", item.repository)) else { return false };
    let message = page.document.get("commit").and_then(|commit| commit.get("message")).and_then(Value::as_str);
    message.is_some_and(|message| has_trailer(message, effect_id))
}
