//! What came of lanes and of a review: signs and colours that mean the same everywhere.

use std::collections::HashMap;

use assize_schemas::{Attestation, LaneStatus, Verdict};

use crate::face::Tone;
use crate::layout::{Arrangement, Body};

/// A sign with the class of its colours. The word for it stands beside it, or in a tooltip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) sign: &'static str,
    pub(crate) class: &'static str,
}

impl Mark {
    const GOOD: Self = Self { sign: "✓", class: "good" };
    const BAD: Self = Self { sign: "✗", class: "bad" };
    const UNSURE: Self = Self { sign: "!", class: "unsure" };

    /// The mark of a lane.
    pub(crate) fn of_status(status: LaneStatus) -> Self {
        match status {
            LaneStatus::Pass => Self::GOOD,
            LaneStatus::Fail => Self::BAD,
            LaneStatus::Timeout => Self::UNSURE,
            LaneStatus::Skipped => Self { sign: "–", ..Self::UNSURE },
        }
    }

    /// The mark of a review.
    pub(crate) fn of_verdict(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pass => Self::GOOD,
            Verdict::Block => Self::BAD,
            Verdict::Incomplete => Self::UNSURE,
        }
    }
}

/// Puts onto the steps of a review what came of them.
pub(crate) fn mark_results(arrangement: &mut Arrangement, attestation: &Attestation) {
    let lanes = attestation.lanes.iter().map(|lane| (lane.id.as_str(), Mark::of_status(lane.status))).collect();
    mark_steps(arrangement, &lanes, Mark::of_verdict(attestation.verdict));
}

fn mark_steps(arrangement: &mut Arrangement, lanes: &HashMap<&str, Mark>, verdict: Mark) {
    for placed in &mut arrangement.blocks {
        match &mut placed.block.body {
            Body::Step(face) => {
                face.mark = match face.tone {
                    Tone::Command | Tone::Agent => lanes.get(face.title.as_str()).copied(),
                    Tone::Verdict => Some(verdict),
                    Tone::Gate | Tone::Transform => None,
                };
            }
            Body::Group { inside, .. } => mark_steps(inside, lanes, verdict),
        }
    }
}
