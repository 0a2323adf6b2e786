//! Colours, when the reader wants them.

use std::fmt;
use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};

use crate::args::ColorWhen;
use crate::environment::Environment;

/// The colours of one stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Palette {
    on: bool,
}

/// What a piece of text is, from which its colour follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Bad,
    Unsure,
    Faint,
    Strong,
}

impl Palette {
    /// The palette of a stream.
    pub(crate) fn of(stream: &impl IsTerminal, when: ColorWhen, environment: &Environment) -> Self {
        let on = match when {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => stream.is_terminal() && !environment.is_plain(),
        };
        Self { on }
    }

    /// A palette without colours.
    #[cfg(test)]
    pub(crate) fn plain() -> Self {
        Self { on: false }
    }

    /// Whether there are colours.
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    /// `text` in the colour of `tone`.
    pub(crate) fn paint<T: fmt::Display>(self, tone: Tone, text: T) -> Painted<T> {
        Painted { style: if self.on { style(tone) } else { Style::new() }, text }
    }
}

fn style(tone: Tone) -> Style {
    match tone {
        Tone::Good => AnsiColor::Green.on_default(),
        Tone::Bad => AnsiColor::Red.on_default().bold(),
        Tone::Unsure => AnsiColor::Yellow.on_default(),
        Tone::Faint => Style::new().dimmed(),
        Tone::Strong => Style::new().bold(),
    }
}

/// Text with its colour around it.
pub(crate) struct Painted<T> {
    style: Style,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.style.fmt(f)?;
        self.text.fmt(f)?;
        write!(f, "{:#}", self.style)
    }
}
