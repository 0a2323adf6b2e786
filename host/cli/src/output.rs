//! Standard output and standard error, whose readers may have gone.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use crate::text::plain_json;

/// Standard output. A reader that has gone (`| head`) is no error: what is still written goes nowhere, and the exit
/// status says what it would have said.
pub(crate) struct Output {
    inner: BufWriter<StdoutLock<'static>>,
    reader_gone: bool,
    gives_commands: bool,
}

impl Output {
    /// Takes standard output for the rest of the process. `gives_commands` tells whether a CI system reads it for
    /// commands.
    pub(crate) fn lock(gives_commands: bool) -> Self {
        Self { inner: BufWriter::new(io::stdout().lock()), reader_gone: false, gives_commands }
    }

    /// `value` as one line of JSON. What would mislead whoever looks at it, or what a CI system would take for a
    /// command, is written another way, with the same meaning: `##[` can only stand inside a JSON string (rulings 36).
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        let mut line = plain_json(serde_json::to_string(value)?);
        if self.gives_commands {
            line = line.replace("##[", "#\\u0023[");
        }
        line.push('\n');
        self.write_all(line.as_bytes())
    }

    fn forgive<T>(&mut self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.reader_gone = true;
                Ok(instead)
            }
            other => other,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.reader_gone {
            return Ok(bytes.len());
        }
        let result = self.inner.write(bytes);
        self.forgive(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.reader_gone {
            return Ok(());
        }
        let result = self.inner.flush();
        self.forgive(result, ())
    }
}

/// Writes to standard error. There is nobody to tell when that fails.
pub(crate) fn to_stderr(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
