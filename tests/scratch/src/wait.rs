//! Waiting for what other processes do.

use std::path::Path;
use std::time::{Duration, Instant};

/// A generous bound against hanging.
const BOUND: Duration = Duration::from_secs(120);

/// Waits until something holds that is sure to come. `what` names it should it not.
///
/// # Panics
///
/// When it does not come.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < BOUND, "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a process is gone. `pid` is its id in decimal, as a shell prints it.
///
/// # Panics
///
/// When it stays.
pub fn until_gone(pid: &str) {
    let process = Path::new("/proc").join(pid.trim());
    until(&format!("the end of process {}", pid.trim()), || !process.exists());
}
