//! `assize validate list`.

use std::io::Write as _;

use assize_schemas::whole_time;
use assize_validations::{Attestation, CheckResult, Trust, trust};
use serde_json::Value;

use super::opened::{MAIN, open};
use super::tree::named_tree;
use crate::args::ValidateListArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// The digits of an environment's digest that are shown.
const ENVIRONMENT: usize = 12;

/// Lists what is attested about a tree.
pub(super) fn list(context: &mut Context, args: &ValidateListArgs) -> Result<Exit, Failure> {
    let runtime = runtime()?;
    let stream = runtime.block_on(open(context, MAIN))?;
    let tree = runtime.block_on(named_tree(&stream, &args.tree))?;
    let repository = stream.repository();
    let current = repository.current_policy()?;
    let (policy, version) = current.as_ref().map_or((None, 0), |current| (Some(&current.policy), current.version));
    let recorded = repository.attestations(tree.as_str())?;
    for path in &recorded.damaged {
        context.warn(&format!("{} is damaged and counts for nothing", path.display()));
    }
    let rows: Vec<_> =
        recorded.attestations.iter().map(|attestation| (attestation, trust(policy, version, attestation))).collect();
    if args.json {
        let documents: Vec<_> = rows.iter().map(|(attestation, trust)| document(attestation, *trust)).collect();
        context.output.json(&documents)?;
        return Ok(Exit::DONE);
    }
    for (attestation, trust) in rows {
        let line = context.relay.line(&line(attestation, trust));
        writeln!(context.output, "{line}")?;
    }
    Ok(Exit::DONE)
}

/// An attestation with what it is worth now.
pub(super) fn document(attestation: &Attestation, trust: Trust) -> Value {
    let mut document = attestation.to_value();
    if let Some(members) = document.as_object_mut() {
        members.insert("trust".to_owned(), trust.as_str().into());
    }
    document
}

fn line(attestation: &Attestation, trust: Trust) -> String {
    let millis = i64::try_from(attestation.issued_at()).ok();
    // Times beyond what a calendar holds are shown as they are.
    let time = millis.and_then(chrono::DateTime::from_timestamp_millis).map(whole_time);
    let time = time.unwrap_or_else(|| attestation.issued_at().to_string());
    let result = match attestation.result() {
        CheckResult::Pass => "PASS",
        CheckResult::Fail => "FAIL",
    };
    let environment = attestation.env_digest().get(..ENVIRONMENT).unwrap_or_default();
    format!(
        "{time} {} {} {result} {} v{} {environment} {}",
        attestation.id(),
        attestation.check(),
        attestation.issuer(),
        attestation.policy_version(),
        trust.as_str()
    )
}
