//! Paths for people.

use std::path::Path;

/// A path as people are shown it: relative where it is below the folder that the process began in.
pub(crate) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    below.filter(|below| !below.as_os_str().is_empty()).unwrap_or(path).display().to_string()
}
