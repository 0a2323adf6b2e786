//! The first stage: the attestation itself (AIP-62, "Verification", step 4).

use std::borrow::Cow;

use assize_schemas::{AttestationProblem, Expectation, attestation_verify};
use serde_json::Value;

use crate::verify::{VerifyProblem, VerifyStage};

/// Everything that does not hold of what an attestation says, its signature left aside: that has a stage of its own.
pub(crate) fn content_problems(document: &Value, expectation: Option<&Expectation>) -> Vec<AttestationProblem> {
    attestation_verify(&unsigned(document), expectation)
}

/// Everything that does not hold of the attestation under judgement.
pub(crate) fn judge_content(document: &Value, expectation: &Expectation) -> Vec<VerifyProblem> {
    let problem =
        |found: AttestationProblem| VerifyProblem::new(VerifyStage::Content, found.fault.code(), found.message);
    content_problems(document, Some(expectation)).into_iter().map(problem).collect()
}

fn unsigned(document: &Value) -> Cow<'_, Value> {
    if document.pointer("/attestor/signature").is_none() {
        return Cow::Borrowed(document);
    }
    let mut document = document.clone();
    if let Some(attestor) = document.get_mut("attestor").and_then(Value::as_object_mut) {
        attestor.shift_remove("signature");
    }
    Cow::Owned(document)
}
