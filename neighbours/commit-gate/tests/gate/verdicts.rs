//! The grammar of verdicts, and what comes of them.

use crate::world::{RUBRIC, World, attested, with_trailer};

#[test]
fn what_is_wrong_with_the_first_bad_trailer() {
    let world = World::staged();
    for (verdict, reason) in [
        ("", "no reviewer= named"),
        ("reviewer=a b major=0 moderate=0 minor=0", "field 'b' is not name=value"),
        ("reviewer=a major=0 moderate=0 minor=0 note=x", "unknown field 'note'"),
        ("reviewer=a Major=0", "unknown field 'Major'"),
        ("reviewer=a reviewer=a", "reviewer= is given more than once"),
        ("major=0 minor=x minor=x", "minor=x is not a number"),
        ("reviewer=a major=0 major=x", "major= is given more than once"),
        ("reviewer=a major=+3 moderate=0 minor=0", "major=+3 is not a number"),
        ("reviewer=a major=0 moderate=007 minor=0", "moderate=007 is not a number"),
        ("reviewer=a major=0 moderate=0 minor=4294967296", "minor=4294967296 is not a number"),
        ("major=0 moderate=0", "no reviewer= named"),
        ("reviewer=a major=0 moderate=0", "major=, moderate= and minor= are all required"),
        ("file=x major=0 moderate=0 minor=0", "the counts must come before file=, which runs to end of line"),
    ] {
        let message = format!("{}Reviewed-standards: second\n", with_trailer("x", verdict));
        let said = world.judge(message);
        let expect = format!("\ngit-agent-verdict: standards: MALFORMED TRAILER\n  Reviewed-standards: {reason}\n");
        assert_eq!((said.code, said.stdout.as_str(), said.stderr), (1, "", expect));
    }
    let said = world
        .judge(format!("{}Reviewed-standards: nonsense\n", with_trailer("x", "reviewer=a major=1 moderate=0 minor=0")));
    assert!(said.code == 1 && said.stderr.contains("MALFORMED TRAILER\n  Reviewed-standards: field 'nonsense'"));
}

#[test]
fn blockers_are_summed() {
    let world = World::staged();
    let judge = |verdicts: &[&str]| {
        let lines: String =
            verdicts.iter().map(|verdict| format!("Reviewed-standards: reviewer=a {verdict}\n")).collect();
        world.judge(format!("x\n\n{lines}"))
    };
    let blocked = |major: u32, moderate: u32| {
        format!(
            "\ngit-agent-verdict: standards: DECLARED BLOCKER\n  major={major} moderate={moderate} (both must be 0)\n"
        )
    };
    let check = |verdicts: &[&str], expect: (i32, String)| {
        let said = judge(verdicts);
        assert_eq!((said.code, said.stderr), expect, "{verdicts:?}");
    };
    check(&["major=0 moderate=0 minor=4", "minor=3 major=0 moderate=0 file=x"], (0, attested(2, 7)));
    check(&["major=1 moderate=0 minor=0"], (1, blocked(1, 0)));
    check(&["major=0 moderate=1 minor=0"], (1, blocked(0, 1)));
    check(&["major=2 moderate=1 minor=0", "major=3 moderate=0 minor=0"], (1, blocked(5, 1)));
    let most = u32::MAX;
    check(&["major=0 moderate=0 minor=4294967295", "major=0 moderate=0 minor=9"], (0, attested(2, most)));
    // Sums that do not fit do not come round to zero.
    check(
        &["major=4294967295 moderate=0 minor=0", "major=1 moderate=4294967295 minor=0", "major=0 moderate=1 minor=0"],
        (1, blocked(most, most)),
    );
}

#[test]
fn a_missing_verdict_is_told_with_what_earns_it() {
    let world = World::staged();
    let prompt = world.gate(["--reviewer-prompt", "standards", "--doc", RUBRIC]).stdout;
    let message = world.message("x\n");
    for (flags, field) in [(&[][..], ""), (&["--per-file"], " file=<path>")] {
        let words = [&message, "standards", "--doc", RUBRIC, "--path", "."];
        let said = world.gate(words.iter().chain(flags));
        let expect = format!(
            "\ngit-agent-verdict: standards: REVIEW GATE FAILED\n\nMISSING — the message needs this trailer and has \
             none\n\n  Reviewed-standards: reviewer=<id> major=0 moderate=0 minor=<n>{field}\n\n\
             Earned by a review you run yourself: spawn a reviewer in a fresh context, hand it\n\
             the block below, iterate `re-review` until it reports major=0 and moderate=0, then\n\
             write its counts into the trailer. Trailers must be the LAST paragraph.\n\n\
             ── FORWARD BELOW THIS LINE ──\n{prompt}"
        );
        assert_eq!((said.code, said.stdout.as_str(), said.stderr), (1, "", expect));
    }
}
