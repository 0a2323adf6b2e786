//! What a verification found.

use serde_json::{Map, Value, json};

use crate::identity::Scope;

/// One thing that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The stable code.
    pub code: String,
    /// The file it is about, by its path in the ledger's folder; none for the ledger as a whole.
    pub path: Option<String>,
    /// The writer whose segment it is about.
    pub writer: Option<String>,
    /// The position in that segment, or the number of the checkpoint.
    pub seq: Option<u64>,
    /// The fault for people.
    pub message: String,
}

impl Failure {
    /// A failure of a code alone.
    pub(crate) fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), path: None, writer: None, seq: None, message: message.into() }
    }

    /// In a file.
    pub(crate) fn at(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// In a line of a segment.
    pub(crate) fn in_line(mut self, writer: &str, seq: u64) -> Self {
        self.path = Some(crate::files::segment_path(writer));
        self.writer = Some(writer.to_owned());
        self.seq = Some(seq);
        self
    }

    fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("code".to_owned(), self.code.clone().into());
        for (name, text) in [("path", &self.path), ("writer", &self.writer)] {
            if let Some(text) = text {
                members.insert(name.to_owned(), text.clone().into());
            }
        }
        if let Some(seq) = self.seq {
            members.insert("seq".to_owned(), seq.into());
        }
        members.insert("message".to_owned(), self.message.clone().into());
        Value::Object(members)
    }
}

/// Where the checkpoint that anchors the ledger came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnchorSource {
    /// The independent sink.
    Sink,
    /// The ledger's own folder.
    Local,
}

/// The newest good checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// Which checkpoint it is.
    pub sequence: u64,
    /// Where it came from.
    pub source: AnchorSource,
    /// Its digest.
    pub digest: String,
}

/// What a verification found.
#[derive(Debug, Clone)]
pub struct LedgerReport {
    /// Whose ledger it is.
    pub scope: Scope,
    /// How many lines hold a record.
    pub records: u64,
    /// Who has a segment, sorted.
    pub writers: Vec<String>,
    /// Each writer whose segment holds lines, with how many and the hash of the last.
    pub heads: Vec<(String, u64, String)>,
    /// What anchors the ledger's length.
    pub checkpoint: Option<Anchor>,
    /// Everything that does not hold.
    pub failures: Vec<Failure>,
    /// What to know besides, as codes.
    pub warnings: Vec<String>,
}

impl LedgerReport {
    pub(crate) fn new(scope: &Scope) -> Self {
        Self {
            scope: scope.clone(),
            records: 0,
            writers: Vec::new(),
            heads: Vec::new(),
            checkpoint: None,
            failures: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Whether everything holds.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.failures.is_empty()
    }

    /// The exit status it stands for: 0, or 6 for a ledger that does not hold.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        if self.is_ok() { 0 } else { 6 }
    }

    /// The report as it is printed.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let checkpoint = self.checkpoint.as_ref().map(|anchor| {
            let source = match anchor.source {
                AnchorSource::Sink => "sink",
                AnchorSource::Local => "local",
            };
            json!({"sequence": anchor.sequence, "source": source, "digest": anchor.digest})
        });
        json!({
            "ok": self.is_ok(),
            "exitCode": self.exit_code(),
            "scope": self.scope.to_json(),
            "records": self.records,
            "writers": self.writers,
            "checkpoint": checkpoint,
            "failures": self.failures.iter().map(Failure::to_json).collect::<Vec<_>>(),
            "warnings": self.warnings,
        })
    }
}
