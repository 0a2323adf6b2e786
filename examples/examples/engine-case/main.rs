//! Runs engine graphs that are given as data: one JSON case a line on standard input, one answer a line on standard
//! output. For conformance tests, and for trying out what the engine does.
//!
//! ```sh
//! echo '{"graph": {"id": "g", "steps": [{"id": "a", "kind": "transform", "fn": "const", "value": 1}]}}' \
//!   | cargo run -q -p assize-examples --example engine-case
//! ```

mod answer;
mod case;
mod data;
mod gate;
mod lower;
mod process;
mod recorder;
mod runner;
mod timed;

use std::io::{self, BufRead, ErrorKind, Write};

fn main() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = runtime.block_on(runner::answer(&line));
        let mut text = serde_json::to_vec(&answer)?;
        text.push(b'\n');
        match output.write_all(&text).and_then(|()| output.flush()) {
            // Nobody reads any more.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
    Ok(())
}
