//! Prepare checks that leave a record before they run and when they ended.

use std::sync::Arc;

use assize_engine::{Node, OnCancel, StepContext, StepError};
use assize_schemas::repo_slug;
use async_trait::async_trait;
use serde_json::Value;

use crate::pipeline::Plan;
use crate::{Host, Notice, NoticeCode, PrepareEffect, PrepareEnd, PrepareRecord, RunEvent, RunObserver};

/// Who keeps the record of a run's prepare checks, and what they have in common.
#[derive(Clone)]
pub(crate) struct GateRecord {
    record: Arc<dyn PrepareRecord>,
    observer: Arc<dyn RunObserver>,
    /// The effect of no check yet.
    common: PrepareEffect,
}

impl GateRecord {
    /// The record of a run; `None` where none is kept.
    pub(crate) fn of(host: &Host, plan: &Plan, observer: &Arc<dyn RunObserver>) -> Option<Self> {
        let common = PrepareEffect {
            root: plan.place.checkout.root.clone(),
            repository: repo_slug(&plan.place.remote),
            binding: plan.binding.name.to_string(),
            check: String::new(),
            head: plan.range.head.to_string(),
        };
        Some(Self { record: host.prepare_record()?.clone(), observer: observer.clone(), common })
    }

    fn effect(&self, step: &str) -> PrepareEffect {
        let check = step.strip_prefix("prepare-").unwrap_or(step).to_owned();
        PrepareEffect { check, ..self.common.clone() }
    }

    fn notice(&self, code: NoticeCode, message: String) {
        self.observer.observe(RunEvent::Notice(Notice { code, message }));
    }

    /// Does something with the record on a thread that may wait.
    async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn PrepareRecord) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let record = self.record.clone();
        tokio::task::spawn_blocking(move || work(&*record)).await.unwrap_or_else(|error| Err(error.to_string()))
    }
}

/// A gate that leaves a record.
pub(crate) struct RecordedGate {
    pub(crate) node: Box<dyn Node>,
    pub(crate) record: GateRecord,
}

#[async_trait]
impl Node for RecordedGate {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let effect = self.record.effect(context.id().as_str());
        let cancel = context.cancellation();
        let begun = effect.clone();
        let told = self.record.ask(move |record| record.begin(&begun)).await.map_err(|error| {
            StepError::failed(format!("{} was not run, because it cannot be recorded: {error}", effect.check))
        })?;
        for message in told {
            self.record.notice(NoticeCode::InterruptedPrepare, message);
        }
        if cancel.is_cancelled() {
            return Err(StepError::failed(format!("{} was ended before it was done", effect.check)).code("cancelled"));
        }
        let ran = self.node.run(context).await;
        let end = match &ran {
            Ok(_) => PrepareEnd::Passed,
            // The gate gives this code to a command that ended by itself, and to no other.
            Err(error) if error.given_code() == Some("exit") => PrepareEnd::Failed,
            Err(_) => return ran,
        };
        let check = effect.check.clone();
        let recorded = self.record.ask(move |record| record.end(&effect, end)).await;
        match (ran, recorded) {
            (ran, Ok(())) => ran,
            (Ok(_), Err(error)) => {
                Err(StepError::failed(format!("{check} ran, and how it ended cannot be recorded: {error}")))
            }
            (Err(first), Err(error)) => {
                let message = format!("that {check} failed cannot be recorded: {error}");
                self.record.notice(NoticeCode::PrepareNotRecorded, message);
                Err(first)
            }
        }
    }

    fn on_cancel(&self) -> OnCancel {
        self.node.on_cancel()
    }
}
