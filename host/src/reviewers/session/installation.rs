//! What a program needs of its own installation.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// So many links and interpreters are followed.
const HOPS: usize = 16;
/// So much of a program's beginning is read for the name of its interpreter.
const FIRST_LINE: u64 = 512;

/// Folders and files that the program `name` is made of, as far as they can be told: the folder that an installer put it
/// in, that of each link that leads to it, and the same of its interpreters. Where the folder would be too much (a home,
/// what holds one of `hidden`, a repository) it is the file alone.
///
/// What a program in the tree at `cwd` leads to or begins with is not for the tree to say: from there on only names
/// that are looked for in `path` count.
///
/// `name` is looked for in the folders of `path` unless it is a path itself, from `cwd`.
pub(super) fn installation(name: &OsStr, cwd: &Path, path: &OsStr, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut next = find(name, cwd, path);
    for _ in 0..HOPS {
        let Some(file) = next else { break };
        if file.starts_with(cwd) {
            next = interpreter(&file).filter(|name| !is_path(name)).and_then(|name| find(&name, cwd, path));
            continue;
        }
        found.push(part_of(&file, hidden));
        next = match std::fs::read_link(&file) {
            Ok(target) => file.parent().map(|folder| folder.join(target)),
            Err(_) => interpreter(&file).and_then(|interpreter| find(&interpreter, cwd, path)),
        };
        // Folders that are links themselves: the real place counts as well.
        if let Ok(real) = file.canonicalize()
            && real != file
        {
            found.push(part_of(&real, hidden));
        }
    }
    found
}

/// What to grant for a folder of the search path, so that the programs in it work: the installation that it is the `bin`
/// of, or itself; nothing where that would be too much.
pub(crate) fn path_folder(folder: &Path, hidden: &[PathBuf]) -> Option<PathBuf> {
    let real = folder.canonicalize().ok()?;
    let holds_hidden = hidden.iter().any(|hidden| hidden.starts_with(&real));
    (!holds_hidden).then(|| {
        prefix(&real.join("program")).filter(|prefix| !is_too_much(prefix, hidden)).unwrap_or(&real).to_owned()
    })
}

fn is_path(name: &OsStr) -> bool {
    name.as_encoded_bytes().contains(&b'/')
}

fn find(name: &OsStr, cwd: &Path, path: &OsStr) -> Option<PathBuf> {
    if is_path(name) {
        return Some(cwd.join(name)).filter(|file| file.exists());
    }
    std::env::split_paths(path).map(|folder| cwd.join(folder).join(name)).find(|file| file.is_file())
}

/// The folder to grant for a file, or the file.
fn part_of(file: &Path, hidden: &[PathBuf]) -> PathBuf {
    let folder = node_modules(file).or_else(|| prefix(file));
    folder.filter(|folder| !is_too_much(folder, hidden)).unwrap_or(file).to_owned()
}

/// The outermost `node_modules` that a file is in: packages lie side by side there.
fn node_modules(file: &Path) -> Option<&Path> {
    file.ancestors().skip(1).filter(|folder| folder.file_name() == Some(OsStr::new("node_modules"))).last()
}

/// What was installed as a whole: the folder that holds the `bin` which the file is in.
fn prefix(file: &Path) -> Option<&Path> {
    let bin = file.parent()?;
    if bin.file_name() == Some(OsStr::new("bin")) { bin.parent() } else { None }
}

fn is_too_much(folder: &Path, hidden: &[PathBuf]) -> bool {
    // A folder right below something hidden (`~/.local`) holds more than one installation.
    let broad = |hidden: &PathBuf| hidden.starts_with(folder) || folder.parent() == Some(hidden);
    folder.parent().is_none() || hidden.iter().any(broad) || folder.join(".git").exists()
}

/// What the first line of a script names, `env` left out.
fn interpreter(file: &Path) -> Option<std::ffi::OsString> {
    let mut begin = Vec::new();
    File::open(file).ok()?.take(FIRST_LINE).read_to_end(&mut begin).ok()?;
    let line = begin.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split_whitespace();
    let first = words.next()?;
    if Path::new(first).file_name() != Some(OsStr::new("env")) {
        return Some(first.into());
    }
    words.find(|word| !word.starts_with('-') && !word.contains('=')).map(Into::into)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_a_program_is_made_of() {
        let place = tempfile::tempdir().unwrap();
        let home = place.path().canonicalize().unwrap();
        let write = |path: &str, text: &str| {
            std::fs::create_dir_all(home.join(path).parent().unwrap()).unwrap();
            std::fs::write(home.join(path), text).unwrap();
        };
        write(".node/v1/bin/node", "\x7fELF");
        write(".node/v1/lib/node_modules/agent/cli.js", "#!/usr/bin/env -S node --x\n");
        write(".tools/agent/bin/python", "\x7fELF");
        write(".local/bin/alone", "\x7fELF");
        write("work/other/bin/tool", "\x7fELF");
        write("work/other/.git/HEAD", "");
        write("script.sh", "#!/bin/sh\n");
        symlink("../lib/node_modules/agent/cli.js", home.join(".node/v1/bin/agent")).unwrap();
        write("tree/named.sh", &format!("#!{}/script.sh\n", home.display()));
        write("tree/passed.sh", &format!("#!/usr/bin/env {}/script.sh\n", home.display()));
        write("tree/agent.js", "#!/usr/bin/env node\n");
        symlink("../.tools/agent/bin/python", home.join("tree/link")).unwrap();
        let whole = |path: &str| home.join(path).display().to_string();
        let path =
            [".node/v1/bin", ".local/bin"].map(|folder| home.join(folder).into_os_string()).join(OsStr::new(":"));
        let check = |name: &str, expect: &[&str]| {
            let hidden = [home.clone()];
            let found = installation(OsStr::new(name), &home.join("tree"), &path, &hidden);
            let found = found.iter().filter_map(|path| path.canonicalize().ok());
            let found: BTreeSet<_> =
                found.filter_map(|path| path.strip_prefix(&home).ok().map(Path::to_owned)).collect();
            assert_eq!(found, expect.iter().map(PathBuf::from).collect::<BTreeSet<_>>(), "{name}");
        };
        // The prefix of the link, the packages, and the interpreter's prefix.
        check("agent", &[".node/v1", ".node/v1/lib/node_modules"]);
        check(&whole(".tools/agent/bin/python"), &[".tools/agent"]);
        check("alone", &[".local/bin/alone"]);
        check(&whole("work/other/bin/tool"), &["work/other/bin/tool"]);
        check(&whole("script.sh"), &["script.sh"]);
        // Programs in the tree: nothing is given for what they lead to or are interpreted by, but for names.
        check("./link", &[]);
        check("./named.sh", &[]);
        check(&whole("tree/passed.sh"), &[]);
        check("./agent.js", &[".node/v1"]);
        check("none", &[]);
    }
}
