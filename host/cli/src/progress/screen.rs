//! The rows of a running review, as text: no terminal in it.

use std::time::Duration;

use crate::palette::{Palette, Tone};
use crate::text::{columns, pad, span_of};

/// Names longer than this are cut in a row.
const NAME_COLUMNS: usize = 28;
/// Columns of a row that are neither the name nor the line of output.
const FIXED_COLUMNS: usize = 13;
/// What turns while something runs.
const TURNS: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// A row: something that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Running<'a> {
    pub(super) name: &'a str,
    pub(super) elapsed: Duration,
    /// The last line of its output, already harmless.
    pub(super) line: &'a str,
}

/// Everything that the rows are made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Screen<'a> {
    pub(super) running: Vec<Running<'a>>,
    pub(super) waiting: usize,
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) unsure: usize,
    pub(super) turn: usize,
}

impl Screen<'_> {
    /// The rows, at most `height` of them, each less than `width` columns. When more are running than fit, the longest running ones are shown and
    /// the others are counted.
    pub(super) fn rows(&self, height: usize, width: usize, palette: Palette) -> Vec<String> {
        let most = height.saturating_sub(1).max(1);
        let all = self.running.len();
        let shown = if all > most { most.saturating_sub(1).max(1) } else { all };
        let mut order: Vec<&Running<'_>> = self.running.iter().collect();
        if shown < all {
            order.sort_by_key(|running| std::cmp::Reverse(running.elapsed));
        }
        let order = order.get(..shown).unwrap_or_default();
        let names = order.iter().map(|running| columns(running.name)).max().unwrap_or(0).min(NAME_COLUMNS);
        // The turning mark, the name, the time, the blanks between, and one that is left free at the end.
        let room = width.saturating_sub(names + FIXED_COLUMNS);
        let turn = TURNS.get(self.turn % TURNS.len()).copied().unwrap_or('*');
        let row = |running: &&Running<'_>| {
            let name = pad(&cut(running.name, names), names);
            format!(
                "{} {} {} {}",
                palette.paint(Tone::Strong, turn),
                palette.paint(Tone::Strong, name),
                palette.paint(Tone::Faint, format!("{:>8}", span_of(running.elapsed))),
                cut(running.line, room)
            )
        };
        let mut rows: Vec<String> = order.iter().map(row).collect();
        if shown < all {
            rows.push(palette.paint(Tone::Faint, format!("  +{} more", all - shown)).to_string());
        }
        rows.push(self.tally(palette));
        rows
    }

    /// How far it is.
    fn tally(&self, palette: Palette) -> String {
        let done = self.passed + self.failed + self.unsure;
        let total = done + self.running.len() + self.waiting;
        let mut parts = vec![format!("  {done} of {total} done")];
        let mut count = |number: usize, what: &str, tone: Tone| {
            if number > 0 {
                parts.push(palette.paint(tone, format!("{number} {what}")).to_string());
            }
        };
        count(self.failed, "failed", Tone::Bad);
        count(self.unsure, "without a result", Tone::Unsure);
        count(self.waiting, "waiting", Tone::Faint);
        parts.join(", ")
    }
}

/// The beginning of `text`, in at most `max` columns.
fn cut(text: &str, max: usize) -> String {
    if columns(text) <= max {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut left = max.saturating_sub(1);
    for character in text.chars() {
        let Some(rest) = left.checked_sub(columns(character.encode_utf8(&mut [0; 4]))) else { break };
        left = rest;
        short.push(character);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(running: usize) -> Screen<'static> {
        let names = ["alpha", "beta", "gamma-with-a-very-long-name-indeed", "delta", "epsilon", "zeta"];
        let running = names
            .iter()
            .take(running)
            .zip([10, 30, 20, 40, 50, 60])
            .map(|(name, tenths)| Running { name, elapsed: Duration::from_millis(tenths * 100), line: "working" })
            .collect();
        Screen { running, waiting: 2, passed: 3, failed: 1, unsure: 0, turn: 0 }
    }

    #[test]
    fn what_fits_is_shown_in_order() {
        assert_eq!(
            screen(2).rows(10, 80, Palette::plain()),
            ["⠋ alpha       1s working", "⠋ beta        3s working", "  4 of 8 done, 1 failed, 2 waiting"]
        );
    }

    #[test]
    fn rows_end_before_the_terminal_does() {
        let line = "検査 of a line that is longer than the terminal is wide";
        let running = vec![Running { name: "alpha", elapsed: Duration::ZERO, line }];
        let screen = Screen { running, waiting: 0, passed: 0, failed: 0, unsure: 0, turn: 0 };
        for width in 20..90 {
            let rows = screen.rows(10, width, Palette::plain());
            assert!(rows.iter().take(1).all(|row| columns(row) < width), "{width}: {rows:?}");
        }
        assert_eq!(screen.rows(10, 24, Palette::plain()).first().map(String::as_str), Some("⠋ alpha      0ms 検査 …"));
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        assert_eq!(
            screen(6).rows(4, 80, Palette::plain()),
            [
                "⠋ zeta          6s working",
                "⠋ epsilon       5s working",
                "  +4 more",
                "  4 of 12 done, 1 failed, 2 waiting"
            ]
        );
        for height in 0..12 {
            assert!(screen(6).rows(height, 80, Palette::plain()).len() <= height.max(3), "{height}");
        }
    }
}
