//! Where an installed package is.

use std::path::{Path, PathBuf};

use assize_store::read_bounded;
use serde_json::Value;

use crate::packs::PackError;
use crate::packs::npm::exports::exported;
use crate::packs::npm::name::PackageName;

const PACKAGE_JSON: &str = "package.json";
const NODE_MODULES: &str = "node_modules";
/// The most that is read of a package.json, in bytes.
const PACKAGE_JSON_LIMIT: u64 = 16 * 1024 * 1024;

/// The real folder of the package that Node finds as `<name>/package.json` from a file in `from`: in the nearest
/// `node_modules` that has it, there or above. Blocks the thread.
pub(in crate::packs) fn package_root(name: &str, from: &Path) -> Result<PathBuf, PackError> {
    let wanted = PackageName::parse(name).ok_or_else(|| PackError::PackageName { name: name.to_owned() })?;
    for folder in from.ancestors() {
        if folder.file_name().is_some_and(|last| last == NODE_MODULES) {
            continue;
        }
        if let Some(file) = in_folder(&folder.join(NODE_MODULES), wanted)? {
            return Ok(file);
        }
    }
    Err(PackError::NotInstalled { name: name.to_owned(), from: from.to_owned() })
}

/// The folder of the package.json that one folder of installed packages has for a name; `None` when it has none.
fn in_folder(installed: &Path, wanted: PackageName<'_>) -> Result<Option<PathBuf>, PackError> {
    let package = installed.join(wanted.package);
    let own = package.join(PACKAGE_JSON);
    let exports = match read_bounded(&own, PACKAGE_JSON_LIMIT)? {
        Some(text) => match serde_json::from_slice::<Value>(&text) {
            Ok(manifest) => manifest.get("exports").cloned().filter(|exports| !exports.is_null()),
            Err(source) => return Err(PackError::PackageJson { path: own, source }),
        },
        None => None,
    };
    let inner =
        if wanted.folder.is_empty() { PACKAGE_JSON.to_owned() } else { format!("{}/{PACKAGE_JSON}", wanted.folder) };
    let file = match exports {
        Some(exports) => match exported(&exports, &format!("./{inner}")) {
            Some(path) => package.join(path),
            None => return Err(PackError::HiddenPackage { package }),
        },
        None => package.join(inner),
    };
    // The real place, as Node has it for packages that are linked in.
    let Ok(real) = file.canonicalize() else { return Ok(None) };
    Ok(real.is_file().then(|| real.parent().map(Path::to_owned)).flatten())
}
