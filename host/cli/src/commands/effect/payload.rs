//! What is sent, and where else it is known.

use std::fs::File;
use std::io::{self, Read};

use assize_effects::digest;
use serde_json::{Map, Value};

use super::failed::Failed;
use crate::args::PayloadArgs;

/// The names that a link can have.
const LINKS: &[&str] = &["operatorDecisionEventId", "operatorDecisionRecordHash", "traceId", "spanId", "toolCallId"];

impl PayloadArgs {
    /// The digest of what is sent, if it was given.
    pub(super) fn given(&self) -> Result<Option<String>, Failed> {
        match (&self.payload_file, &self.payload_digest) {
            (Some(_), Some(_)) => Err(Failed::usage(None, "--payload-file and --payload-digest exclude each other")),
            (None, None) => Ok(None),
            (None, Some(digest)) => {
                let is_digest = digest.strip_prefix("sha256:").is_some_and(|hex| {
                    hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
                });
                if is_digest {
                    return Ok(Some(digest.clone()));
                }
                let message = "--payload-digest must be sha256: and 64 lowercase hex digits";
                Err(Failed::usage(Some("invalid-payload-digest"), message))
            }
            (Some(path), None) => {
                let mut bytes = Vec::new();
                let read = if path.as_os_str() == "-" {
                    io::stdin().lock().read_to_end(&mut bytes)
                } else {
                    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
                };
                read.map_err(|error| Failed::usage(None, format!("cannot read {}: {error}", path.display())))?;
                Ok(Some(digest(&bytes)))
            }
        }
    }

    /// The digest of what is sent.
    pub(super) fn digest(&self) -> Result<String, Failed> {
        self.given()?.ok_or_else(|| Failed::usage(None, "give --payload-file or --payload-digest"))
    }

    /// Where else the effect is known.
    pub(super) fn links(&self) -> Result<Map<String, Value>, Failed> {
        let mut links = Map::new();
        for pair in &self.link {
            let known = pair.split_once('=').filter(|(name, _)| LINKS.contains(name));
            let Some((name, value)) = known else {
                return Err(Failed::usage(
                    None,
                    format!("--link {pair:?} must be name=value, the name one of {}", LINKS.join(", ")),
                ));
            };
            if links.insert(name.to_owned(), value.into()).is_some() {
                return Err(Failed::usage(None, format!("the link {name} is there twice")));
            }
        }
        Ok(links)
    }
}
