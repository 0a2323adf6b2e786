//! All presets of a host.

use std::path::{Path, PathBuf};

use assize_compiler::Nearest;
use assize_store::{StateFolder, read_bounded};
use indexmap::IndexMap;

use super::read::read;
use super::{Harness, Preset, PresetsError, UnknownPreset};

/// The file inside the state folder.
const FILE: &str = "presets.toml";
/// The most that is read of it, in bytes.
const LIMIT: u64 = 1024 * 1024;

/// The presets that checks can name: those of a file, and one for each harness that needs no settings.
///
/// The file is one of the person who runs reviews, in the state folder or named by hand; nothing that is reviewed can
/// bring one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presets {
    path: PathBuf,
    presets: IndexMap<String, Preset>,
}

impl Presets {
    /// The presets of the state folder; those that come with this host alone when it has no file. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`PresetsError`] when there is a file that cannot be read or is not right.
    pub fn of_state(state: &StateFolder) -> Result<Self, PresetsError> {
        let path = state.root().join(FILE);
        match read_bounded(&path, LIMIT).map_err(PresetsError::Unreadable)? {
            Some(bytes) => Self::parse(path, &bytes),
            None => Ok(Self::built_in(path)),
        }
    }

    /// The presets of the file at `path`. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`PresetsError`] when it is not there, cannot be read or is not right.
    pub fn of_file(path: &Path) -> Result<Self, PresetsError> {
        let bytes = read_bounded(path, LIMIT).map_err(PresetsError::Unreadable)?;
        let bytes = bytes.ok_or_else(|| PresetsError::Missing { path: path.to_owned() })?;
        Self::parse(path.to_owned(), &bytes)
    }

    fn parse(path: PathBuf, bytes: &[u8]) -> Result<Self, PresetsError> {
        let text = String::from_utf8_lossy(bytes);
        let read = match &text {
            std::borrow::Cow::Borrowed(text) => read(text),
            std::borrow::Cow::Owned(_) => {
                let message = "the file is not UTF-8".to_owned();
                Err(vec![super::PresetProblem { line: 1, column: 1, message }])
            }
        };
        match read {
            Ok(presets) => {
                let mut book = Self::built_in(path);
                for preset in presets {
                    book.presets.shift_remove(&preset.name);
                    book.presets.insert(preset.name.clone(), preset);
                }
                Ok(book)
            }
            Err(problems) => Err(PresetsError::Wrong { path, problems }),
        }
    }

    fn built_in(path: PathBuf) -> Self {
        let harnesses = Harness::ALL.into_iter().filter(|harness| *harness != Harness::Command);
        let preset = |harness: Harness| (harness.name().to_owned(), Preset::of_harness(harness.name(), harness));
        Self { path, presets: harnesses.map(preset).collect() }
    }

    /// The file, whether it exists or not.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All presets: those that come with this host first, then those of the file in its order.
    pub fn all(&self) -> impl Iterator<Item = &Preset> {
        self.presets.values()
    }

    /// The preset of that name.
    ///
    /// # Errors
    ///
    /// [`UnknownPreset`] with what to add where.
    pub fn find(&self, name: &str) -> Result<&Preset, UnknownPreset> {
        self.presets.get(name).ok_or_else(|| {
            let nearest = Nearest::default().find(name, self.presets.keys().map(String::as_str)).map(str::to_owned);
            UnknownPreset { name: name.to_owned(), nearest, path: self.path.clone() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_adds_to_what_is_built_in() {
        let place = tempfile::tempdir().unwrap();
        let state = StateFolder::new(place.path());
        let names = |presets: &Presets| presets.all().map(|preset| preset.name.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(names(&Presets::of_state(&state).unwrap()), "claude-code codex gemini opencode");
        state
            .write(FILE, b"[presets.kimi]\ncommand = [\"kimi\"]\n[presets.codex]\nharness = \"codex\"\nmodel = \"m\"\n")
            .unwrap();
        let presets = Presets::of_state(&state).unwrap();
        assert_eq!(names(&presets), "claude-code gemini opencode codex kimi".replace("codex kimi", "kimi codex"));
        assert_eq!(presets.find("codex").unwrap().model.as_deref(), Some("m"));
        let told = presets.find("kimmy").unwrap_err().to_string();
        assert!(told.contains("did you mean \"kimi\"?") && told.contains("add [presets.kimmy] to "), "{told}");
        assert!(told.ends_with("presets.toml"), "{told}");
        let missing = Presets::of_file(&place.path().join("none.toml")).unwrap_err();
        assert!(matches!(missing, PresetsError::Missing { .. }), "{missing}");
        state.write(FILE, b"[presets.kimi]\nx = 1\n").unwrap();
        let wrong = Presets::of_state(&state).unwrap_err().to_string();
        assert!(wrong.contains("presets.toml:2:1: `presets.kimi.x` is not known"), "{wrong}");
        state.write(FILE, b"\xff").unwrap();
        assert!(Presets::of_state(&state).is_err());
    }
}
