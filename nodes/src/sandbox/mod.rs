//! Keeping a command to what it was given: by Landlock on Linux, elsewhere not at all.

#[cfg(target_os = "linux")]
mod landlock;
#[cfg(not(target_os = "linux"))]
mod no_kernel;
mod policy;
mod spawn;
mod support;

#[cfg(target_os = "linux")]
use landlock as kernel;
#[cfg(not(target_os = "linux"))]
use no_kernel as kernel;

pub use policy::Sandbox;
pub use support::SandboxSupport;

pub(crate) use spawn::spawn_confined;
