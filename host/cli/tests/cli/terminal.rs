//! Live rows, on a terminal of the test's own.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::sandbox::Sandbox;

/// Runs with standard error on a terminal; gives what the terminal was sent.
fn on_terminal(sandbox: &Sandbox, variables: &[(&str, &str)]) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    tcsetwinsize(&controller, Winsize { ws_row: 8, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap();
    let terminal = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut command = sandbox.assize_std(&["run"]);
    command.envs(variables.iter().copied()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(terminal);
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut sent = Vec::new();
    // A terminal whose last writer has gone answers with an error on Linux.
    let _ = File::from(controller).read_to_end(&mut sent);
    child.wait().unwrap();
    String::from_utf8(sent).unwrap()
}

#[test]
fn running_checks_have_rows_and_those_that_do_not_fit_are_counted() {
    // The checks end once all rows had the time to be drawn several times.
    let checks: String =
        (0..12).map(|at| format!("  - {{id: check-{at}, kind: command, run: 'echo at work; sleep 1'}}\n")).collect();
    let sent = on_terminal(&Sandbox::with_checks(&format!("checks:\n{checks}")), &[("TERM", "xterm")]);
    for expect in ["check-", "at work", "more", "of 12 done", "\u{1b}["] {
        assert!(sent.contains(expect), "{expect:?} is missing: {sent:?}");
    }
    assert!(sent.ends_with("\u{1b}[J"), "the rows are taken away at the end: {sent:?}");
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let sent = on_terminal(&sandbox, &[("TERM", "dumb")]);
    assert!(sent.contains("✓ a pass") && !sent.contains('\u{1b}'), "{sent:?}");
    let sent = on_terminal(&sandbox, &[("TERM", "xterm"), ("NO_COLOR", "1")]);
    assert!(!sent.contains("\u{1b}[1m") && !sent.contains("\u{1b}[3"), "{sent:?}");
}
