//! The graph of a validation.

use assize_engine::{GraphBuilder, GraphError, Step, StepGraph};
use serde::Serialize;
use serde_json::Value;

use super::ValidationPlan;
use super::config::{
    CHECKOUT, CHECKOUT_NODE, CheckoutConfig, PREVIEW, PREVIEW_NODE, RECORD, RECORD_NODE, RUN, RUN_NODE, RecordConfig,
    SIGN, SIGN_NODE,
};

/// The most characters of a check's name in the graph's id.
const ID_CHARS: usize = 64;

/// The graph that runs `plan`: preview, checkout, run, sign, record, one after the other. It says all of what will be done
/// and holds no path and no secret.
///
/// # Errors
///
/// [`GraphError`], which no plan leads to.
pub fn validation_graph(plan: &ValidationPlan) -> Result<StepGraph, GraphError> {
    GraphBuilder::new(format!("validate-{}", slug(&plan.run.check)))
        .name(format!("validate {} on {} for {}", plan.run.check, plan.preview.proposal, plan.preview.stream))
        .step(Step::gate(PREVIEW, PREVIEW_NODE, config(&plan.preview)))
        .step(Step::transform(CHECKOUT, CHECKOUT_NODE, config(&CheckoutConfig::default())))
        .step(Step::transform(RUN, RUN_NODE, config(&plan.run)))
        .step(Step::transform(SIGN, SIGN_NODE, config(&plan.sign)))
        .step(Step::transform(RECORD, RECORD_NODE, config(&RecordConfig::default())))
        .build()
}

fn config(config: &impl Serialize) -> Value {
    // Structs of texts, numbers and lists of both: there is nothing in them that has no JSON.
    serde_json::to_value(config).unwrap_or_default()
}

/// A check's name as part of an id.
fn slug(check: &str) -> String {
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
    check.chars().take(ID_CHARS).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{PreviewConfig, RunConfig, SignConfig};
    use super::*;

    #[test]
    fn the_graph_says_what_will_be_done() {
        let plan = ValidationPlan {
            preview: PreviewConfig { stream: "main".to_owned(), proposal: "topic/é".to_owned() },
            run: RunConfig {
                check: "unit tests".to_owned(),
                argv: vec!["cargo".to_owned(), "test".to_owned(), "$steps.x".to_owned()],
                timeout_ms: 600_000,
                inconclusive_exit: vec![2, 3],
            },
            sign: SignConfig {
                check: "unit tests".to_owned(),
                policy_version: 3,
                env_digest: "0".repeat(64),
                issuer: "service:ci".to_owned(),
            },
            note: None,
        };
        insta::assert_snapshot!(validation_graph(&plan).unwrap().to_text());
    }
}
