//! Rows at the bottom of a terminal that can be drawn over.

use std::fmt::Write as _;

use crate::output::to_stderr;

/// Rows on standard error. The cursor stays on the line below them, so that what the terminal itself echoes (`^C`)
/// does no harm; each drawing is one write.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    drawn: usize,
}

impl Canvas {
    /// Draws `rows` over the last ones. Each must fit the terminal's width.
    pub(super) fn draw(&mut self, rows: &[String]) {
        let mut text = self.back();
        for row in rows {
            // Writing to a String cannot fail. What stood in the line is erased behind the new text.
            let _ = writeln!(text, "{row}\u{1b}[K");
        }
        text.push_str("\u{1b}[J");
        self.drawn = rows.len();
        to_stderr(&text);
    }

    /// Takes the rows away; the next text stands where they were.
    pub(super) fn clear(&mut self) {
        if self.drawn > 0 {
            let text = format!("{}\u{1b}[J", self.back());
            self.drawn = 0;
            to_stderr(&text);
        }
    }

    /// Moves the cursor to the beginning of the first row.
    fn back(&self) -> String {
        if self.drawn > 0 { format!("\r\u{1b}[{}A", self.drawn) } else { "\r".to_owned() }
    }
}
