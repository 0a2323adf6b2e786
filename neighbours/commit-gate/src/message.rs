//! The commit's message.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;

/// The key of the lines that the gate removes, as git's people write it with any letters large.
const CREDIT: &str = "co-authored-by";
/// The address that such lines have.
const AGENT: &str = "@anthropic.com";

/// Reads the message.
///
/// # Errors
///
/// What the system says, or that the file is not UTF-8. A pipe is refused: reading it could take for ever, and git
/// reads the message again.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let kind = path.metadata()?.file_type();
    if kind.is_fifo() || kind.is_socket() || kind.is_block_device() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut text = String::new();
    File::open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Puts a shorter text in the place of the message. The file is never empty on the way, whatever happens: it is the
/// only copy of what somebody wrote.
///
/// # Errors
///
/// What the system says.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.set_len(u64::try_from(text.len()).unwrap_or(u64::MAX))
}

/// The message without the lines that credit the agent's maker as a co-author, LF at the end of every line; `None`
/// when there is no such line. Who did the work stands in each verdict.
pub(crate) fn without_credit(message: &str) -> Option<String> {
    if !message.lines().any(is_credit) {
        return None;
    }
    let mut text = String::with_capacity(message.len());
    for line in message.lines().filter(|line| !is_credit(line)) {
        text.push_str(line);
        text.push('\n');
    }
    Some(text)
}

fn is_credit(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, rest)| key.eq_ignore_ascii_case(CREDIT) && has_address(rest))
}

/// Whether an address in angle brackets is of the agent's maker, and not only begins or ends like one.
fn has_address(text: &str) -> bool {
    text.split('<').skip(1).any(|tail| tail.split_once('>').is_some_and(|(address, _)| address.ends_with(AGENT)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expect: Option<&str>) {
        assert_eq!(without_credit(message).as_deref(), expect, "{message:?}");
    }

    #[test]
    fn only_the_line_of_that_address_goes() {
        check("a\n\nCo-authored-by: Claude <noreply@anthropic.com>\n", Some("a\n\n"));
        check(
            "a\n\nCO-AUTHORED-BY:Claude <noreply@anthropic.com>\nSigned-off-by: A <a@b>",
            Some("a\n\nSigned-off-by: A <a@b>\n"),
        );
        check("co-authored-by: x <x@anthropic.com> and more\r\nb\r\n", Some("b\n"));
        check("co-authored-by: x <x@anthropic.com>", Some(""));
        for kept in [
            "Co-authored-by: Claude <claude@example.com>\n",
            "Co-authored-by: x <x@anthropic.com.evil>\n",
            "Co-authored-by: x <x@sub.anthropic.com>\n",
            "Co-authored-by: x <x@notanthropic.com>\n",
            "Co-authored-by: x x@anthropic.com\n",
            "Co-authored-by: x <x@anthropic.com\n",
            "Co-authored-by: @anthropic.com <x@example.com>\n",
            " Co-authored-by: x <x@anthropic.com>\n",
            "Co-authored-by : x <x@anthropic.com>\n",
            "Signed-off-by: x <x@anthropic.com>\n",
            "body\r\nwithout\r\n",
        ] {
            check(kept, None);
        }
    }
}
