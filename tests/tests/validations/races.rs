//! Many who land at once.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use crate::world::World;

const PROPOSALS: usize = 16;
const PROCESSES: usize = 8;

/// Lands a proposal, whatever it takes; how often its candidate had to be validated.
fn land(world: &World, name: &str) -> usize {
    let mut validated = 0;
    loop {
        let tried = world.integrate(name);
        match tried.code {
            0 => return validated,
            3 => {
                let passed = world.validate(name, &["test", "-f", name]);
                assert_eq!(passed.code, 0, "{passed:?}");
                validated += 1;
            }
            _ => panic!("{tried:?}"),
        }
    }
}

#[test]
fn exactly_one_lands_per_candidate_and_no_landed_tree_lacks_its_pass() {
    let world = World::new();
    let base = world.sha("main");
    let names: Vec<String> = (0..PROPOSALS).map(|at| format!("p{at:02}")).collect();
    for name in &names {
        world.propose(name, &base);
    }
    let (next, validated) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..PROCESSES {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    validated.fetch_add(land(&world, name), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(validated.into_inner() >= PROPOSALS);

    // The history, looked at by nothing that landed it.
    let range = format!("{base}..main");
    let commits: Vec<_> = world.git(&["rev-list", "--first-parent", &range]).lines().map(str::to_owned).collect();
    assert_eq!(commits.len(), PROPOSALS);
    let landed: Vec<_> = world.audit().into_iter().filter(|event| event["event"] == "integrate.landed").collect();
    assert_eq!(landed.len(), PROPOSALS);
    for commit in &commits {
        let tree = world.sha(&format!("{commit}^{{tree}}"));
        let events: Vec<_> = landed.iter().filter(|event| event["commit"] == json!(commit)).collect();
        assert_eq!(events.len(), 1, "{commit}");
        assert_eq!((&events[0]["tree"], &events[0]["from"]), (&json!(tree), &json!(world.sha(&format!("{commit}^1")))));
        let passes = world.stored(&tree).into_values().filter(|document| {
            document["result"] == "pass"
                && document["tree_id"] == json!(tree)
                && document["policy_version"] == 1
                && document["issuer"] == "service:ci"
                && document["public_key"] == world.ci["public_key"]
        });
        assert!(passes.count() >= 1, "{commit} landed without a pass");
        let parents = world.git(&["log", "-1", "--format=%P", commit]);
        if let Some((ours, theirs)) = parents.split_once(' ') {
            assert_eq!(world.git(&["merge-tree", "--write-tree", ours, theirs]), tree);
        }
    }
    for name in &names {
        assert!(world.root().join(name).is_file(), "the work tree has {name}");
    }
    assert_eq!(world.git(&["status", "--porcelain"]), "");
    world.git(&["fsck", "--no-dangling"]);
    assert_eq!(world.temporary(), Vec::<std::path::PathBuf>::new());
}

#[test]
fn two_who_land_the_same_proposal_land_it_once() {
    let world = World::new();
    world.propose("one", "main");
    assert_eq!(world.validate("one", &["true"]).code, 0);
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..4).map(|_| scope.spawn(|| world.integrate("one").json())).collect();
        tries.into_iter().map(|tried| tried.join().unwrap()).collect()
    });
    let count = |word: &str| outcomes.iter().filter(|outcome| outcome["decision"] == word).count();
    assert_eq!((count("landed"), count("nothing")), (1, 3), "{outcomes:?}");
}

/// Git itself may move the branch between the decision and the move; then it is decided anew.
#[test]
fn a_branch_that_git_moves_is_looked_at_again() {
    let world = World::new();
    world.propose("one", "main");
    world.propose("two", "main");
    assert_eq!(world.validate("one", &["true"]).code, 0);
    world.git(&["checkout", "--quiet", "--detach"]);
    let two = world.sha("two");
    // A git that moves the branch just before it is asked to.
    let real = String::from_utf8(world.command("sh").args(["-c", "command -v git"]).output().unwrap().stdout).unwrap();
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *update-ref*) {real} update-ref refs/heads/main {two};; esac\nexec {real} \"$@\"\n",
        real = real.trim()
    );
    world.write_program("../bin/git", &script);
    let path = format!("{}:{}", world.beside("bin").display(), std::env::var("PATH").unwrap());
    let binary = assize_tests::binary("assize");
    let tried = world.run_with(&binary, &["integrate", "one", "--json"], &[("PATH", &path)]);
    assert_eq!((tried.code, &tried.json()["decision"]), (3, &json!("blocked")), "{tried:?}");
    assert_eq!(world.sha("main"), two);
    assert!(
        !world.audit().iter().any(|event| event["event"] == "integrate.landed"),
        "what did not happen is not logged"
    );
}
