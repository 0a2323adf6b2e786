//! Command lanes that are kept to their tree (`--sandbox`).

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use assize_nodes::{RunSetting, Sandbox};
use assize_store::{StateFolder, remove_tree};
use tempfile::TempDir;
use toml::{Table, Value};

use crate::pipeline::Plan;
use crate::repository::temporary_folder;
use crate::reviewers::{host_folders, path_folder, system_without, variable, without};
use crate::{Host, HostError};

/// The settings file inside the state folder.
const FILE: &str = "config.toml";
/// The most that is read of it, in bytes.
const LIMIT: u64 = 256 * 1024;

/// What the command lanes of a run are kept to, and the temporary folder that they share.
pub(super) struct ConfinedCommands {
    sandbox: Sandbox,
    temporary: TempDir,
}

impl ConfinedCommands {
    /// The system's programs and those on the search path to be read, the repository and a temporary folder to be
    /// written, and what `[sandbox]` in `config.toml` of the state folder says besides; never the state folder.
    pub(super) fn of(host: &Host, plan: &Plan) -> Result<Self, HostError> {
        let refused = |message: String| HostError::Sandbox { message };
        let environment = &host.settings().environment;
        let temporary = tempfile::Builder::new()
            .prefix("assize-lanes-")
            .tempdir_in(temporary_folder(environment))
            .map_err(|error| refused(format!("its temporary folder: {error}")))?;
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let state = real(host.state().root());
        let home = variable(environment, "HOME").map(Path::new);
        let own = Allowed::read(host.state(), home).map_err(refused)?;
        let hidden: Vec<PathBuf> = home.map(real).into_iter().chain([state.clone()]).collect();
        let path = variable(environment, "PATH").unwrap_or_default();
        // Those in the tree can be read anyway; where they lead is for nothing that is reviewed to say.
        let ours = host_folders(path, &plan.place.checkout.root);
        let programs = std::env::split_paths(&ours).filter_map(|folder| path_folder(&folder, &hidden));
        let never = [state];
        let readable = programs.chain(own.readable).flat_map(|path| without(&path, &never));
        let writable = own.writable.into_iter().chain([plan.place.checkout.common_dir.clone()]);
        let sandbox = system_without(&never)
            .reading_all(readable)
            .writing_all(writable.flat_map(|path| without(&path, &never)))
            .writing(temporary.path());
        Ok(Self { sandbox, temporary })
    }

    /// Puts the sandbox and the temporary folder into the setting of a run.
    pub(super) fn apply(&self, setting: &mut RunSetting) {
        setting.environment.retain(|(name, _)| name != "TMPDIR");
        setting.environment.push((OsString::from("TMPDIR"), self.temporary.path().into()));
        setting.sandbox = Some(self.sandbox.clone());
    }

    /// Takes the temporary folder back.
    pub(super) fn clean_up(&self) {
        if let Err(error) = remove_tree(self.temporary.path()) {
            tracing::debug!(%error, "the temporary folder of command lanes stays");
        }
    }
}

/// What a person allows besides.
#[derive(Debug, Default, PartialEq, Eq)]
struct Allowed {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
}

impl Allowed {
    /// Reads the `[sandbox]` table of `config.toml`.
    fn read(state: &StateFolder, home: Option<&Path>) -> Result<Self, String> {
        let place = state.root().join(FILE);
        let wrong = |what: &str| format!("{}: {what}", place.display());
        let Some(bytes) = state.read(FILE, LIMIT).map_err(|error| error.to_string())? else {
            return Ok(Self::default());
        };
        let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8"))?;
        let table: Table = text.parse().map_err(|error: toml::de::Error| wrong(error.message()))?;
        let sandbox = match table.get("sandbox") {
            None => return Ok(Self::default()),
            Some(Value::Table(sandbox)) => sandbox,
            Some(_) => return Err(wrong("sandbox must be a table")),
        };
        let mut allowed = Self::default();
        for (member, value) in sandbox {
            let into = match member.as_str() {
                "readable" => &mut allowed.readable,
                "writable" => &mut allowed.writable,
                _ => return Err(wrong(&format!("`sandbox.{member}` is not known; known are readable, writable"))),
            };
            let paths = value.as_array().map(|list| list.iter().map(|path| absolute(path.as_str()?, home)).collect());
            let paths: Option<Option<Vec<PathBuf>>> = paths;
            let what = || wrong(&format!("sandbox.{member} must be a list of paths, absolute or from ~/"));
            into.extend(paths.flatten().ok_or_else(what)?);
        }
        Ok(allowed)
    }
}

fn absolute(path: &str, home: Option<&Path>) -> Option<PathBuf> {
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Some(home.join(rest)),
        _ => Some(PathBuf::from(path)).filter(|path| path.is_absolute()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed_besides() {
        let place = tempfile::tempdir().unwrap();
        let state = StateFolder::new(place.path());
        let check = |text: &str, expect: Result<(&[&str], &[&str]), &str>| {
            state.write(FILE, text.as_bytes()).unwrap();
            let paths = |paths: &[&str]| paths.iter().map(PathBuf::from).collect();
            match (Allowed::read(&state, Some(Path::new("/home/me"))), expect) {
                (Ok(found), Ok((readable, writable))) => {
                    assert_eq!(found, Allowed { readable: paths(readable), writable: paths(writable) }, "{text}");
                }
                (Err(found), Err(expect)) => assert!(found.contains(expect), "{found}"),
                (found, expect) => panic!("{text}: {found:?}, not {expect:?}"),
            }
        };
        check("", Ok((&[], &[])));
        check("[signing]\nprincipal = \"x\"\n", Ok((&[], &[])));
        check(
            "[sandbox]\nreadable = [\"~/.rustup\"]\nwritable = [\"/cache\"]\n",
            Ok((&["/home/me/.rustup"], &["/cache"])),
        );
        check("[sandbox]\nwritabel = []\n", Err("`sandbox.writabel` is not known"));
        check("[sandbox]\nwritable = [\"x\"]\n", Err("absolute or from ~/"));
        check("[sandbox]\nwritable = 1\n", Err("a list of paths"));
        check("sandbox = 1\n", Err("must be a table"));
        check("[sandbox\n", Err("config.toml"));
    }
}
