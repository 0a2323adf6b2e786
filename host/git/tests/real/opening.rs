//! Which repository a directory belongs to.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use assize_git::{Git, GitError, GitProgram, Ref};

use crate::support::Repo;

#[tokio::test]
async fn from_anywhere_inside() {
    let repo = Repo::new();
    repo.commit("deep/er/file", "x");
    let checkout = repo.git_at(&repo.root().join("deep/er")).open(None).await.unwrap();
    assert_eq!(checkout.root, repo.root());
    assert_eq!(checkout.git_dir, repo.root().join(".git"));
    assert_eq!(checkout.common_dir, checkout.git_dir);
    assert_eq!(checkout.head, repo.head());
    assert_eq!(checkout.object_format, "sha1");
    assert!(!checkout.shallow);
}

#[tokio::test]
async fn paths_with_blanks_and_letters_of_any_kind() {
    for name in ["with blank", "größe-日本", "quo\"te'd", "-dash", "$(touch x)"] {
        let repo = Repo::unborn(name, "sha1");
        repo.commit("Ä file", "x");
        let checkout = repo.git().open(None).await.unwrap();
        assert_eq!(checkout.root, repo.root(), "{name}");
        repo.write("Ä file", "y");
        assert!(repo.git().status().await.unwrap().is_dirty(), "{name}");
    }
}

#[tokio::test]
async fn through_a_symbolic_link() {
    let repo = Repo::new();
    let link = repo.root().parent().unwrap().join("link");
    symlink(repo.root(), &link).unwrap();
    assert_eq!(repo.git_at(&link).open(None).await.unwrap().root, repo.root());
}

#[tokio::test]
async fn a_linked_work_tree_knows_what_it_shares() {
    let repo = Repo::new();
    let linked = repo.root().parent().unwrap().join("linked");
    repo.run(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    let checkout = repo.git_at(&linked).open(None).await.unwrap();
    assert_eq!(checkout.root, linked);
    assert_eq!(checkout.common_dir, repo.root().join(".git"));
    assert_ne!(checkout.git_dir, checkout.common_dir);
}

#[tokio::test]
async fn sha_256_repositories() {
    let repo = Repo::unborn("repo", "sha256");
    let head = repo.commit("file", "x");
    let checkout = repo.git().open(Some(&Ref::parse("main").unwrap())).await.unwrap();
    assert_eq!(checkout.object_format, "sha256");
    assert_eq!(head.as_str().len(), 64);
    assert_eq!((checkout.head, checkout.wanted), (head.clone(), Some(head)));
}

#[tokio::test]
async fn the_variables_of_a_hook_do_not_matter() {
    let repo = Repo::new();
    let other = Repo::new();
    let mut surroundings = repo.environment();
    for (name, value) in [
        ("GIT_DIR", other.root().join(".git").into_os_string()),
        ("GIT_WORK_TREE", other.root().as_os_str().to_owned()),
        ("GIT_INDEX_FILE", other.root().join(".git/index").into_os_string()),
        ("GIT_PREFIX", "sub/".into()),
        ("GIT_QUARANTINE_PATH", "/nonexistent".into()),
        ("GIT_CONFIG_PARAMETERS", "'core.bare'='true'".into()),
        ("GIT_CONFIG_COUNT", "1".into()),
        ("GIT_CONFIG_KEY_0", "core.bare".into()),
        ("GIT_CONFIG_VALUE_0", "true".into()),
    ] {
        surroundings.push((name.into(), value));
    }
    let git = Git::new(GitProgram::find(&surroundings).unwrap(), repo.root());
    assert_eq!(git.open(None).await.unwrap().root, repo.root());
    assert!(!git.status().await.unwrap().is_dirty());
}

#[tokio::test]
async fn what_is_no_place_for_a_review_says_why() {
    let repo = Repo::new();
    let place = tempfile::tempdir().unwrap();
    let outside = repo.git_at(place.path()).open(None).await.unwrap_err();
    assert!(matches!(outside, GitError::NotARepository { .. }), "{outside}");
    let inside_git = repo.git_at(&repo.root().join(".git")).open(None).await.unwrap_err();
    assert!(matches!(inside_git, GitError::NoWorkTree { .. }), "{inside_git}");
    let bare = repo.git_at(&repo.clone_to("bare", &["--bare"])).open(None).await.unwrap_err();
    assert!(matches!(bare, GitError::NoWorkTree { .. }), "{bare}");
    let unborn = Repo::unborn("repo", "sha1").git().open(None).await.unwrap_err();
    assert!(matches!(unborn, GitError::Unborn { .. }), "{unborn}");
    for error in [outside, inside_git, bare, unborn] {
        assert!(error.fix().is_some(), "{error}");
    }
}

#[tokio::test]
async fn a_wanted_commit_that_is_none_is_named() {
    let repo = Repo::new();
    for name in ["nonsense", "0123456789012345678901234567890123456789", "HEAD:file", "HEAD~7"] {
        let error = repo.git().open(Some(&Ref::parse(name).unwrap())).await.unwrap_err();
        assert!(matches!(&error, GitError::UnknownRef { name: named } if named == name), "{name}: {error}");
    }
    // A file of the same name is not taken for an answer.
    repo.write("ghost^{commit}", "");
    assert!(repo.git().open(Some(&Ref::parse("ghost").unwrap())).await.is_err());
}

#[tokio::test]
async fn a_git_that_is_not_there_is_its_own_error() {
    let place = tempfile::tempdir().unwrap();
    let path = |folder: &str| vec![("PATH".into(), folder.into())];
    assert!(matches!(GitProgram::find(&[]), Err(GitError::NoGit)));
    assert!(matches!(GitProgram::find(&path(place.path().to_str().unwrap())), Err(GitError::NoGit)));
    // A relative entry would let the reviewed tree bring its own git.
    assert!(matches!(GitProgram::find(&path(".")), Err(GitError::NoGit)));
    let script = place.path().join("git");
    fs::write(&script, "not a program").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let program = GitProgram::find(&path(place.path().to_str().unwrap())).unwrap();
    let error = Git::new(program, place.path()).open(None).await.unwrap_err();
    assert!(matches!(error, GitError::Start { .. }), "{error}");
}

#[tokio::test]
async fn a_repository_of_somebody_else_is_told_apart() {
    let place = tempfile::tempdir().unwrap();
    let script = place.path().join("git");
    let text = "#!/bin/sh\n\
        echo \"fatal: detected dubious ownership in repository at '/srv/a b'\" >&2\n\
        echo 'To add an exception for this directory, call:' >&2\n\
        exit 128\n";
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let path = vec![("PATH".into(), place.path().as_os_str().to_owned())];
    let error = Git::new(GitProgram::find(&path).unwrap(), "/").open(None).await.unwrap_err();
    assert_eq!(error.fix().unwrap(), "git config --global --add safe.directory '/srv/a b'");
}

#[tokio::test]
async fn a_repository_cannot_make_git_run_its_programs() {
    let repo = Repo::new();
    let trap = repo.root().join("trap");
    let script = format!("#!/bin/sh\ntouch {}\n", repo.root().join("sprung").display());
    fs::write(&trap, &script).unwrap();
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    repo.run(&["config", "core.fsmonitor", trap.to_str().unwrap()]);
    repo.run(&["config", "core.hooksPath", "hooks"]);
    fs::create_dir(repo.root().join("hooks")).unwrap();
    fs::copy(&trap, repo.root().join("hooks/post-checkout")).unwrap();
    fs::write(repo.root().join(".git/info/attributes"), "* diff=trap merge=trap\n").unwrap();
    for setting in [
        "core.alternateRefsCommand",
        "core.askPass",
        "core.editor",
        "core.gitProxy",
        "core.pager",
        "core.sshCommand",
        "credential.helper",
        "diff.external",
        "diff.trap.command",
        "diff.trap.textconv",
        "gpg.program",
        "interactive.diffFilter",
        "merge.trap.driver",
        "pager.rev-parse",
        "pager.status",
        "uploadpack.packObjectsHook",
    ] {
        repo.run(&["config", setting, trap.to_str().unwrap()]);
    }
    repo.commit("other", "x");
    repo.write("file", "changed\n");
    fs::remove_file(repo.root().join("sprung")).ok();
    let git = repo.git();
    let (head, main) = (Ref::parse("HEAD").unwrap(), Ref::parse("main~1").unwrap());
    let checkout = git.open(Some(&main)).await.unwrap();
    assert_eq!(git.merge_base(&main, &head).await.unwrap(), checkout.wanted.clone().unwrap());
    assert!(git.status().await.unwrap().is_dirty());
    git.snapshot().await.unwrap();
    git.files(&[(&checkout.head, "file")], 1024).await.unwrap();
    git.changed_paths(&checkout.head).await.unwrap();
    git.author(&checkout.head).await.unwrap();
    git.full_name(&main).await.unwrap();
    let surroundings = git.surroundings().await.unwrap();
    git.origin_url(&surroundings, &checkout).await.unwrap();
    let tree = repo.root().parent().unwrap().join("tree");
    git.add_worktree(&tree, &repo.head()).await.unwrap();
    git.at(&tree).fill_worktree().await.unwrap();
    git.remove_worktree(&tree).await.unwrap();
    assert!(!repo.root().join("sprung").exists());
}
