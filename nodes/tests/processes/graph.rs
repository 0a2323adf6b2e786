//! The nodes in a graph, as a compiler would put them.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use assize_engine::{Branch, ErrorClass, Event, EventKind, GraphBuilder, Registry, RunReport, Step, StepGraph};
use assize_nodes::{NoReviewers, ReviewNodes, ReviewerHost, RunSetting};
use assize_schemas::{
    AGENT_LANE_NODE, AgentCheck, COMMAND_LANE_NODE, Check, CheckRef, FREEZE_NODE, False, GATE_NODE, LaneStatus, Quorum,
    ReviewId, ReviewResult, Severity, VERDICT_NODE, Verdict, VerdictConfig,
};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::common::{command, environment, eventually, is_alive, pid_in, run_id};
use crate::fake_host::FakeRepository;

pub(crate) fn agent(id: &str, timeout_ms: u64) -> Check {
    Check::Agent(AgentCheck {
        id: CheckRef::parse(id).unwrap(),
        preset: Some("kimi".to_owned()),
        fallback_presets: None,
        rubric: "./rubric.md".to_owned(),
        block_on: Severity::High,
        blocking: true,
        timeout_ms,
        effects: False,
        description: None,
    })
}

fn shell(id: &str, run: &str) -> Check {
    Check::Command(command(id, run, 60_000))
}

fn gate(id: &str, run: &str) -> Step {
    Step::gate(format!("prepare-{id}"), GATE_NODE, json!({"argv": ["sh", "-c", run]}))
}

fn lane(check: &Check) -> Branch {
    let node = if matches!(check, Check::Command(_)) { COMMAND_LANE_NODE } else { AGENT_LANE_NODE };
    let step = Step::transform(format!("lane-{}", check.id()), node, json!({ "check": check }));
    Branch::new(check.id().as_str(), vec![step])
}

/// The graph of a binding with `gates` and `checks`.
pub(crate) fn graph(gates: Vec<Step>, checks: &[Check]) -> StepGraph {
    graph_with(gates, checks, checks.iter().map(|check| check.id().clone()).collect())
}

fn graph_with(gates: Vec<Step>, checks: &[Check], lanes: Vec<CheckRef>) -> StepGraph {
    let mut builder = GraphBuilder::new("review-test-default");
    for gate in gates {
        builder.push(gate);
    }
    let verdict = serde_json::to_value(VerdictConfig { quorum: Quorum::AllBlockingPass, lanes }).unwrap();
    builder
        .step(Step::transform("freeze", FREEZE_NODE, json!({"base": "origin/main"})))
        .step(Step::parallel("lanes", checks.iter().map(lane).collect()))
        .step(Step::transform("verdict", VERDICT_NODE, verdict))
        .build()
        .unwrap()
}

/// Everything a test may set.
pub(crate) struct Setup {
    pub(crate) repository: Arc<FakeRepository>,
    pub(crate) reviewers: Arc<dyn ReviewerHost>,
    pub(crate) cancel: CancellationToken,
    pub(crate) events: Arc<Mutex<Vec<Event>>>,
    pub(crate) name: &'static str,
}

impl Setup {
    pub(crate) fn new(name: &'static str, repository: FakeRepository) -> Self {
        Self {
            repository: Arc::new(repository),
            reviewers: Arc::new(NoReviewers),
            cancel: CancellationToken::new(),
            events: Arc::default(),
            name,
        }
    }

    pub(crate) async fn run(&self, graph: &StepGraph) -> RunReport {
        let mut setting = RunSetting::new(run_id(self.name), ReviewId::parse("test").unwrap());
        setting.environment = environment();
        setting.grace = Duration::from_millis(300);
        let grace = setting.engine_grace();
        let nodes = ReviewNodes::new(Arc::clone(&self.repository) as _, Arc::clone(&self.reviewers), setting);
        let mut registry = Registry::new();
        nodes.register(&mut registry).unwrap();
        nodes.register(&mut registry).unwrap_err();
        let events = Arc::clone(&self.events);
        let run = graph.prepare(&registry).unwrap().grace(grace).cancel_on(self.cancel.clone());
        let report = run.events(move |event| events.lock().unwrap().push(event)).execute().await;
        nodes.finish().await;
        assert!(report.abandoned.is_empty(), "{:?}", report.abandoned);
        report
    }

    pub(crate) async fn result(&self, graph: &StepGraph) -> ReviewResult {
        serde_json::from_value(self.run(graph).await.outcome.unwrap()).unwrap()
    }
}

/// The lanes as `id status error`.
pub(crate) fn lines(result: &ReviewResult) -> Vec<String> {
    let line = |lane: &assize_schemas::LaneResult| {
        format!("{} {} {}", lane.id, lane.status, lane.error.as_deref().unwrap_or("-"))
    };
    result.lanes.iter().map(line).collect()
}

fn dir() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn here(dir: &tempfile::TempDir) -> FakeRepository {
    FakeRepository::at(dir.path())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_review() {
    let dir = dir();
    let setup = Setup::new("whole", here(&dir));
    let gates = vec![gate("one", "echo 1 >> log"), gate("two", "echo 2 >> log")];
    let checks = [
        shell("slow", "sleep 0.1; cat log; echo {base}"),
        shell("pack/red", "echo oh; echo $((1+1)); exit 7"),
        agent("judge", 1000),
    ];
    let result = setup.result(&graph(gates, &checks)).await;
    assert_eq!(result.verdict, Verdict::Block);
    assert_eq!(
        lines(&result),
        ["slow pass -", "pack/red fail -", "judge skipped no reviewer host: this run asks no agents"]
    );
    assert_eq!(result.lanes[1].exit_code, Some(7));
    assert_eq!(result.lanes[1].findings[0].title, "'pack/red' exited with code 7");
    assert_eq!(result.lanes[1].findings[0].detail.trim_end(), "oh\n2");
    assert_eq!(result.lanes[2].preset.as_deref(), Some("kimi"));
    assert!(result.lanes[0].duration_ms >= 100);
    assert_eq!(std::fs::read_to_string(dir.path().join("log")).unwrap(), "1\n2\n");
    assert_eq!(setup.repository.freezes.load(Ordering::Relaxed), 1);
    let events = setup.events.lock().unwrap();
    let shown = events.iter().any(|event| {
        event.step.as_ref().is_some_and(|step| step.as_str() == "lane-pack/red")
            && matches!(&event.kind, EventKind::StepProgress(value) if value["line"].is_string())
    });
    assert!(shown, "{events:?}");
}

#[tokio::test]
async fn a_gate_that_fails_ends_the_run() {
    let dir = dir();
    let setup = Setup::new("gate", here(&dir));
    for (step, code, message) in [
        (gate("fmt", "echo wrong; exit 3"), "exit", "prepare-fmt ended with exit code 3\nwrong"),
        (gate("fmt", "kill -9 $$"), "exit", "prepare-fmt ended with exit code 128"),
        (
            Step::gate("prepare-x", GATE_NODE, json!({"argv": ["no-such-tool"]})),
            "spawn",
            "prepare-x could not start: no-such-tool is not on the search path",
        ),
    ] {
        let error = setup.run(&graph(vec![step], &[shell("a", "true")])).await.outcome.unwrap_err();
        assert_eq!((error.class, error.code.as_deref()), (ErrorClass::Failed, Some(code)));
        assert_eq!(error.message.trim_end(), message);
    }
    assert_eq!(setup.repository.freezes.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_gate_takes_its_arguments_literally_and_knows_its_directory() {
    let dir = dir();
    std::fs::create_dir(dir.path().join("sub")).unwrap();
    let setup = Setup::new("literal", here(&dir));
    let step = Step::gate(
        "prepare-a",
        GATE_NODE,
        json!({"argv": ["sh", "-c", "$0 \"$1\" > out", "/bin/echo", "$steps.freeze $$"], "cwd": "sub"}),
    );
    assert_eq!(setup.result(&graph(vec![step], &[shell("a", "true")])).await.verdict, Verdict::Pass);
    assert_eq!(std::fs::read_to_string(dir.path().join("sub/out")).unwrap(), "$steps.freeze $$\n");
}

#[tokio::test]
async fn a_gate_whose_time_is_up_is_ended() {
    let dir = dir();
    let setup = Setup::new("gate-time", here(&dir));
    let step =
        gate("slow", "trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done").timeout(Duration::from_millis(400));
    let error = setup.run(&graph(vec![step], &[shell("a", "true")])).await.outcome.unwrap_err();
    assert_eq!(error.class, ErrorClass::TimedOut);
    assert_eq!(error.step.unwrap().as_str(), "prepare-slow");
    assert!(!is_alive(pid_in(&dir.path().join("pid")).unwrap()));
}

#[tokio::test]
async fn configurations_are_judged_before_anything_runs() {
    let dir = dir();
    let setup = Setup::new("config", here(&dir));
    let nodes = ReviewNodes::new(
        Arc::clone(&setup.repository) as _,
        Arc::new(NoReviewers),
        RunSetting::new(run_id("config"), ReviewId::parse("test").unwrap()),
    );
    let mut registry = Registry::new();
    nodes.register(&mut registry).unwrap();
    for (step, problem) in [
        (Step::gate("g", GATE_NODE, json!({"argv": []})), "a gate needs a program"),
        (Step::gate("g", GATE_NODE, json!({"argv": ["a"], "cwd": "../x"})), "leads out of the repository"),
        (Step::gate("g", GATE_NODE, json!({"argv": ["a"], "shell": true})), "unknown field `shell`"),
        (Step::transform("g", AGENT_LANE_NODE, json!({"check": shell("a", "b")})), "takes an agent check"),
        (Step::transform("g", COMMAND_LANE_NODE, json!({"check": agent("a", 1)})), "takes a command check"),
    ] {
        let graph = GraphBuilder::new("x")
            .step(Step::transform("freeze", FREEZE_NODE, json!({"base": "origin/main"})))
            .step(step)
            .build()
            .unwrap();
        let error = graph.prepare(&registry).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[tokio::test]
async fn an_error_of_the_freeze_is_the_runs_error() {
    let dir = dir();
    let setup = Setup::new("freeze", FakeRepository { freeze_error: Some("no merge base"), ..here(&dir) });
    let error = setup.run(&graph(Vec::new(), &[shell("a", "touch ran")])).await.outcome.unwrap_err();
    assert_eq!((error.code.as_deref(), error.message.as_str()), (Some("no-merge-base"), "no merge base"));
    assert!(!dir.path().join("ran").exists());
}

#[tokio::test]
async fn a_head_that_moved_voids_every_lane() {
    let dir = dir();
    for (moved, error) in [
        (Ok("HEAD moved from 1 to 2"), "the tree changed while this lane ran: HEAD moved from 1 to 2"),
        (Err("git is gone"), "whether the tree changed while this lane ran is not known: git is gone"),
    ] {
        let setup = Setup::new("moved", FakeRepository { moved: Some(moved), ..here(&dir) });
        let result = setup.result(&graph(Vec::new(), &[shell("a", "true"), shell("b", "exit 1")])).await;
        assert_eq!(result.verdict, Verdict::Incomplete);
        assert_eq!(lines(&result), [format!("a skipped {error}"), format!("b skipped {error}")]);
    }
}

#[tokio::test]
async fn a_lane_without_a_workspace_is_skipped_alone() {
    let dir = dir();
    let setup = Setup::new("workspace", FakeRepository { no_workspace_for: Some("b"), ..here(&dir) });
    let result = setup.result(&graph(Vec::new(), &[shell("a", "true"), shell("b", "true")])).await;
    assert_eq!(lines(&result), ["a pass -", "b skipped no workspace: no room on the disk"]);
    assert_eq!(result.verdict, Verdict::Incomplete);
}

#[tokio::test]
async fn a_lane_that_is_not_there_is_no_pass() {
    let dir = dir();
    let setup = Setup::new("missing", here(&dir));
    let lanes = ["gone", "a"].map(|id| CheckRef::parse(id).unwrap());
    let result = setup.result(&graph_with(Vec::new(), &[shell("a", "true")], lanes.to_vec())).await;
    assert_eq!(lines(&result), ["gone skipped internal error: this lane left no result", "a pass -"]);
    assert_eq!(result.verdict, Verdict::Incomplete);
}

#[tokio::test]
async fn an_output_that_is_no_lane_is_no_pass() {
    struct Odd;
    impl assize_engine::NodeKind for Odd {
        fn name(&self) -> &str {
            "odd"
        }
        fn instantiate(
            &self,
            config: &serde_json::Value,
        ) -> Result<Box<dyn assize_engine::Node>, assize_engine::ConfigError> {
            struct Says(serde_json::Value);
            #[async_trait::async_trait]
            impl assize_engine::Node for Says {
                async fn run(
                    &self,
                    _context: assize_engine::StepContext,
                ) -> Result<serde_json::Value, assize_engine::StepError> {
                    Ok(self.0.clone())
                }
            }
            Ok(Box::new(Says(config.clone())))
        }
    }
    let dir = dir();
    let nodes = ReviewNodes::new(
        Arc::new(here(&dir)),
        Arc::new(NoReviewers),
        RunSetting::new(run_id("odd"), ReviewId::parse("test").unwrap()),
    );
    let mut registry = Registry::new();
    nodes.register(&mut registry).unwrap();
    registry.register(Odd).unwrap();
    let passed =
        json!({"id": "b", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 1});
    for output in [json!(null), json!({"status": "pass"}), passed] {
        let graph = GraphBuilder::new("x")
            .step(Step::transform("freeze", FREEZE_NODE, json!({"base": "origin/main"})))
            .step(Step::parallel("lanes", vec![Branch::new("a", vec![Step::transform("lane-a", "odd", output)])]))
            .step(Step::transform("verdict", VERDICT_NODE, json!({"quorum": "all-blocking-pass", "lanes": ["a"]})))
            .build()
            .unwrap();
        let output = graph.prepare(&registry).unwrap().execute().await.outcome.unwrap();
        let result: ReviewResult = serde_json::from_value(output).unwrap();
        assert_eq!((result.verdict, result.lanes[0].status), (Verdict::Incomplete, LaneStatus::Skipped));
    }
}

#[tokio::test]
async fn a_cancelled_run_leaves_nothing() {
    let dir = dir();
    let setup = Setup::new("cancelled", here(&dir));
    let pid = |name: &str| pid_in(&dir.path().join(name));
    let graph = graph(
        Vec::new(),
        &[
            shell("a", "echo $$ > a; sleep 600"),
            shell("b", "trap '' TERM; echo $$ > b; while :; do sleep 0.05; done"),
            shell("c", "setsid -w sh -c 'echo $$ > c; exec sleep 600'"),
        ],
    );
    let (report, ()) = tokio::join!(setup.run(&graph), async {
        eventually("the lanes are up", || ["a", "b", "c"].iter().all(|name| pid(name).is_some())).await;
        setup.cancel.cancel();
    });
    assert_eq!(report.outcome.unwrap_err().class, ErrorClass::Cancelled);
    for name in ["a", "b"] {
        assert!(!is_alive(pid(name).unwrap()), "{name} outlived the run");
    }
    eventually("the other session is gone", || !is_alive(pid("c").unwrap())).await;
}

#[tokio::test]
async fn a_panic_stays_in_its_lane() {
    let dir = dir();
    let mut setup = Setup::new("panic", here(&dir));
    setup.reviewers = Arc::new(crate::fake_host::FakeReviewers::new(|_, _| async { panic!("oh no") }));
    let result = setup.result(&graph(Vec::new(), &[agent("a", 60_000), shell("b", "true")])).await;
    assert_eq!(result.verdict, Verdict::Incomplete);
    assert!(lines(&result)[0].starts_with("a skipped internal error: the lane panicked"), "{:?}", lines(&result));
    assert_eq!(lines(&result)[1], "b pass -");
    assert_eq!(result.lanes[0].preset.as_deref(), Some("kimi"));
}
