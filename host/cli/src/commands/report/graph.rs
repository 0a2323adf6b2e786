//! The graph of a review that was recorded before.

use std::collections::BTreeSet;
use std::path::Path;

use assize_engine::{Branch, StepGraph};
use assize_host::{GraphRequest, Host};
use assize_schemas::{Attestation, LANES_STEP, Sha256Hex};
use assize_store::read_bounded;
use tokio::runtime::Runtime;

/// The largest manifest, in bytes.
const MANIFEST_LIMIT: u64 = 1 << 20;

/// The graph that the manifest at `manifest` compiles to, if it is still the one that was recorded, and has the lanes that
/// ran.
pub(crate) fn recorded_graph(
    runtime: &Runtime,
    host: &Host,
    manifest: &Path,
    attestation: &Attestation,
) -> Option<StepGraph> {
    let bytes = read_bounded(manifest, MANIFEST_LIMIT).ok()??;
    if Sha256Hex::of(&bytes).as_str() != attestation.manifest_sha {
        return None;
    }
    let mut request = GraphRequest::new(manifest.parent()?);
    request.manifest = Some(manifest.to_owned());
    request.binding = Some(attestation.binding.clone());
    let graph = runtime.block_on(host.graph(&request)).ok()?;
    let lanes = graph.steps().iter().find(|step| step.id() == LANES_STEP)?;
    let compiled: BTreeSet<&str> = lanes.branches().iter().map(Branch::id).collect();
    let ran: BTreeSet<&str> = attestation.lanes.iter().map(|lane| lane.id.as_str()).collect();
    (compiled == ran).then_some(graph)
}
