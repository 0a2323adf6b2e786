//! Where the records of an effect are: a cache that may be wrong or gone at any time.
//!
//! One file holds a hash table with open addressing: a header of fixed size, then slots of 16 bytes (the first eight
//! bytes of the id's digest; the segment's number in two bytes and the line's offset, plus one, in six). A lookup reads
//! the header and a few slots, however long the ledger is. Lines that were appended since are added before anything is
//! answered. Writers never touch it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom};
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use assize_store::FileLock;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::line::Line;

const FOLDER: &str = "cache";
const HEADER: u64 = 1 << 16;
const SLOT: u64 = 16;
const LEAST_SLOTS: u64 = 1 << 12;

/// A place where a record of an effect should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) writer: String,
    pub(crate) offset: u64,
}

/// How far a segment is in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Covered {
    writer: String,
    /// The offset of the last line that is in the table, and the digest of that line.
    last: u64,
    last_digest: String,
    /// Where that line ends.
    end: u64,
}

/// The table.
pub(crate) struct Offsets {
    file: File,
    slots: u64,
    used: u64,
    covered: Vec<Covered>,
    _lock: FileLock,
}

impl Offsets {
    /// Where the records of an effect should be, once what was appended since is in the table. `None` when there can be
    /// no table.
    pub(crate) fn spots(ledger: &Path, effect_id: &str) -> io::Result<Option<Vec<Spot>>> {
        let folder = ledger.join(FOLDER);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        let lock = FileLock::acquire(&folder.join("lock")).map_err(io::Error::other)?;
        let path = folder.join("offsets");
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
        let mut table = Self { file, slots: 0, used: 0, covered: Vec::new(), _lock: lock };
        if !table.read_header()? {
            table.reset()?;
        }
        table.catch_up(&ledger.join("segments"))?;
        table.find(effect_id).map(Some)
    }

    /// Throws the table away.
    pub(crate) fn forget(ledger: &Path) {
        // A table that stays although it should go is found out by what it names.
        drop(fs::remove_file(ledger.join(FOLDER).join("offsets")));
    }

    fn read_header(&mut self) -> io::Result<bool> {
        let mut header = vec![0; HEADER as usize];
        if self.file.read_exact_at(&mut header, 0).is_err() {
            return Ok(false);
        }
        let text = header.split(|byte| *byte == 0).next().unwrap_or_default();
        let Ok(header) = serde_json::from_slice::<Value>(text) else { return Ok(false) };
        let number = |value: &Value, name: &str| value.get(name).and_then(Value::as_u64);
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let covered = header.get("segments").and_then(Value::as_array).map(|segments| {
            segments
                .iter()
                .map(|segment| {
                    Some(Covered {
                        writer: text(segment, "writer")?,
                        last: number(segment, "last")?,
                        last_digest: text(segment, "digest")?,
                        end: number(segment, "end")?,
                    })
                })
                .collect::<Option<Vec<_>>>()
        });
        let (Some(slots), Some(used), Some(Some(covered))) =
            (number(&header, "slots"), number(&header, "used"), covered)
        else {
            return Ok(false);
        };
        let length = HEADER + slots.saturating_mul(SLOT);
        if slots < LEAST_SLOTS || used > slots / 2 || self.file.metadata()?.len() != length {
            return Ok(false);
        }
        (self.slots, self.used, self.covered) = (slots, used, covered);
        Ok(true)
    }

    fn write_header(&self) -> io::Result<()> {
        let segments: Vec<Value> = self
            .covered
            .iter()
            .map(|one| json!({"writer": one.writer, "last": one.last, "digest": one.last_digest, "end": one.end}))
            .collect();
        let mut header = json!({"slots": self.slots, "used": self.used, "segments": segments}).to_string().into_bytes();
        if header.len() >= HEADER as usize {
            return Err(io::Error::other("too many segments for a table of offsets"));
        }
        header.resize(HEADER as usize, 0);
        self.file.write_all_at(&header, 0)
    }

    fn reset(&mut self) -> io::Result<()> {
        (self.slots, self.used) = (LEAST_SLOTS, 0);
        self.covered.clear();
        self.file.set_len(0)?;
        self.file.set_len(HEADER + self.slots * SLOT)
    }

    /// Adds the lines that are not in the table. A segment that is not the one that is in it means a new table.
    fn catch_up(&mut self, segments: &Path) -> io::Result<()> {
        let mut names: Vec<String> = match fs::read_dir(segments) {
            Ok(listing) => listing
                .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".jsonl").map(str::to_owned))
                .collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        names.sort();
        let is_same =
            self.covered.iter().all(|one| names.contains(&one.writer) && fits(segments, one).unwrap_or(false));
        if !is_same {
            self.reset()?;
        }
        let mut changed = !is_same;
        for name in names {
            changed |= self.cover(&segments.join(format!("{name}.jsonl")), &name)?;
        }
        if changed {
            // What the header says must not be on disk before what it says it of.
            self.file.sync_data()?;
            self.write_header()?;
        }
        Ok(())
    }

    fn cover(&mut self, path: &PathBuf, writer: &str) -> io::Result<bool> {
        let at = self.covered.iter().position(|one| one.writer == writer);
        let from = at.and_then(|at| self.covered.get(at)).map_or(0, |one| one.end);
        let file = File::open(path)?;
        if file.metadata()?.len() <= from {
            return Ok(false);
        }
        let number = at.unwrap_or(self.covered.len());
        let mut reader = BufReader::with_capacity(1 << 16, file);
        reader.seek(SeekFrom::Start(from))?;
        let mut offset = from;
        let mut text = Vec::new();
        let mut newest: Option<Covered> = None;
        loop {
            text.clear();
            let length = reader.read_until(b'\n', &mut text)? as u64;
            if text.pop() != Some(b'\n') {
                break;
            }
            let line = Line::read(&text).map_err(|fault| io::Error::other(fault.message))?;
            self.insert(line.effect_id(), number, offset)?;
            newest = Some(Covered {
                writer: writer.to_owned(),
                last: offset,
                last_digest: crate::hash::digest(&text),
                end: offset + length,
            });
            offset += length;
        }
        let Some(newest) = newest else { return Ok(false) };
        match self.covered.get_mut(number) {
            Some(one) => *one = newest,
            None => self.covered.push(newest),
        }
        Ok(true)
    }

    fn slot(&self, at: u64) -> io::Result<[u8; SLOT as usize]> {
        let mut slot = [0; SLOT as usize];
        self.file.read_exact_at(&mut slot, HEADER + at * SLOT)?;
        Ok(slot)
    }

    fn insert(&mut self, effect_id: &str, number: usize, offset: u64) -> io::Result<()> {
        if self.used >= self.slots / 2 {
            self.grow()?;
        }
        let number = u64::try_from(number).ok().filter(|number| *number < 1 << 16);
        let place = number.filter(|_| offset < (1 << 48) - 1).map(|number| number << 48 | (offset + 1));
        let place = place.ok_or_else(|| io::Error::other("the ledger is too large for a table of offsets"))?;
        let mut slot = [0; SLOT as usize];
        let (key, rest) = slot.split_at_mut(8);
        key.copy_from_slice(&key_of(effect_id));
        rest.copy_from_slice(&place.to_be_bytes());
        self.put(&slot)
    }

    fn put(&mut self, slot: &[u8; SLOT as usize]) -> io::Result<()> {
        let mut at = place_of(slot, self.slots);
        loop {
            let there = self.slot(at)?;
            if there == *slot {
                return Ok(());
            }
            if is_free(&there) {
                self.file.write_all_at(slot, HEADER + at * SLOT)?;
                self.used += 1;
                return Ok(());
            }
            at = (at + 1) % self.slots;
        }
    }

    /// Makes the table four times as large.
    fn grow(&mut self) -> io::Result<()> {
        let mut old = vec![0; usize::try_from(self.slots * SLOT).map_err(io::Error::other)?];
        self.file.read_exact_at(&mut old, HEADER)?;
        self.slots *= 4;
        let mut table = vec![0_u8; usize::try_from(self.slots * SLOT).map_err(io::Error::other)?];
        for slot in old.chunks_exact(SLOT as usize).filter(|slot| !is_free(slot)) {
            let mut at = place_of(slot, self.slots);
            loop {
                let from = usize::try_from(at * SLOT).map_err(io::Error::other)?;
                match table.get_mut(from..from + SLOT as usize) {
                    Some(there) if is_free(there) => {
                        there.copy_from_slice(slot);
                        break;
                    }
                    _ => at = (at + 1) % self.slots,
                }
            }
        }
        // The old header no longer fits the length: a table that was left here is made anew.
        self.file.set_len(HEADER + self.slots * SLOT)?;
        self.file.write_all_at(&table, HEADER)
    }

    fn find(&self, effect_id: &str) -> io::Result<Vec<Spot>> {
        let key = key_of(effect_id);
        let mut slot = [0; SLOT as usize];
        slot.split_at_mut(8).0.copy_from_slice(&key);
        let mut at = place_of(&slot, self.slots);
        let mut spots = Vec::new();
        for _ in 0..self.slots {
            let there = self.slot(at)?;
            if is_free(&there) {
                break;
            }
            let (found, rest) = there.split_at(8);
            if found == key {
                let place = u64::from_be_bytes(rest.try_into().map_err(io::Error::other)?);
                let number = usize::try_from(place >> 48).unwrap_or(usize::MAX);
                let offset = (place & ((1 << 48) - 1)).saturating_sub(1);
                // A slot that was written before the header was is of a line that was added again since.
                if let Some(one) = self.covered.get(number).filter(|one| offset < one.end) {
                    let spot = Spot { writer: one.writer.clone(), offset };
                    if !spots.contains(&spot) {
                        spots.push(spot);
                    }
                }
            }
            at = (at + 1) % self.slots;
        }
        Ok(spots)
    }
}

fn is_free(slot: &[u8]) -> bool {
    slot.iter().all(|byte| *byte == 0)
}

fn key_of(effect_id: &str) -> [u8; 8] {
    let mut key = [0; 8];
    for (to, from) in key.iter_mut().zip(Sha256::digest(effect_id.as_bytes())) {
        *to = from;
    }
    key
}

fn place_of(slot: &[u8], slots: u64) -> u64 {
    let key = slot.iter().take(8).fold(0_u64, |key, byte| key << 8 | u64::from(*byte));
    key % slots
}

/// Whether the last line that is in the table is still where it was.
fn fits(segments: &Path, one: &Covered) -> io::Result<bool> {
    let file = File::open(segments.join(format!("{}.jsonl", one.writer)))?;
    let Some(length) = one.end.checked_sub(one.last + 1) else { return Ok(false) };
    if file.metadata()?.len() < one.end || length > 1 << 24 {
        return Ok(false);
    }
    let mut text = vec![0; usize::try_from(length).map_err(io::Error::other)?];
    file.read_exact_at(&mut text, one.last)?;
    Ok(crate::hash::digest(&text) == one.last_digest)
}
