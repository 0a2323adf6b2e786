//! One process group, by its leader's id.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

/// The process group of one started command.
///
/// A group's number stays taken while any member lives and while its leader has not been reaped. Signals are
/// therefore sent before the leader is reaped, or to a group that was seen alive a moment ago: numbers are handed
/// out in a circle, so one that has just become free is the last to be used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ProcessGroup(Pid);

impl ProcessGroup {
    /// The group that `child` leads.
    pub(crate) fn led_by(child: &std::process::Child) -> Self {
        Self(Pid::from_child(child))
    }

    /// The group's number.
    pub(crate) fn id(self) -> i32 {
        self.0.as_raw_nonzero().get()
    }

    /// Asks every member to end.
    pub(crate) fn terminate(self) {
        self.send(Signal::TERM);
    }

    /// Ends every member.
    pub(crate) fn kill(self) {
        self.send(Signal::KILL);
    }

    fn send(self, signal: Signal) {
        // A group without members is what the signal was for.
        if let Err(error) = kill_process_group(self.0, signal)
            && error != Errno::SRCH
        {
            tracing::debug!(group = self.id(), ?signal, %error, "a process group could not be signalled");
        }
    }

    /// Whether a signal would reach anybody; a zombie counts. To be asked after the leader was reaped.
    pub(crate) fn is_reached(self) -> bool {
        test_kill_process_group(self.0) != Err(Errno::SRCH)
    }
}
