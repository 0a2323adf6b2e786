//! What holds for every graph.

use std::{collections::HashMap, num::NonZeroUsize, time::Duration};

use assize_engine::{Branch, GraphBuilder, Step, StepGraph};
use proptest::prelude::*;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::{
    kinds::{ids, nap, registry, told, value},
    log::{Log, check},
};

/// A step of a random graph: how long it takes, which of the steps before it it names (by how far back), and the steps
/// of a branch if it is to be a `parallel` one.
#[derive(Debug, Clone)]
struct Plan {
    ms: u64,
    back: Option<Vec<usize>>,
    inside: Vec<u64>,
}

fn plans() -> impl Strategy<Value = Vec<Plan>> {
    let back = prop::option::of(prop::collection::vec(1_usize..6, 0..4));
    let inside = prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(0_u64..20, 1..4)];
    let plan = (0_u64..20, back, inside).prop_map(|(ms, back, inside)| Plan { ms, back, inside });
    prop::collection::vec(plan, 1..25)
}

/// The graph, and for each top-level step those it must come after.
fn build(plans: &[Plan]) -> (StepGraph, HashMap<String, Vec<String>>) {
    let mut builder = GraphBuilder::new("g");
    let mut waits = HashMap::new();
    for (number, plan) in plans.iter().enumerate() {
        let id = format!("s{number}");
        let leaf = |id: &str, ms: u64| if ms < 5 { value(id, json!(id)) } else { nap(id, ms) };
        let step = if plan.inside.is_empty() {
            leaf(&id, plan.ms)
        } else {
            let branch = |(b, ms): (usize, &u64)| Branch::new(format!("b{b}"), vec![leaf(&format!("{id}.{b}"), *ms)]);
            Step::parallel(id.clone(), plan.inside.iter().enumerate().map(branch).collect())
        };
        let names = |back: &Vec<usize>| -> Vec<String> {
            back.iter().filter_map(|back| number.checked_sub(*back)).map(|before| format!("s{before}")).collect()
        };
        let (step, after) = match &plan.back {
            Some(back) => (step.after(names(back)), names(back)),
            None => (step, names(&vec![1])),
        };
        waits.insert(id, after);
        builder.push(step);
    }
    let all: Vec<String> = (0..plans.len()).map(|number| format!("$steps.s{number}")).collect();
    (builder.result(json!(all)).build().expect("valid"), waits)
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_step_runs_once_and_after_those_it_waits_for(plans in plans(), limit in 1_usize..5) {
        let (graph, waits) = build(&plans);
        let run = || graph.prepare(&registry()).expect("ready");
        let log = Log::default();
        let report = runtime().block_on(run().events(log.clone()).execute());
        check(&log.events());
        prop_assert_eq!(report.completed.len(), graph.step_count());
        let place = |lines: &[String], line: String| lines.iter().position(|other| *other == line);
        let lines = log.lines();
        for (id, before) in &waits {
            let started = place(&lines, format!("step.started {id}"));
            for before in before {
                prop_assert!(place(&lines, format!("step.completed {before}")) < started, "{} before {}", before, id);
            }
        }
        // The answer does not depend on how many may run at once, nor the order of starts on anything but the graph.
        let limit = NonZeroUsize::new(limit).expect("not zero");
        let bounded = runtime().block_on(run().max_concurrency(limit).execute());
        prop_assert_eq!(told(&bounded), told(&report));
        prop_assert!(bounded.max_in_flight <= limit.get());
        let again = runtime().block_on(run().execute());
        prop_assert_eq!(ids(&again.started), ids(&report.started));
        prop_assert_eq!(ids(&again.completed), ids(&report.completed));
    }

    #[test]
    fn whenever_it_is_cancelled_a_run_ends_once(plans in plans(), at in 0_u64..60, drops in any::<bool>()) {
        let (graph, _) = build(&plans);
        let log = Log::default();
        let run = graph.prepare(&registry()).expect("ready").events(log.clone());
        runtime().block_on(async {
            if drops {
                let _ = tokio::time::timeout(Duration::from_millis(at), run.execute()).await;
            } else {
                let token = CancellationToken::new();
                let cancel = token.clone();
                let task = tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(at)).await;
                    cancel.cancel();
                });
                run.cancel_on(token).execute().await;
                task.abort();
            }
            // Nothing follows, however long one waits.
            let told = log.events().len();
            tokio::time::sleep(Duration::from_secs(3_600)).await;
            assert_eq!(log.events().len(), told);
        });
        check(&log.events());
    }
}
