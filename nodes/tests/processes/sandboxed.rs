//! What a lane in a sandbox can and cannot do, with the kernel's own refusals.

use std::path::Path;

use assize_nodes::{CommandLine, LineSink, RunProcesses, Sandbox, SandboxSupport, run_command_lane};
use assize_schemas::{Exited, LaneOutcome};
use tokio_util::sync::CancellationToken;

use crate::common::{processes, request, run_id};

/// Whether the kernel can be tested; says so where it cannot.
#[expect(clippy::print_stderr, reason = "a test that tests nothing says so")]
fn can_be_tested() -> bool {
    let enforced = SandboxSupport::of_this_system().is_enforced();
    if !enforced {
        eprintln!("skipped: this kernel has no Landlock");
    }
    enforced
}

/// Whether `run` succeeds in the sandbox of a lane in `<place>/tree`.
async fn succeeds(processes: &RunProcesses, place: &Path, run: &str) -> bool {
    let sandbox = Sandbox::with_system().writing(place.join("scratch"));
    let request = request(&place.join("tree"), run, 60_000).confined_to(Some(sandbox));
    let outcome = run_command_lane(&request, processes, &CancellationToken::new(), &LineSink::silent()).await;
    assert!(matches!(outcome, LaneOutcome::Exited(_)), "{run}: {outcome:?}");
    matches!(outcome, LaneOutcome::Exited(Exited { exit_code: 0, .. }))
}

#[tokio::test]
async fn the_kernel_refuses_what_was_not_given() {
    if !can_be_tested() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    for folder in ["tree", "scratch", "other"] {
        std::fs::create_dir(place.join(folder)).unwrap();
    }
    for file in ["tree/file", "other/secret"] {
        std::fs::write(place.join(file), "x\n").unwrap();
    }
    std::os::unix::fs::symlink(place.join("other"), place.join("scratch/link")).unwrap();
    let processes = processes(&run_id("sandbox"), 300);
    for (run, expect) in [
        ("cat file", true),
        ("echo more >> file", true),
        ("mkdir made && rmdir made", true),
        ("echo x > ../scratch/new && rm ../scratch/new", true),
        ("ls /usr/bin /etc/passwd", true),
        ("echo x > /dev/null", true),
        ("head -c 3 /dev/urandom", true),
        ("git --version", true),
        ("cat ../other/secret", false),
        ("cat ../scratch/link/secret", false),
        ("ls ../other", false),
        ("ls ..", false),
        ("echo x > ../other/new", false),
        ("rm -f ../other/secret", false),
        ("mv file ../other/", false),
        ("ln file ../other/hard", false),
        ("echo x > ../other/secret", false),
        ("sh -c 'cat ../other/secret'", false),
        ("(setsid cat ../other/secret)", false),
        // Other processes are no way out.
        ("ls -L /proc/$PPID/root", false),
        ("readlink /proc/$PPID/exe", false),
        // A lane cannot end what judges it.
        ("kill -0 $PPID", false),
    ] {
        assert_eq!(succeeds(&processes, place, run).await, expect, "{run}");
    }
    assert_eq!(std::fs::read_to_string(place.join("other/secret")).unwrap(), "x\n");
    // This process itself is as free as before.
    std::fs::write(place.join("other/secret"), "y\n").unwrap();
    processes.finish().await;
}

#[tokio::test]
async fn a_program_that_may_not_be_run_is_not_started() {
    if !can_be_tested() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("closed"), 300);
    let command = CommandLine::shell("true", place.path()).confined_to(Sandbox::closed());
    let run = processes.carry_out(&command, None, &CancellationToken::new(), &LineSink::silent()).await;
    let told = format!("{:?}", run.end);
    assert!(told.contains("NotStarted") && told.contains("PermissionDenied"), "{told}");
    processes.finish().await;
}

#[tokio::test]
async fn a_command_may_have_its_own_input_environment_and_length_of_output() {
    let place = tempfile::tempdir().unwrap();
    let input = place.path().join("input");
    std::fs::write(&input, "asked\n").unwrap();
    let processes = processes(&run_id("own"), 300);
    let run = async |command: CommandLine| {
        processes.carry_out(&command, None, &CancellationToken::new(), &LineSink::silent()).await.output
    };
    let environment = vec![("PATH".into(), "/usr/bin:/bin".into()), ("OWN".into(), "1".into())];
    let own = CommandLine::shell("cat; echo $OWN; printf 12345", place.path()).with_environment(environment);
    assert_eq!(run(own.clone().reading_from(&input)).await, "asked\n1\n12345");
    assert_eq!(run(own.keeping(4)).await, "2345");
    processes.finish().await;
}
