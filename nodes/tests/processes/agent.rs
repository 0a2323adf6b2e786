//! Agent lanes with a reviewer that does what the test wants.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use assize_nodes::ReviewRequest;
use assize_schemas::{Finding, LaneOutcome, Reported, Severity, Stopped, Verdict, VerdictFile};
use tokio_util::sync::CancellationToken;

use crate::fake_host::{FakeRepository, FakeReviewers};
use crate::graph::{Setup, agent, graph, lines};

fn reported(severity: Option<Severity>) -> LaneOutcome {
    let finding = |severity| Finding { severity, title: "t".to_owned(), detail: String::new(), file: None, line: None };
    LaneOutcome::Reported(Reported {
        report: VerdictFile { summary: Some("fine".to_owned()), findings: severity.map(finding).into_iter().collect() },
        session_id: Some("s1".to_owned()),
        preset: Some("kimi".to_owned()),
        model: Some("m".to_owned()),
        composed_from: None,
        fallbacks: None,
    })
}

/// Runs one agent lane; `heads` is what HEAD is at each look.
async fn check<F: Future<Output = LaneOutcome> + Send + 'static>(
    heads: &[&'static str],
    timeout_ms: u64,
    review: impl Fn(ReviewRequest, CancellationToken) -> F + Send + Sync + 'static,
    line: &str,
    verdict: Verdict,
) -> assize_schemas::LaneResult {
    let dir = tempfile::tempdir().unwrap();
    let repository = FakeRepository { heads: Mutex::new(heads.to_vec()), ..FakeRepository::at(dir.path()) };
    let mut setup = Setup::new("agent", repository);
    setup.reviewers = Arc::new(FakeReviewers::new(review));
    let mut result = setup.result(&graph(Vec::new(), &[agent("judge", timeout_ms)])).await;
    assert_eq!(lines(&result), [line]);
    assert_eq!(result.verdict, verdict);
    result.lanes.remove(0)
}

#[tokio::test]
async fn a_report_counts_by_its_findings() {
    for (worst, line, verdict) in [
        (None, "judge pass -", Verdict::Pass),
        (Some(Severity::Low), "judge pass -", Verdict::Pass),
        (Some(Severity::High), "judge fail -", Verdict::Block),
    ] {
        let lane = check(&["1", "1"], 60_000, move |_, _| async move { reported(worst) }, line, verdict).await;
        assert_eq!((lane.session_id.as_deref(), lane.model.as_deref()), (Some("s1"), Some("m")));
    }
}

#[tokio::test]
async fn a_reviewer_is_told_what_it_needs() {
    let review = |request: ReviewRequest, _| async move {
        assert_eq!((request.check.id.as_str(), request.review_id.as_str()), ("judge", "test"));
        assert_eq!(request.target, crate::common::target());
        assert!(request.root.is_absolute() && request.run_id.starts_with("test-agent"));
        assert!(request.timeout <= Duration::from_secs(60) && request.timeout > Duration::from_secs(30));
        request.progress.line("reading");
        reported(None)
    };
    check(&["1", "1"], 60_000, review, "judge pass -", Verdict::Pass).await;
}

#[tokio::test]
async fn a_tree_that_changed_voids_the_report() {
    for (heads, error) in [
        (&["1", "2"][..], "the tree changed while this lane ran: HEAD changed"),
        (&["1"][..], "whether the tree changed while this lane ran is not known: git is gone"),
        (&[][..], "the tree could not be looked at: git is gone"),
    ] {
        let line = format!("judge skipped {error}");
        let lane = check(heads, 60_000, |_, _| async { reported(None) }, &line, Verdict::Incomplete).await;
        assert_eq!(lane.preset.as_deref(), Some("kimi"));
        assert!(lane.findings.is_empty() && lane.summary.is_none());
    }
}

#[tokio::test]
async fn time_is_up_even_for_a_reviewer_that_does_not_listen() {
    let deaf = |_, _| async {
        std::future::pending::<()>().await;
        reported(None)
    };
    let line = "judge timeout reviewer exceeded 100ms and was killed";
    let lane = check(&["1", "1"], 100, deaf, line, Verdict::Incomplete).await;
    assert_eq!(lane.preset.as_deref(), Some("kimi"));
}

#[tokio::test]
async fn what_is_reported_after_the_time_is_up_counts_for_nothing() {
    let late = |_, cancel: CancellationToken| async move {
        cancel.cancelled().await;
        reported(None)
    };
    let line = "judge timeout reviewer exceeded 100ms and was killed";
    let lane = check(&["1", "1"], 100, late, line, Verdict::Incomplete).await;
    assert_eq!((lane.session_id.as_deref(), lane.model.as_deref()), (Some("s1"), Some("m")));
    let tidy = |_, cancel: CancellationToken| async move {
        cancel.cancelled().await;
        LaneOutcome::Skipped(Stopped { session_id: Some("s2".to_owned()), ..Stopped::default() })
    };
    let lane = check(&["1", "1"], 100, tidy, line, Verdict::Incomplete).await;
    assert_eq!(lane.session_id.as_deref(), Some("s2"));
}
