//! What a reviewer can do without harming anybody.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::bench::Bench;

#[test]
fn endless_output_is_bounded() {
    let bench =
        Bench::of_script("head -c 300000000 /dev/zero | tr '\\0' 'x'; echo; echo the end; exit 1", "read-only", 60_000);
    let view = bench.run();
    let lane = &view["attestation"]["lanes"][0];
    assert_eq!(lane["status"], "skipped", "{lane}");
    let error = lane["error"].as_str().unwrap();
    assert!(error.len() < 5000 && error.ends_with("the end\n"), "{}", error.len());
    let transcript = Path::new(view["transcripts"]["judge"].as_str().unwrap());
    let size = transcript.metadata().unwrap().len();
    assert!(size > 100_000 && size < 1_100_000, "{size}");
}

#[test]
fn what_it_prints_reaches_no_terminal_and_no_ci_system() {
    let script = "printf '\\033]0;owned\\007\\033[31mred\\n::error::boom\\n##[error]boom\\n::stop-commands::x\\n'\n\
                  printf '%s' '{\"summary\": \"\\u001b[31m::error::s\", \"findings\": [{\"severity\": \"high\", \"title\": \
                  \"::error::t\\u001b[2J\", \"detail\": \"::warning::d\\n::error::e\", \"file\": \"a,b:c\\n::error::f\", \"line\": 3}]}' \
                  > \"$V\"";
    let bench = Bench::of_script(script, "read-only", 60_000);
    for args in
        [&["run", "--no-cache"][..], &["run", "--no-cache", "--annotate", "github"], &["run", "--no-cache", "--json"]]
    {
        let output = bench.command(args).env("GITHUB_ACTIONS", "true").output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        assert!(!said.contains('\u{1b}') && !said.contains('\u{7}'), "{said}");
        let ours = |line: &str| line.starts_with("::error file=") || line.starts_with("::error title=review");
        for line in said.lines() {
            assert!(!line.trim_start().starts_with("::") || ours(line), "{line}");
            assert!(!line.contains("##["), "{line}");
        }
    }
    let bench = Bench::of_script("printf 'plain \\033[31mred\\007\\n'; exit 1", "read-only", 60_000);
    let view = bench.run();
    let transcript = std::fs::read_to_string(view["transcripts"]["judge"].as_str().unwrap()).unwrap();
    assert!(transcript.contains("plain red\n") && !transcript.contains('\u{1b}'), "{transcript}");
}

#[test]
fn a_daemon_does_not_outlive_it() {
    let script = "setsid sleep 86400 > /dev/null 2>&1 < /dev/null &\n\
                  echo \"{\\\"findings\\\": [{\\\"severity\\\": \\\"low\\\", \\\"title\\\": \\\"$!\\\"}]}\" > \"$V\"";
    let bench = Bench::of_script(script, "read-only", 60_000);
    let lane = bench.only_lane();
    assert_eq!(lane["status"], "pass", "{lane}");
    let pid = lane["findings"][0]["title"].as_str().unwrap().to_owned();
    let give_up = Instant::now() + Duration::from_secs(20);
    let lives = || {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.contains("(sleep)") && !stat.contains(") Z ")
    };
    while lives() {
        assert!(Instant::now() < give_up, "the daemon lives");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_full_temporary_folder_goes_with_it() {
    let script = "head -c 30000000 /dev/zero > \"$TMPDIR/big\"; mkdir -p \"$HOME/a/b\"; chmod 0 \"$HOME/a\"; \
                  head -c 1000000 /dev/zero > \"$(dirname \"$V\")/more\"; fine";
    let bench = Bench::of_script(script, "read-only", 60_000);
    assert_eq!(bench.only_lane()["status"], "pass");
    assert_eq!(bench.left_in_temporary(), Vec::<std::path::PathBuf>::new());
    assert_eq!(bench.runs(), Vec::<std::path::PathBuf>::new(), "nothing stays of a lane that passed");
}

#[test]
fn findings_are_shown_where_they_are() {
    let script = "echo '```json\n{\"findings\": [{\"severity\": \"high\", \"title\": \"it breaks\", \"detail\": \"see there\", \
                  \"file\": \"src/x.rs\", \"line\": 12}]}\n```' > \"$V\"";
    let bench = Bench::of_script(script, "read-only", 60_000);
    let outcome = bench.assize(&["run"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stderr.contains("judge: high src/x.rs:12: it breaks\njudge | see there\n"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("judge: what its reviewer printed: /"), "{}", outcome.stderr);
}

#[test]
fn folders_deeper_than_anybody_can_follow_go_with_it() {
    // Two chains, each as long as a path may be, one below the other.
    let script = "for place in \"$HOME\" \"$TMPDIR\" \"$(dirname \"$V\")\"; do (\n\
                  cd \"$place\"; chain=$(printf 'd/%.0s' $(seq 1500)); mkdir -p a/$chain b/$chain && mv a b/$chain\n\
                  mkdir -p c/e; echo secret > c/e/token; chmod 0 c/e) || exit 1; done; fine";
    let bench = Bench::of_script(script, "read-only", 60_000);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -n 512; exec \"$0\" run --json --no-cache"]).arg(assize_tests::binary("assize"));
    let like = bench.command(&[]);
    limited.current_dir(bench.sandbox.root()).stdin(std::process::Stdio::null());
    limited.env_clear().envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = limited.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(bench.left_in_temporary(), Vec::<std::path::PathBuf>::new());
    assert_eq!(bench.runs(), Vec::<std::path::PathBuf>::new());
}
