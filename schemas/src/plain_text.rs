//! Text that can do nothing to the terminal it is printed on (rulings 11).

use std::iter::Peekable;
use std::str::Chars;

const ESC: char = '\u{1b}';
const BEL: char = '\u{7}';
/// Ends a control string, in its one-character form.
const ST: char = '\u{9c}';
/// An escape sequence that goes on for longer than this is taken for one that was never ended.
const MAX_STRING: usize = 4096;

/// `text` without terminal escapes and control characters; newlines and tabs stay.
///
/// CSI sequences, control strings (OSC, DCS, SOS, PM, APC) with what they hold, other escapes and the C1 controls
/// go. A carriage return ends a line: what a program overwrote stays to be read. Characters that reorder the text around them
/// (bidirectional embeddings, overrides and isolates) go too, because they can make a line show what it does not say.
#[must_use]
pub fn plain_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\n' | '\t' => out.push(character),
            '\r' => {
                if rest.peek() != Some(&'\n') {
                    out.push('\n');
                }
            }
            ESC => skip_escape(&mut rest),
            '\u{9b}' => skip_csi(&mut rest),
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => skip_string(&mut rest),
            _ if character.is_control() => {}
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            _ => out.push(character),
        }
    }
    out
}

/// Skips what follows an ESC.
fn skip_escape(rest: &mut Peekable<Chars>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            skip_csi(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.next();
            skip_string(rest);
        }
        // Intermediate characters and one final character, as in `ESC ( B`.
        Some(' '..='/') => {
            while rest.next_if(|next| (' '..='/').contains(next)).is_some() {}
            rest.next_if(|next| ('0'..='~').contains(next));
        }
        Some('0'..='~') => {
            rest.next();
        }
        // A lone ESC; what follows is looked at for itself.
        _ => {}
    }
}

/// Skips the parameters, intermediates and final character of a CSI sequence.
fn skip_csi(rest: &mut Peekable<Chars>) {
    while rest.next_if(|next| (' '..='?').contains(next)).is_some() {}
    rest.next_if(|next| ('@'..='~').contains(next));
}

/// Skips a control string up to its end: BEL, ST or `ESC \`. One that is never ended loses its opening alone, so that a stray
/// introducer cannot swallow the output behind it.
fn skip_string(rest: &mut Peekable<Chars>) {
    let mut ahead = rest.clone();
    for _ in 0..MAX_STRING {
        match ahead.next() {
            Some(BEL | ST) => {
                *rest = ahead;
                return;
            }
            Some(ESC) => {
                if ahead.next_if_eq(&'\\').is_some() {
                    *rest = ahead;
                }
                return;
            }
            // The end of the text or another opening: this one was never ended. Stopping here also keeps the time linear.
            None | Some('\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}') => return,
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(plain_text(text), expect, "{text:?}");
    }

    #[test]
    fn table() {
        check("plain\n\ttext é 😀", "plain\n\ttext é 😀");
        check("\u{1b}[31mred\u{1b}[0m", "red");
        check("\u{1b}[38;2;1;2;3mx\u{1b}[K", "x");
        check("\u{1b}[?25lx", "x");
        check("\u{9b}31mred", "red");
        check("\u{1b}]0;title\u{7}x", "x");
        check("\u{1b}]8;;http://e\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link");
        check("\u{9d}0;title\u{9c}x", "x");
        check("\u{1b}Pq#0\u{1b}\\x", "x");
        check("\u{1b}_hidden\u{1b}\\x", "x");
        check("\u{1b}(Bx", "x");
        check("\u{1b}cx", "x");
        check("\u{1b}=x", "x");
        check("x\u{1b}", "x");
        check("\u{1b}\u{1b}[1mx", "x");
        check("\u{1b}\nx", "\nx");
        check("\u{1b}[31", "");
        check("\u{1b}[\u{1b}[1mx", "x");
        check("\u{1b}[1\nx", "\nx");
        check("\u{1b}]0;never ended\nbut the rest stays", "0;never ended\nbut the rest stays");
        check("\u{9d}a\u{9d}b\u{7}c", "ac");
        check("a\r\nb", "a\nb");
        check("10%\r99%\r\n", "10%\n99%\n");
        check("b\u{8}bold", "bbold");
        check("\0a\u{7}\u{7f}b\u{85}c\u{9c}", "abc");
        check("\u{202e}gnp.exe\u{202c}\u{2066}x\u{2069}", "gnp.exex");
    }

    proptest! {
        #[test]
        fn nothing_a_terminal_acts_on_is_left(text in any::<String>(), codes in "[\u{1b}\u{9b}\u{9d}\\[\\]\\\\;0-9mA\u{7}\r\n\t\u{202e}]{0,64}") {
            for text in [&text, &codes, &format!("{text}{codes}{text}")] {
                let plain = plain_text(text);
                prop_assert!(plain.chars().all(|character| !character.is_control() || matches!(character, '\n' | '\t')));
                prop_assert_eq!(plain_text(&plain), plain.clone());
            }
        }
    }
}
