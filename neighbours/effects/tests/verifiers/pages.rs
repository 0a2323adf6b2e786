//! Lists that come in pages.

use assize_effects::Provider;
use serde_json::{Value, json};

use crate::server::{Reply, Server};
use crate::support::{ask, request};
use crate::trackers::{comment, marker, tracker};

fn gitea(page: usize) -> String {
    format!("/api/v1/repos/o/r/issues/7/comments?page={page}&limit=50")
}

fn github(page: usize) -> String {
    format!("/repos/o/r/issues/7/comments?page={page}&per_page=100")
}

fn comments(from: u64, count: u64) -> Value {
    (from..from + count).map(|id| comment(id, "ada", "hi")).collect()
}

fn check(server: &Server, provider: Provider, expect: &str) {
    let target = format!("{}:o/r#7", provider.scheme());
    assert_eq!(ask(&tracker(server, provider), &request("tracker.comment", &target)), expect);
}

const ABSENT: &str = "absent complete-query-no-match";
const INCOMPLETE: &str = "unknown paging-incomplete";

#[test]
fn links_are_followed_to_the_end() {
    let server = Server::new();
    let next = |page| format!("<{}{}>; rel=\"next\"", server.base, github(page));
    server.plays(&github(1), Reply::json(comments(1, 100)).header("Link", &next(2)));
    server.plays(&github(2), Reply::json(comments(101, 100)).header("Link", &next(3)));
    let last = format!("<{}{}>; rel=\"prev\"", server.base, github(2));
    server.plays(&github(3), Reply::json(comments(201, 3)).header("Link", &last));
    check(&server, Provider::GitHub, ABSENT);
    server.plays(&github(3), Reply::json(json!([comment(201, "bot", &marker())])).header("Link", &last));
    check(&server, Provider::GitHub, "present marker-match");
    // Whatever goes wrong on the way, nothing is absent.
    server.plays(&github(3), Reply::status(502));
    check(&server, Provider::GitHub, "unknown server-error");
    server.plays(&github(2), Reply::json(comments(101, 100)).header("Link", "<http://127.0.0.1:1/x>; rel=\"next\""));
    check(&server, Provider::GitHub, "unknown tracker-blocked");
    server.plays(&github(2), Reply::json(comments(1, 100)).header("Link", &next(2)));
    check(&server, Provider::GitHub, INCOMPLETE);
}

#[test]
fn a_full_page_without_links_proves_nothing() {
    let server = Server::new();
    server.plays(&github(1), Reply::json(comments(1, 100)));
    check(&server, Provider::GitHub, INCOMPLETE);
    server.plays(&github(1), Reply::json(comments(1, 99)));
    check(&server, Provider::GitHub, ABSENT);
}

#[test]
fn without_links_pages_are_counted_or_read_to_an_empty_one() {
    let server = Server::new();
    server.plays(&gitea(1), Reply::json(comments(1, 50)).header("X-Total-Count", "70"));
    server.plays(&gitea(2), Reply::json(comments(51, 20)).header("X-Total-Count", "70"));
    check(&server, Provider::Gitea, ABSENT);
    server.plays(&gitea(2), Reply::json(comments(51, 19)).header("X-Total-Count", "70"));
    server.plays(&gitea(3), Reply::json(json!([])).header("X-Total-Count", "70"));
    check(&server, Provider::Gitea, INCOMPLETE);
    let server = Server::new();
    server.plays(&gitea(1), Reply::json(comments(1, 30)));
    server.plays(&gitea(2), Reply::json(json!([])));
    check(&server, Provider::Gitea, ABSENT);
    // A server that gives the same page whatever is asked for.
    server.plays(&gitea(2), Reply::json(comments(1, 30)));
    check(&server, Provider::Gitea, INCOMPLETE);
}

#[test]
fn there_is_an_end_to_pages() {
    let server = Server::new();
    for page in 1..=101 {
        let first = u64::try_from(page).unwrap() * 100;
        let next = format!("<{}{}>; rel=\"next\"", server.base, github(page + 1));
        server.plays(&github(page), Reply::json(comments(first, 1)).header("Link", &next));
    }
    check(&server, Provider::GitHub, INCOMPLETE);
    assert_eq!(server.asked().len(), 100);
}
