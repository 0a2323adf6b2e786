//! Where a trailer has to stand: what git takes for one.

use crate::world::{CLEAN, World, attested};

const ABSENT: &str = "MISSING — the message needs this trailer and has none\n";
const MISPLACED: &str =
    "MISSING — the trailer exists but is not in the message's trailing paragraph, so git does not see it\n";

fn check(world: &World, message: &str, expect: Result<(usize, u32), &str>) {
    let message = message.replace("{T}", &format!("Reviewed-standards: {CLEAN}"));
    let said = world.judge(&message);
    match expect {
        Ok((verdicts, minor)) => assert_eq!((said.code, said.stderr), (0, attested(verdicts, minor)), "{message}"),
        Err(detail) => assert!(said.code == 1 && said.stderr.contains(detail), "{message}: {said:?}"),
    }
}

#[test]
fn trailers_are_what_git_sees() {
    let world = World::staged();
    let check = |message: &str, expect| check(&world, message, expect);
    check("x\n\n{T}\n", Ok((1, 1)));
    check("x\n\n{T}", Ok((1, 1)));
    check("x\r\n\r\n{T}\r\n", Ok((1, 1)));
    check("x\n\n{T}\n\n\n", Ok((1, 1)));
    check("x\n\n{T}\n# Please enter the commit message\n#\n# On branch main\n", Ok((1, 1)));
    check("x\n\n{T}\n\n# ------------------------ >8 ------------------------\n# below\ndiff\n+x\n", Ok((1, 1)));
    check("x\n\n{T}\n---\n a.txt | 1 +\n", Ok((1, 1)));
    check("x\n\nReviewed-standards: reviewer=a major=0\n moderate=0\n\tminor=1\n", Ok((1, 1)));
    check("x\n\nReviewed-standards :reviewer=a major=0 moderate=0 minor=1\n", Ok((1, 1)));
    check("x\n\nReviewed-standards:reviewer=a major=0 moderate=0 minor=1\n", Ok((1, 1)));
    check("x\n\nSigned-off-by: A <a@b>\n{T}\nReviewed-prose: nonsense\n", Ok((1, 1)));
    check("x\n\nSigned-off-by: A <a@b>\nnot a trailer\n{T}\n", Ok((1, 1)));
    check("x\n\n{T}\n{T} file=a.txt\n", Ok((2, 2)));
    // Not there.
    check("x\n", Err(ABSENT));
    check("", Err(ABSENT));
    check("x\n\nReviewed-Standards: reviewer=a\n", Err(ABSENT));
    check("x\n\nreviewed-standards: reviewer=a\n", Err(ABSENT));
    check("x\n\nReviewed-standards2: reviewer=a\n", Err(ABSENT));
    check("x\n\nReviewed-standard: reviewer=a\n", Err(ABSENT));
    check("x\n\n# {T}\n", Err(ABSENT));
    check("x\n\nsee Reviewed-standards: there\n", Err(ABSENT));
    // There, and git does not see it.
    check("{T}\n", Err(MISPLACED));
    check("x\n{T}\n", Err(MISPLACED));
    check("x\n\n{T}\n\nbody\n", Err(MISPLACED));
    check("x\n\n{T}\n\nSigned-off-by: A <a@b>\n", Err(MISPLACED));
    check("x\n\nbody\n{T}\n", Err(MISPLACED));
    check("x\n\n  {T}\n", Err(MISPLACED));
    check("x\n\nbody\n# ------------------------ >8 ------------------------\n{T}\n", Err(MISPLACED));
    check("x\n---\n\n{T}\n", Err(MISPLACED));
    check("x\n\nReviewed-standards : reviewer=a\n\nbody\n", Err(MISPLACED));
}

#[test]
fn settings_of_a_person_change_no_trailer() {
    let world = World::staged();
    for (name, value) in [
        ("trailer.separators", "=:"),
        ("trailer.where", "start"),
        ("trailer.ifexists", "replace"),
        ("trailer.ifmissing", "doNothing"),
        ("trailer.see.key", "See-also"),
        ("trailer.see.command", "echo Reviewed-standards: nonsense"),
    ] {
        world.git(["config", name, value]);
    }
    check(&world, "x\n\n{T}\nSee-also: y\n", Ok((1, 1)));
    check(&world, "x\n\nReviewed-standards= reviewer=a major=0 moderate=0 minor=1\n", Err(ABSENT));
}

#[test]
fn gates_have_any_name_and_mind_their_own_trailers() {
    let world = World::staged();
    let gate = |name: &str, message: &str| {
        let message = world.message(message);
        world.gate([&message, name, "--doc", "docs/rubric.md", "--path", "."])
    };
    let said = gate(
        "a-1",
        "x\n\nReviewed-a: nonsense\nReviewed-a-1: reviewer=r major=0 moderate=0 minor=7\nReviewed-a-12: x\n",
    );
    assert_eq!((said.code, said.stderr.as_str()), (0, "git-agent-verdict: a-1: attested (1 verdict(s), minor=7)\n"));
    // Names that git does not take for the key of a trailer are never attested.
    for name in ["My Gate/1", "a:b", "a_b", "größe", "a.b", "", "a\nb"] {
        let said = gate(name, &format!("x\n\nReviewed-{name}: reviewer=r major=0 moderate=0 minor=0\n"));
        let passes = name.is_empty();
        assert_eq!(said.code, i32::from(!passes), "{name:?} {said:?}");
        let head = format!("git-agent-verdict: {}: ", name.replace('\n', "\\n"));
        assert!(said.stderr.trim_start().starts_with(&head), "{said:?}");
    }
}
