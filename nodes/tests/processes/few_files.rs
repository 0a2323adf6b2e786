//! More lanes than there are file descriptors.

use std::path::Path;
use std::process::{Command, Stdio};

use assize_schemas::{Exited, LaneOutcome};

use crate::common::{lane, processes, run_id};

/// Set for a copy of this test program that may open few files: the directory it works in.
const ROLE: &str = "ASSIZE_TEST_WITH_FEW_FILES";

/// Runs many lanes when it is told to; an ordinary test run finds nothing to do here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_few_files() {
    let Some(dir) = std::env::var_os(ROLE) else { return };
    let processes = processes(&run_id("few"), 1000);
    let lanes: Vec<_> = (0..120)
        .map(|index| {
            let (processes, dir) = (processes.clone(), dir.clone());
            let run = format!("echo {index}; sleep 0.05");
            tokio::spawn(async move { lane(&processes, Path::new(&dir), &run).await })
        })
        .collect();
    for (index, lane) in lanes.into_iter().enumerate() {
        let expect = Exited { exit_code: 0, output: Some(format!("{index}\n")) };
        assert_eq!(lane.await.unwrap(), LaneOutcome::Exited(expect));
    }
    processes.finish().await;
}

#[test]
fn lanes_wait_for_descriptors() {
    let dir = tempfile::tempdir().unwrap();
    let output = Command::new("/bin/sh")
        .args(["-c", "ulimit -n 60 && exec \"$0\" --exact few_files::with_few_files --nocapture"])
        .arg(std::env::current_exe().unwrap())
        .env(ROLE, dir.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}
