//! Whether there is anything to make a sandbox of.

use super::kernel;

/// What this system can do about a [`Sandbox`](crate::Sandbox).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SandboxSupport {
    /// The kernel refuses what is not allowed.
    Enforced,
    /// Nothing is refused: commands run as if there were no sandbox.
    Absent,
}

impl SandboxSupport {
    /// Asks the kernel. Nothing is restricted by that.
    #[must_use]
    pub fn of_this_system() -> Self {
        if kernel::is_there() { Self::Enforced } else { Self::Absent }
    }

    /// Whether the kernel refuses what is not allowed.
    #[must_use]
    pub fn is_enforced(self) -> bool {
        self == Self::Enforced
    }
}
