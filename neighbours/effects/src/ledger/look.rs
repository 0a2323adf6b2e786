//! Looking an effect up on disk, without reading the whole ledger.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom};

use serde_json::Value;

use super::error::LedgerError;
use super::open::Ledger;
use super::tail::line_before;
use crate::files::{LedgerFiles as _, segment_path};
use crate::identity::read_effect_id;
use crate::index::IndexRole;
use crate::keyring::TrustedKeys;
use crate::line::{Line, Position};
use crate::lookup::{Found, Lookup, LookupError, lookup};
use crate::offsets::{Offsets, Spot};
use crate::verify::{Failure, explain, read_keyring};

impl Ledger {
    /// What the ledger says of an effect. Where its records are comes from a cache that can be made again at any time;
    /// what it names is verified, and must hold what the index names, or everything is read.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Usage`] when the id is none, and [`LedgerError::Integrity`] when a record does not hold.
    pub fn lookup(&self, effect_id: &str) -> Result<Lookup, LedgerError> {
        read_effect_id(effect_id)?;
        let quick = match self.quick(effect_id) {
            Ok(found) => found,
            Err(LedgerError::Io { .. }) => None,
            Err(error) => return Err(error),
        };
        let mut found = match quick {
            Some(found) if self.has_what_the_index_names(&found, effect_id)? => found,
            _ => self.whole(effect_id)?,
        };
        // A claim without its record: the writer died in between, or still writes. That is not nothing.
        found.is_claimed = !found.is_found() && self.entry(IndexRole::Intent, effect_id)?.is_some();
        Ok(found)
    }

    fn whole(&self, effect_id: &str) -> Result<Lookup, LedgerError> {
        lookup(&self.files(), self.scope(), effect_id).map_err(|error| match error {
            LookupError::EffectId(error) => error.into(),
            LookupError::Integrity(failure) => failure.into(),
            LookupError::Io(error) => LedgerError::io("read", self.folder.path(), error),
        })
    }

    fn quick(&self, effect_id: &str) -> Result<Option<Lookup>, LedgerError> {
        let failed = |error| LedgerError::io("read", self.folder.path(), error);
        let files = self.files();
        let Some(keyring) = files.read("keyring.json").map_err(failed)? else { return Ok(None) };
        let keys = read_keyring(&keyring, self.scope())?;
        let Some(spots) = Offsets::spots(self.folder.path(), effect_id).map_err(failed)? else { return Ok(None) };
        let mut records = Vec::new();
        for spot in spots {
            match self.at(&spot, effect_id, &keys)? {
                Some(line) => records.push(Found::new(line)),
                // The cache is not of this ledger as it is.
                None => {
                    self.forget_offsets();
                    return Ok(None);
                }
            }
        }
        Ok(Some(Lookup::of(records)))
    }

    /// The verified record at a spot; `None` when another, or none, is there.
    fn at(&self, spot: &Spot, effect_id: &str, keys: &TrustedKeys) -> Result<Option<Line>, LedgerError> {
        let path = self.folder.join(&segment_path(&spot.writer));
        let failed = |error| LedgerError::io("read", &path, error);
        let mut file = File::open(&path).map_err(failed)?;
        let before = match spot.offset {
            0 => None,
            offset => match line_before(&mut file, offset).map_err(failed)? {
                Some((_, text)) => Some(
                    Line::read(&text)
                        .map_err(|fault| Failure::new(fault.code, fault.message).at(segment_path(&spot.writer)))?,
                ),
                None => return Ok(None),
            },
        };
        let Some(text) = whole_line(&mut file, spot.offset).map_err(failed)? else { return Ok(None) };
        let Ok(line) = Line::read(&text) else { return Ok(None) };
        if line.effect_id() != effect_id {
            return Ok(None);
        }
        let seq = before.as_ref().map_or(0, |before| before.seq + 1);
        let prev = before.as_ref().map(Line::record_hash);
        let position = Position { writer: &spot.writer, seq, prev };
        match line.faults(position, self.scope(), keys).first() {
            None => Ok(Some(line)),
            Some(code) => Err(Failure::new(*code, explain(code)).in_line(&spot.writer, seq).into()),
        }
    }

    fn has_what_the_index_names(&self, found: &Lookup, effect_id: &str) -> Result<bool, LedgerError> {
        for role in [IndexRole::Intent, IndexRole::Outcome] {
            if let Some(entry) = self.entry(role, effect_id)? {
                let hash = entry.get("recordHash").and_then(Value::as_str);
                if !found.records.iter().any(|found| Some(found.line.record_hash()) == hash) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Throws the cache of offsets away: it is made again when it is next needed.
    pub(crate) fn forget_offsets(&self) {
        Offsets::forget(self.folder.path());
    }
}

fn whole_line(file: &mut File, offset: u64) -> io::Result<Option<Vec<u8>>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut text = Vec::new();
    BufReader::new(file).read_until(b'\n', &mut text)?;
    Ok((text.pop() == Some(b'\n')).then_some(text))
}
