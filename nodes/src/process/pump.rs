//! Reading what a command prints.

use std::cell::RefCell;
use std::time::Duration;

use tokio::net::unix::pipe::Receiver;
use tokio::time::{Instant, sleep_until};

use super::last_line::last_line;
use super::lines::Lines;
use super::tail::Tail;
use crate::LineSink;

/// How much is read at once: what a pipe holds.
const CHUNK: usize = 64 * 1024;
/// The least time between two lines handed to people who watch.
const BETWEEN_LINES: Duration = Duration::from_millis(100);

thread_local! {
    /// One buffer a thread, not one a lane: it is only in use between two awaits.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Empties a command's pipe for as long as it is asked to, keeps the tail, and shows the latest line now and then.
#[derive(Debug)]
pub(super) struct Pump<'a> {
    from: Receiver,
    open: bool,
    tail: Tail,
    watcher: &'a LineSink,
    /// For a watcher who wants to see every line.
    lines: Lines,
    /// When the next line may be shown.
    show_at: Instant,
    /// Whether something came since a line was shown.
    unshown: bool,
}

impl<'a> Pump<'a> {
    /// Keeps the last `kept` bytes.
    pub(super) fn new(from: Receiver, kept: usize, watcher: &'a LineSink) -> Self {
        Self {
            from,
            open: true,
            tail: Tail::new(kept),
            watcher,
            lines: Lines::default(),
            show_at: Instant::now(),
            unshown: false,
        }
    }

    /// Whether more may come.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// Reads until every writer has closed the pipe. May be dropped and called again without losing anything.
    pub(super) async fn run(&mut self) {
        while self.open {
            tokio::select! {
                biased;
                ready = self.from.readable() => match ready {
                    Ok(()) => self.read(),
                    Err(_) => self.open = false,
                },
                () = sleep_until(self.show_at), if self.unshown => self.show(),
            }
        }
    }

    /// What was kept.
    pub(super) fn into_text(mut self) -> String {
        if self.watcher.wants_every_line() {
            self.lines.end(|line| self.watcher.line(line));
        }
        self.tail.text()
    }

    fn read(&mut self) {
        let read = BUFFER.with_borrow_mut(|buffer| {
            buffer.resize(CHUNK, 0);
            let read = self.from.try_read(buffer);
            if let Ok(count) = read {
                let fresh = buffer.get(..count).unwrap_or_default();
                self.tail.push(fresh);
                if self.watcher.wants_every_line() {
                    self.lines.push(fresh, |line| self.watcher.line(line));
                }
            }
            read
        });
        match read {
            Ok(0) => self.open = false,
            Ok(_) if !self.watcher.is_silent() && !self.watcher.wants_every_line() => {
                self.unshown = true;
                if Instant::now() >= self.show_at {
                    self.show();
                }
            }
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => {
                tracing::debug!(%error, "a command's output could not be read on");
                self.open = false;
            }
        }
    }

    fn show(&mut self) {
        self.unshown = false;
        self.show_at = Instant::now() + BETWEEN_LINES;
        if let Some(line) = last_line(&self.tail) {
            self.watcher.line(&line);
        }
    }
}
