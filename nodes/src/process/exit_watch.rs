//! Waiting for a child to end without reaping it.

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
#[cfg(target_os = "linux")]
use tokio::io::unix::AsyncFd;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Tells when a child has ended and leaves it a zombie, so that its process group keeps its number and can still be
/// signalled without hitting a stranger.
#[derive(Debug)]
pub(crate) struct ExitWatch {
    pid: Pid,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// Linux since 5.3: readable once the process has ended.
    #[cfg(target_os = "linux")]
    Pidfd(AsyncFd<OwnedFd>),
    /// Elsewhere: looked up whenever any child has ended.
    AnyChild(Signal),
}

impl ExitWatch {
    /// Watches `child`.
    pub(crate) fn on(child: &std::process::Child) -> io::Result<Self> {
        let pid = Pid::from_child(child);
        #[cfg(target_os = "linux")]
        match pidfd(pid) {
            Ok(fd) => return Ok(Self { pid, source: Source::Pidfd(fd) }),
            // An old kernel, or no descriptor to be had: the child runs already, so it is watched another way.
            Err(error) => tracing::debug!(%error, "no pidfd; waiting for SIGCHLD instead"),
        }
        Ok(Self { pid, source: Source::AnyChild(signal(SignalKind::child())?) })
    }

    /// Returns once the child has ended. May be called again, and dropped at any point.
    pub(crate) async fn ended(&mut self) {
        match &mut self.source {
            #[cfg(target_os = "linux")]
            Source::Pidfd(fd) => {
                // An error means that the runtime is going away; the caller finds out from the child itself.
                if let Err(error) = fd.readable().await {
                    tracing::debug!(%error, "waiting for a child was cut short");
                }
            }
            Source::AnyChild(children) => {
                while !has_ended(self.pid) {
                    children.recv().await;
                }
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[expect(deprecated, reason = "its replacement is an unsafe function that asks for what an OwnedFd always gives")]
fn pidfd(pid: Pid) -> io::Result<AsyncFd<OwnedFd>> {
    let fd = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty())?;
    AsyncFd::with_interest(fd, tokio::io::Interest::READABLE)
}

fn has_ended(pid: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    async fn check(watch: impl FnOnce(&std::process::Child) -> ExitWatch) {
        let mut child = Command::new("/bin/sh").args(["-c", "read _; exit 3"]).stdin(Stdio::piped()).spawn().unwrap();
        let mut watch = watch(&child);
        tokio::select! {
            biased;
            () = watch.ended() => panic!("the child lives"),
            () = tokio::task::yield_now() => {}
        }
        drop(child.stdin.take());
        watch.ended().await;
        watch.ended().await;
        assert!(has_ended(watch.pid));
        assert_eq!(child.try_wait().unwrap().and_then(|status| status.code()), Some(3), "it is left to be reaped");
    }

    #[tokio::test]
    async fn an_end_is_seen_and_not_consumed() {
        check(|child| ExitWatch::on(child).unwrap()).await;
    }

    #[tokio::test]
    async fn an_end_is_seen_without_pidfds_too() {
        check(|child| ExitWatch {
            pid: Pid::from_child(child),
            source: Source::AnyChild(signal(SignalKind::child()).unwrap()),
        })
        .await;
    }
}
