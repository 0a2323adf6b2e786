//! Who holds a lock, and whether that process still lives.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use rustix::process::{Pid, test_kill_process};

/// A process that started this much later than the lock was taken is another one that got the same number.
const SLACK_SECONDS: u64 = 2;

/// The holder of a lock as its file says: `<pid>:<uuid>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) pid: u32,
    pub(crate) text: String,
}

impl Owner {
    /// This process.
    pub(crate) fn own() -> Self {
        let pid = std::process::id();
        Self { pid, text: format!("{pid}:{}", uuid::Uuid::new_v4()) }
    }

    /// The holder that a file's text names.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches('\n');
        let (pid, token) = text.split_once(':')?;
        let is_number = !pid.is_empty() && pid.bytes().all(|byte| byte.is_ascii_digit());
        uuid::Uuid::parse_str(token).ok()?;
        let pid = pid.parse().ok().filter(|pid| is_number && *pid > 0)?;
        Some(Self { pid, text: text.to_owned() })
    }
}

/// What is known of the process that took a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Life {
    /// It lives.
    Alive,
    /// Another process has its number.
    Reused,
    /// It is gone.
    Gone,
    /// Nobody can tell.
    Unknown,
}

/// What is known of the process `pid`, which took a lock at `taken`.
pub(crate) fn life(pid: u32, taken: SystemTime) -> Life {
    let Some(process) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return Life::Unknown };
    match test_kill_process(process).map_err(io::Error::from) {
        Err(error) if error.raw_os_error() == Some(rustix::io::Errno::SRCH.raw_os_error()) => return Life::Gone,
        Err(error) if error.kind() != io::ErrorKind::PermissionDenied => return Life::Unknown,
        _ => {}
    }
    match started(pid) {
        Some(Started::Ended) => Life::Gone,
        Some(Started::At(at)) => {
            let taken = taken.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
            if at > taken + SLACK_SECONDS { Life::Reused } else { Life::Alive }
        }
        // It has the number, and when it began cannot be told: it may be the one.
        None => Life::Alive,
    }
}

enum Started {
    /// Seconds since 1970.
    At(u64),
    /// It ended, and its parent has not asked how.
    Ended,
}

fn started(pid: u32) -> Option<Started> {
    let stat = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat")).ok()?;
    // The name stands in parentheses and may hold anything.
    let mut fields = stat.get(stat.rfind(')')? + 2..)?.split(' ');
    if fields.next()? == "Z" {
        return Some(Started::Ended);
    }
    let ticks: u64 = fields.nth(18)?.parse().ok()?;
    let boot = fs::read_to_string("/proc/stat").ok()?;
    let boot: u64 = boot.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()?;
    Some(Started::At(boot + ticks / rustix::param::clock_ticks_per_second()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners() {
        let own = Owner::own();
        assert_eq!(Owner::read(&own.text), Some(own.clone()));
        for bad in [
            "",
            "1",
            "1:",
            ":x",
            "x:y",
            "0:6a7a2c1e-0000-4000-8000-000000000000",
            "1:no-uuid",
            "+1:6a7a2c1e-0000-4000-8000-000000000000",
        ] {
            assert_eq!(Owner::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn this_process_lives() {
        assert_eq!(life(std::process::id(), SystemTime::now()), Life::Alive);
        assert_eq!(life(std::process::id(), SystemTime::UNIX_EPOCH), Life::Reused);
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = child.id();
        child.wait().unwrap();
        assert_eq!(life(pid, SystemTime::now()), Life::Gone);
    }
}
