//! Progress in rows that are drawn again and again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use assize_host::RunEvent;
use assize_schemas::LaneStatus;
use indexmap::IndexMap;

use super::canvas::Canvas;
use super::lines::Lines;
use super::screen::{Running, Screen};

/// Rows of the terminal that are left to what stood there before.
const LEFT_ALONE: usize = 3;
/// Rows and columns of a terminal that does not say them.
const USUAL_SIZE: (usize, usize) = (24, 80);

/// Progress in rows, below everything that is said in lines.
pub(crate) struct Rows {
    lines: Lines,
    state: Mutex<State>,
}

struct State {
    canvas: Canvas,
    running: IndexMap<String, Row>,
    waiting: usize,
    passed: usize,
    failed: usize,
    unsure: usize,
    turn: usize,
    over: bool,
}

struct Row {
    since: Instant,
    line: String,
}

impl Rows {
    /// Rows on standard error, which must be a terminal.
    pub(crate) fn new(lines: Lines) -> Self {
        let state = State {
            canvas: Canvas::default(),
            running: IndexMap::new(),
            waiting: 0,
            passed: 0,
            failed: 0,
            unsure: 0,
            turn: 0,
            over: false,
        };
        Self { lines, state: Mutex::new(state) }
    }

    /// Takes one event. Rows change with the next tick: lanes may start, talk and end faster than anyone reads.
    pub(crate) fn observe(&self, event: &RunEvent) {
        let mut state = self.state();
        match event {
            RunEvent::Started(started) => {
                state.waiting = started.lanes.len();
                state.canvas.clear();
                self.lines.observe(event);
            }
            RunEvent::Notice(_) => {
                state.canvas.clear();
                self.lines.observe(event);
            }
            RunEvent::PrepareStarted { check } => state.start(check.as_str()),
            RunEvent::PrepareFinished { check, .. } => {
                state.running.shift_remove(check.as_str());
            }
            RunEvent::LaneStarted { lane } => {
                state.waiting = state.waiting.saturating_sub(1);
                state.start(lane.as_str());
            }
            RunEvent::LaneProgress { lane, line } => {
                if let Some(row) = state.running.get_mut(lane.as_str()) {
                    row.line = self.lines.relay().line(line);
                }
            }
            RunEvent::LaneSettled(lane) => {
                state.running.shift_remove(lane.id.as_str());
                match lane.status {
                    LaneStatus::Pass => state.passed += 1,
                    LaneStatus::Fail => state.failed += 1,
                    LaneStatus::Timeout | LaneStatus::Skipped => state.unsure += 1,
                }
            }
            _ => {}
        }
    }

    /// Draws the rows again.
    pub(crate) fn tick(&self) {
        let mut state = self.state();
        state.turn = state.turn.wrapping_add(1);
        state.draw(&self.lines);
    }

    /// Says something in lines above the rows.
    pub(crate) fn above(&self, say: impl FnOnce(&Lines)) {
        let mut state = self.state();
        state.canvas.clear();
        say(&self.lines);
        state.draw(&self.lines);
    }

    /// Takes the rows away for good.
    pub(crate) fn finish(&self) {
        let mut state = self.state();
        state.over = true;
        state.canvas.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn start(&mut self, name: &str) {
        self.running.insert(name.to_owned(), Row { since: Instant::now(), line: String::new() });
    }

    fn draw(&mut self, lines: &Lines) {
        if self.over || (self.running.is_empty() && self.waiting == 0) {
            return;
        }
        let screen = Screen {
            running: self
                .running
                .iter()
                .map(|(name, row)| Running { name, elapsed: row.since.elapsed(), line: &row.line })
                .collect(),
            waiting: self.waiting,
            passed: self.passed,
            failed: self.failed,
            unsure: self.unsure,
            turn: self.turn,
        };
        let (height, width) = terminal_size();
        let rows = screen.rows(height.saturating_sub(LEFT_ALONE), width, lines.palette());
        self.canvas.draw(&rows);
    }
}

/// How many rows and columns the terminal has now: it may have been resized.
fn terminal_size() -> (usize, usize) {
    match rustix::termios::tcgetwinsize(std::io::stderr()) {
        Ok(size) if size.ws_row > 0 && size.ws_col > 0 => (usize::from(size.ws_row), usize::from(size.ws_col)),
        _ => USUAL_SIZE,
    }
}
