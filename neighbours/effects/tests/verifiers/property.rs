//! `absent` is never reported on an error, a timeout, unfinished paging or a young intent.

use assize_effects::Provider;
use chrono::{TimeDelta, Utc};
use proptest::prelude::*;
use serde_json::json;

use crate::server::{Reply, Server};
use crate::support::{ask, request};
use crate::trackers::{comment, tracker};

/// One way in which a page goes wrong.
#[derive(Debug, Clone)]
enum Wrong {
    Status(u16),
    Limited,
    NotJson,
    NotAList,
    NoNumber,
    Elsewhere,
    Endless,
}

fn wrong() -> impl Strategy<Value = Wrong> {
    prop_oneof![
        prop_oneof![Just(301_u16), Just(401), Just(403), Just(404), Just(410), Just(429), 500_u16..600]
            .prop_map(Wrong::Status),
        Just(Wrong::Limited),
        Just(Wrong::NotJson),
        Just(Wrong::NotAList),
        Just(Wrong::NoNumber),
        Just(Wrong::Elsewhere),
        Just(Wrong::Endless),
    ]
}

fn path(page: usize) -> String {
    format!("/repos/o/r/issues/7/comments?page={page}&per_page=100")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_goes_wrong_is_absence(pages in 0_usize..4, wrong in wrong()) {
        let server = Server::new();
        let next = |page: usize| format!("<{}{}>; rel=\"next\"", server.base, path(page));
        for page in 1..=pages {
            let items = json!([comment(u64::try_from(page).unwrap(), "ada", "hi")]);
            server.plays(&path(page), Reply::json(items).header("Link", &next(page + 1)));
        }
        let last = pages + 1;
        let reply = match &wrong {
            Wrong::Status(status) => Reply::status(*status),
            Wrong::Limited => Reply::status(403).header("Retry-After", "1"),
            Wrong::NotJson => Reply::json("[{]"),
            Wrong::NotAList => Reply::json("{}"),
            Wrong::NoNumber => Reply::json("[{\"body\": \"x\"}]"),
            Wrong::Elsewhere => Reply::json("[]").header("Link", "<http://127.0.0.1:1/>; rel=\"next\""),
            Wrong::Endless => Reply::json(json!([comment(99, "ada", "hi")])).header("Link", &next(last)),
        };
        server.plays(&path(last), reply);
        let answer = ask(&tracker(&server, Provider::GitHub), &request("tracker.comment", "github:o/r#7"));
        prop_assert!(answer.starts_with("unknown "), "{answer}");
    }

    #[test]
    fn a_young_intent_is_never_absent(seconds in 0_i64..59) {
        let server = Server::new();
        server.plays(&path(1), Reply::json("[]"));
        let mut young = request("tracker.comment", "github:o/r#7");
        young.intent_recorded_at = Some(Utc::now() - TimeDelta::seconds(seconds));
        prop_assert_eq!(ask(&tracker(&server, Provider::GitHub), &young), "unknown consistency-lag");
    }
}
