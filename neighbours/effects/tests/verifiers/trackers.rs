//! Every row of the trackers' table.

use std::time::Duration;

use assize_effects::{Expected, Provider, Registry, TrackerSettings};
use chrono::Utc;
use serde_json::{Value, json};

use crate::server::{Reply, Server};
use crate::support::{ID, ask, ask_for, registry, request, told};

pub(crate) fn tracker(server: &Server, provider: Provider) -> Registry {
    let token = Some("hidden".to_owned());
    let settings = TrackerSettings::new(provider, &server.base, vec!["o/r".to_owned()], "bot", token).unwrap();
    registry(std::path::Path::new("/"), vec![settings.with_timeout(Duration::from_secs(10))])
}

pub(crate) fn comment(id: u64, author: &str, body: &str) -> Value {
    json!({"id": id, "user": {"login": author}, "body": body})
}

pub(crate) fn marker() -> String {
    format!("done\n<!-- aiwg-effect: {ID} -->\n")
}

const GITEA: &str = "/api/v1/repos/o/r/issues/7/comments?page=1&limit=50";
const GITHUB: &str = "/repos/o/r/issues/7/comments?page=1&per_page=100";

fn both(check: impl Fn(&Server, &Registry, &str, &str)) {
    let server = Server::new();
    check(&server, &tracker(&server, Provider::Gitea), GITEA, "gitea:o/r#7");
    let server = Server::new();
    check(&server, &tracker(&server, Provider::GitHub), GITHUB, "github:o/r#7");
}

#[test]
fn comments() {
    both(|server, registry, path, target| {
        let is = |items: Value, expect: &str| {
            let count = items.as_array().unwrap().len().to_string();
            server.plays(path, Reply::json(items).header("X-Total-Count", &count));
            assert_eq!(ask(registry, &request("tracker.comment", target)), expect);
        };
        is(json!([comment(1, "ada", "hi"), comment(2, "bot", &marker())]), "present marker-match");
        is(json!([comment(1, "ada", &marker()), comment(2, "Bot", &marker())]), "present marker-match");
        is(json!([comment(1, "ada", &marker())]), "unknown evidence-conflict");
        is(json!([comment(1, "bot", "hi")]), "absent complete-query-no-match");
        is(json!([]), "absent complete-query-no-match");
        let mut young = request("tracker.comment", target);
        young.intent_recorded_at = Some(Utc::now());
        assert_eq!(ask(registry, &young), "unknown consistency-lag");
        young.intent_recorded_at = None;
        assert_eq!(ask(registry, &young), "unknown consistency-lag");
        let asked = server.asked();
        let token = if target.starts_with("gitea") { "token hidden" } else { "bearer hidden" };
        assert!(asked.iter().all(|line| line.starts_with("GET ") && line.ends_with(token)), "{asked:?}");
    });
}

#[test]
fn refusals_and_errors() {
    both(|server, registry, path, target| {
        let is = |reply: Reply, expect: &str| {
            let status = reply.status;
            server.plays(path, reply);
            assert_eq!(ask(registry, &request("tracker.comment", target)), format!("unknown {expect}"), "{status}");
        };
        is(Reply::status(401), "auth-denied");
        is(Reply::status(403), "auth-denied");
        is(Reply::status(403).header("X-RateLimit-Remaining", "0"), "rate-limited");
        is(Reply::status(403).header("Retry-After", "9"), "rate-limited");
        is(Reply::status(403).header("X-RateLimit-Remaining", "12"), "auth-denied");
        is(Reply::status(429), "rate-limited");
        is(Reply::status(404), "container-unreadable");
        is(Reply::status(410), "container-unreadable");
        is(Reply::status(500), "server-error");
        is(Reply::status(503), "server-error");
        is(Reply::status(302).header("Location", "http://127.0.0.1:1/x"), "tracker-blocked");
        is(Reply::status(418), "malformed-response");
        is(Reply::json("nonsense"), "malformed-response");
        is(Reply::json("{}"), "malformed-response");
        is(Reply::json(r#"[{"id":1,"id":2}]"#), "malformed-response");
        is(Reply::json("[{}]"), "malformed-response");
        is(Reply::json(format!("[\"{}\"]", "x".repeat(2 * 1024 * 1024))), "malformed-response");
    });
}

#[test]
fn a_server_that_is_silent_or_gone() {
    let server = Server::new();
    let registry = tracker(&server, Provider::Gitea);
    server.plays(GITEA, Reply { silent: true, ..Reply::status(200) });
    let request = request("tracker.comment", "gitea:o/r#7");
    let verified = ask_for(&registry, &request, Duration::from_millis(100));
    assert_eq!(told(&verified), "unknown timeout");
    // The client's own limit is a timeout as well.
    let settings = TrackerSettings::new(Provider::Gitea, &server.base, vec!["o/r".to_owned()], "bot", None).unwrap();
    let impatient =
        crate::support::registry(std::path::Path::new("/"), vec![settings.with_timeout(Duration::from_millis(100))]);
    assert_eq!(ask(&impatient, &request), "unknown timeout");
    let nobody =
        TrackerSettings::new(Provider::Gitea, "http://127.0.0.1:9", vec!["o/r".to_owned()], "bot", None).unwrap();
    assert_eq!(
        ask(&crate::support::registry(std::path::Path::new("/"), vec![nobody]), &request),
        "unknown network-error"
    );
}

#[test]
fn only_what_is_configured_is_asked() {
    let server = Server::new();
    let registry = tracker(&server, Provider::Gitea);
    for (target, expect) in [
        ("gitea:o/other#7", "tracker-blocked"),
        ("github:o/r#7", "tracker-blocked"),
        ("gitea:o/r", "malformed-response"),
        ("gitea:o/r#0", "malformed-response"),
        ("gitea:o/r#07", "malformed-response"),
        ("gitea:o/r#x", "malformed-response"),
        ("gitea:o/../r#7", "malformed-response"),
        ("git:o/r#7", "malformed-response"),
    ] {
        for kind in ["tracker.comment", "tracker.issue.closed", "tracker.pr.merged"] {
            assert_eq!(ask(&registry, &request(kind, target)), format!("unknown {expect}"), "{target}");
        }
    }
    assert!(server.asked().is_empty());
    for bad in ["http://git.example", "https://user@git.example", "ftp://x", "https://"] {
        assert!(TrackerSettings::new(Provider::Gitea, bad, Vec::new(), "bot", None).is_err(), "{bad}");
    }
}

#[test]
fn issues() {
    both(|server, registry, path, target| {
        let path = path.split("/comments").next().unwrap();
        let is = |reply: Reply, expect: &str| {
            server.plays(path, reply);
            assert_eq!(ask(registry, &request("tracker.issue.closed", target)), expect);
        };
        is(Reply::json(json!({"number": 7, "state": "closed"})), "present state-match");
        is(Reply::json(json!({"number": 7, "state": "open"})), "absent complete-query-no-match");
        is(Reply::json(json!({"number": 8, "state": "closed"})), "unknown malformed-response");
        is(Reply::json(json!({"number": 7, "state": "odd"})), "unknown malformed-response");
        is(Reply::status(404), "unknown container-unreadable");
        is(Reply::status(500), "unknown server-error");
        server.plays(path, Reply::json(json!({"number": 7, "state": "open"})));
        let mut young = request("tracker.issue.closed", target);
        young.intent_recorded_at = Some(Utc::now());
        assert_eq!(ask(registry, &young), "unknown consistency-lag");
    });
}

#[test]
fn pull_requests() {
    both(|server, registry, path, target| {
        let path = path.split("/comments").next().unwrap().replace("issues", "pulls");
        let (sha, other) = ("1".repeat(40), "2".repeat(40));
        let folder = if target.starts_with("gitea") { "/api/v1/repos/o/r/git/commits" } else { "/repos/o/r/commits" };
        let is = |pinned: Option<&str>, reply: Value, expect: &str| {
            server.plays(&path, Reply::json(reply));
            let mut request = request("tracker.pr.merged", target);
            request.expected = Expected { object: pinned.map(str::to_owned), ..Expected::default() };
            assert_eq!(ask(registry, &request), expect);
        };
        let merged = json!({"number": 7, "merged": true, "merge_commit_sha": sha});
        is(None, merged.clone(), "present state-match");
        is(Some(&sha), merged.clone(), "present state-match");
        is(Some(&other), merged.clone(), "absent complete-query-no-match");
        is(None, json!({"number": 7, "merged": false, "merge_commit_sha": sha}), "absent complete-query-no-match");
        is(None, json!({"number": 7}), "unknown malformed-response");
        is(None, json!({"number": 9, "merged": true}), "unknown malformed-response");
        is(Some(&sha), json!({"number": 7, "merged": true}), "unknown malformed-response");
        let message = format!("Merge\n\nEffect-Id: {ID}\n");
        server.plays(&format!("{folder}/{sha}"), Reply::json(json!({"commit": {"message": message}})));
        is(Some(&sha), merged, "present marker-match");
    });
}
