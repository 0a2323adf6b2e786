//! Text from lanes, files and other programs, made harmless before it is printed.

use assize_schemas::plain_text;

/// Makes foreign text fit to be printed: no terminal escapes, no control characters, and under a CI system that
/// takes commands from output nothing that it would read as one (rulings 11 and 36).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Relay {
    output_gives_commands: bool,
}

impl Relay {
    /// A relay for output that is or is not read for commands.
    pub(crate) fn new(output_gives_commands: bool) -> Self {
        Self { output_gives_commands }
    }

    /// `text` on one line.
    pub(crate) fn line(self, text: &str) -> String {
        let plain = plain_text(text);
        let mut line = String::with_capacity(plain.len());
        for word in plain.split_whitespace() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.unarmed(&line)
    }

    /// The lines of `text` that are not blank, with the blanks inside them kept.
    pub(crate) fn lines(self, text: &str) -> Vec<String> {
        plain_text(text)
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| self.unarmed(&line.trim_end().replace('\t', "    ")))
            .collect()
    }

    /// Text that is already plain, commands in it broken up.
    pub(crate) fn unarmed(self, text: &str) -> String {
        if !self.output_gives_commands {
            return text.to_owned();
        }
        let mut harmless = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let blanks = line.len() - line.trim_start().len();
            let (blanks, rest) = line.split_at(blanks);
            harmless.push_str(blanks);
            if let Some(rest) = rest.strip_prefix("::") {
                harmless.push_str(": :");
                harmless.push_str(&rest.replace("##[", "# #["));
            } else {
                harmless.push_str(&rest.replace("##[", "# #["));
            }
        }
        harmless
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_a_runner_would_obey() {
        let relay = Relay::new(true);
        let check = |text: &str, expect: &str| assert_eq!(relay.line(text), expect, "{text:?}");
        check("::error::owned", ": :error::owned");
        check("  ::stop-commands::x", ": :stop-commands::x");
        check("a ##[error]x ###[group]", "a # #[error]x ## #[group]");
        check("std::io::Error", "std::io::Error");
        check("\u{1b}[31mred\u{1b}[0m\nnext", "red next");
        assert_eq!(relay.lines("one\n\n \t\n\tTwo  x \n::add-mask::x"), ["one", "    Two  x", ": :add-mask::x"]);
        assert_eq!(relay.unarmed("a\n  ::b\n"), "a\n  : :b\n");
        assert_eq!(Relay::new(false).line("::error::mine"), "::error::mine");
    }
}
