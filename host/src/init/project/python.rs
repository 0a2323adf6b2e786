//! Python projects.

use crate::init::project::ProjectCheck;
use crate::init::project::find::Root;

/// What a Python project is installed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::init) enum PythonSetup {
    Uv,
    Poetry,
    /// pip, from a requirements.txt.
    Requirements,
    /// pip, from the project itself.
    Package,
    /// Nothing to install.
    Bare,
}

/// Files that only Python projects have.
const MARKS: &[&str] =
    &["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", "tox.ini", "pytest.ini"];
/// Files in which a project says that it tests with pytest.
const PYTEST_WORDS: &[&str] =
    &["pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "requirements.txt", "requirements-dev.txt", "Pipfile"];
/// Files that only pytest reads.
const PYTEST_FILES: &[&str] = &["pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"];
/// Parses every Python file that git tracks, and needs nothing but Python.
const SYNTAX: &str = "git ls-files -z -- '*.py' | xargs -0 python3 -c \
                      \"import ast, sys; [ast.parse(open(name, 'rb').read(), name) for name in sys.argv[1:]]\"";

pub(super) fn python_setup(root: &Root) -> Option<PythonSetup> {
    if !MARKS.iter().any(|name| root.has(name)) {
        return None;
    }
    Some(if root.has("uv.lock") {
        PythonSetup::Uv
    } else if root.has("poetry.lock") {
        PythonSetup::Poetry
    } else if root.has("requirements.txt") {
        PythonSetup::Requirements
    } else if root.has("pyproject.toml") || root.has("setup.py") {
        PythonSetup::Package
    } else {
        PythonSetup::Bare
    })
}

/// The tests where there are any; a project without them at least has files that Python can read.
pub(super) fn python_check(root: &Root, setup: PythonSetup) -> ProjectCheck {
    let tests = ["tests", "test", "."].into_iter().find_map(|folder| {
        let is_test = |name: &String| name.starts_with("test") && name.ends_with(".py");
        let files: Vec<_> = root.names(folder).into_iter().filter(is_test).collect();
        (!files.is_empty()).then_some((folder, files))
    });
    let pytest = PYTEST_FILES.iter().any(|name| root.has(name))
        || PYTEST_WORDS.iter().any(|name| root.text(name).contains("pytest"))
        || tests.as_ref().is_some_and(|(folder, files)| are_functions(root, folder, files));
    if pytest {
        let run = match setup {
            PythonSetup::Uv => "uv run pytest",
            PythonSetup::Poetry => "poetry run pytest",
            _ => "python3 -m pytest",
        };
        return ProjectCheck::new("python-test", run, "The tests pass.");
    }
    match tests {
        Some((".", _)) => ProjectCheck::new("python-test", "python3 -m unittest discover", "The tests pass."),
        Some((folder, _)) => {
            ProjectCheck::new("python-test", format!("python3 -m unittest discover -s {folder}"), "The tests pass.")
        }
        None => ProjectCheck::new("python-syntax", SYNTAX, "Python can read every file."),
    }
}

/// Whether tests are functions of their own, as pytest has them. unittest finds none of these, and before Python 3.12 it
/// takes that for a success.
fn are_functions(root: &Root, folder: &str, files: &[String]) -> bool {
    let texts: Vec<_> = files.iter().map(|name| root.text(&format!("{folder}/{name}"))).collect();
    let is_function = |line: &str| line.starts_with("def test") || line.starts_with("async def test");
    !texts.iter().any(|text| text.contains("unittest")) && texts.iter().any(|text| text.lines().any(is_function))
}
