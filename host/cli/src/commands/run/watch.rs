//! When the checks of a run began and ended.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use assize_host::{RunEvent, RunObserver};
use assize_schemas::{CheckRef, ReportedSpan, SpanKind};

use crate::progress::Progress;

/// Hands everything on to the progress, and keeps when each check began and ended.
pub(super) struct Watch {
    progress: Arc<Progress>,
    times: Mutex<Times>,
}

#[derive(Default)]
struct Times {
    began: Option<Instant>,
    running: BTreeMap<(bool, CheckRef), u64>,
    ended: Vec<ReportedSpan>,
}

impl Watch {
    /// A watch that nothing was seen by yet.
    pub(super) fn new(progress: Arc<Progress>) -> Self {
        Self { progress, times: Mutex::default() }
    }

    /// What was seen, in the order it began.
    pub(super) fn timeline(&self) -> Vec<ReportedSpan> {
        let mut spans = self.times.lock().unwrap_or_else(PoisonError::into_inner).ended.clone();
        spans.sort_by_key(|span| span.start_ms);
        spans
    }
}

impl RunObserver for Watch {
    fn observe(&self, event: RunEvent) {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).take(&event, Instant::now());
        self.progress.observe(event);
    }
}

impl Times {
    fn take(&mut self, event: &RunEvent, now: Instant) {
        let began = *self.began.get_or_insert(now);
        let at = u64::try_from(now.duration_since(began).as_millis()).unwrap_or(u64::MAX);
        match event {
            RunEvent::Started(_) => self.began = Some(now),
            RunEvent::PrepareStarted { check } => self.start(SpanKind::Prepare, check, at),
            RunEvent::PrepareFinished { check, .. } => self.end(SpanKind::Prepare, check, at),
            RunEvent::LaneStarted { lane } => self.start(SpanKind::Lane, lane, at),
            RunEvent::LaneSettled(lane) => self.end(SpanKind::Lane, &lane.id, at),
            _ => {}
        }
    }

    fn start(&mut self, kind: SpanKind, check: &CheckRef, at: u64) {
        self.running.insert((kind == SpanKind::Lane, check.clone()), at);
    }

    fn end(&mut self, kind: SpanKind, check: &CheckRef, at: u64) {
        if let Some(start_ms) = self.running.remove(&(kind == SpanKind::Lane, check.clone())) {
            self.ended.push(ReportedSpan { id: check.to_string(), kind, start_ms, end_ms: at.max(start_ms) });
        }
    }
}
