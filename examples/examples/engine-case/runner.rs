//! Running one case.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use assize_engine::{Branch, Registry, Step, StepGraph, StepKind};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    answer::{Answer, Failure, Refusal},
    case::Case,
    data::DataKind,
    gate::GateKind,
    lower,
    recorder::{Log, Recorder},
    timed::TimedKind,
};

/// Answers one line, whatever is in it.
pub(crate) async fn answer(line: &[u8]) -> Answer {
    run(line).await.unwrap_or_else(Answer::from)
}

async fn run(line: &[u8]) -> Result<Answer, Refusal> {
    let case: Case = serde_json::from_slice(line).map_err(|error| Refusal::invalid(error.to_string()))?;
    let graph = lower::graph(case.graph)?.build();
    let graph = graph.map_err(|error| Refusal::of(&error.problems, error.to_string()))?;
    let (log, recorder) = (Log::default(), Recorder::default());
    let registry = registry(&log)?;
    let run = graph.prepare(&registry).map_err(|error| Refusal::of(&error.problems, error.to_string()))?;
    let cancel = CancellationToken::new();
    let mut run = run.input(case.input).events(recorder.clone()).cancel_on(cancel.clone());
    if let Some(most) = case.max_concurrency {
        run = run.max_concurrency(most);
    }

    let begin = Instant::now();
    let canceller = match case.cancel_at_ms {
        // Before the first step, not merely soon after.
        Some(0) => {
            cancel.cancel();
            None
        }
        Some(at) => Some(tokio::spawn(async move {
            sleep(Duration::from_millis(at)).await;
            cancel.cancel();
        })),
        None => None,
    };
    let report = match case.drop_at_ms {
        // When the time is over, the future of the run is dropped.
        Some(at) => timeout(Duration::from_millis(at), run.execute()).await.ok(),
        None => Some(run.execute().await),
    };
    let elapsed = begin.elapsed();
    if let Some(canceller) = canceller {
        canceller.abort();
    }
    if let Some(settle) = case.settle_ms {
        sleep(Duration::from_millis(settle)).await;
    }

    let (outcome, output, error) = match report.map(|report| report.outcome) {
        Some(Ok(output)) => ("ok", Some(output), None),
        Some(Err(error)) => {
            let failure = Failure::from(error);
            (if failure.class == "cancelled" { "cancelled" } else { "failed" }, None, Some(failure))
        }
        None => {
            let message = "the run was dropped".to_owned();
            ("cancelled", None, Some(Failure { step: None, class: "cancelled", message }))
        }
    };
    let composites = composites(&graph);
    Ok(Answer {
        outcome,
        output,
        error,
        ran: recorder.started(),
        completed: recorder.completed(),
        log: log.read(),
        events: recorder.names(),
        elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        max_in_flight: recorder.max_in_flight(|id| !composites.contains(id)),
    })
}

fn registry(log: &Log) -> Result<Registry, Refusal> {
    let mut registry = Registry::new();
    let registered = registry
        .register(DataKind)
        .and_then(|registry| registry.register(TimedKind(log.clone())))
        .and_then(|registry| registry.register(GateKind))
        .map(|_| ());
    registered.map_err(|error| Refusal::invalid(error.to_string()))?;
    Ok(registry)
}

/// The ids of all `parallel` steps.
fn composites(graph: &StepGraph) -> HashSet<&str> {
    let mut found = HashSet::new();
    let mut pending: Vec<&Step> = graph.steps().iter().collect();
    while let Some(step) = pending.pop() {
        if step.kind() == StepKind::Parallel {
            found.insert(step.id());
        }
        pending.extend(step.branches().iter().flat_map(Branch::steps));
    }
    found
}
