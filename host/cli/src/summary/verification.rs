//! What a verification came to.

use std::fmt::Write as _;

use assize_host::{Absence, SignatureStatus, VerifyStage, VerifyView};

use super::annotation::{could_not_run, error};
use crate::palette::{Palette, Tone};
use crate::text::Relay;

/// A verification, about to be told. Each part is text that ends with a line end, or nothing.
#[derive(Clone, Copy)]
pub(crate) struct Verification<'v> {
    view: &'v VerifyView,
    palette: Palette,
    relay: Relay,
}

impl<'v> Verification<'v> {
    /// A verification in the colours of the stream that it is for.
    pub(crate) fn new(view: &'v VerifyView, palette: Palette, relay: Relay) -> Self {
        Self { view, palette, relay }
    }

    /// The outcome with one sentence of what was compared, and what is known of the signature.
    pub(crate) fn heading(self) -> String {
        let (word, tone) = match (self.view.ok, self.view.reason) {
            (true, _) => ("verified:", Tone::Good),
            (false, Some(Absence::NotFound)) => ("not found:", Tone::Bad),
            (false, Some(Absence::NotExported)) => ("not exported:", Tone::Unsure),
            (false, _) => ("not verified:", Tone::Bad),
        };
        let mut text = format!("{} {}\n", self.palette.paint(tone, word), self.relay.line(&self.view.summary));
        if self.view.path.is_some() {
            let (tone, signature) = self.signature();
            // Writing to a String cannot fail.
            let _ = writeln!(text, "signature: {}", self.palette.paint(tone, self.relay.line(&signature)));
        }
        text
    }

    /// A name stands for somebody only when the key may speak for it (rulings 25).
    fn signature(self) -> (Tone, String) {
        let signature = &self.view.signature;
        let principal = signature.principal.as_deref().unwrap_or("nobody");
        let key = signature.key_fingerprint.as_deref().unwrap_or("no key");
        match signature.status {
            SignatureStatus::Verified => (Tone::Good, format!("verified, {principal} with the key {key}")),
            SignatureStatus::Claimed => {
                (Tone::Unsure, format!("{principal} with the key {key}: claimed, not verified"))
            }
            SignatureStatus::None => (Tone::Unsure, "none".to_owned()),
            _ => (Tone::Bad, format!("invalid; {principal} with the key {key}: claimed, not verified")),
        }
    }

    /// Everything that does not hold, and what should be known besides.
    pub(crate) fn details(self) -> String {
        let mut text = String::new();
        for problem in &self.view.problems {
            let stage = self.palette.paint(Tone::Bad, stage_word(problem.stage));
            let _ =
                writeln!(text, "{stage}: {} ({})", self.relay.line(&problem.message), self.relay.line(&problem.code));
        }
        for note in &self.view.notes {
            let _ = writeln!(text, "{} {}", self.palette.paint(Tone::Strong, "note:"), self.relay.line(&note.message));
        }
        text
    }
}

fn stage_word(stage: VerifyStage) -> &'static str {
    match stage {
        VerifyStage::ComposedFrom => "composedFrom",
        VerifyStage::Packs => "packs",
        VerifyStage::Signature => "signature",
        _ => "attestation",
    }
}

/// The annotations of a verification: one a problem, one for what is missing or could not be carried out, none when it
/// holds or nothing is exported.
pub(crate) fn of_verification(view: &VerifyView) -> String {
    match (&view.error, view.reason) {
        (Some(why), _) => could_not_run(why),
        (None, Some(Absence::NotFound)) => error("review attestation missing", &view.summary),
        (None, Some(_)) => String::new(),
        (None, None) => view.problems.iter().map(|problem| error(title(problem.stage), &problem.message)).collect(),
    }
}

fn title(stage: VerifyStage) -> &'static str {
    match stage {
        VerifyStage::ComposedFrom => "review composedFrom invalid",
        VerifyStage::Packs => "review pack digest invalid",
        VerifyStage::Signature => "review signature invalid",
        _ => "review attestation invalid",
    }
}
