//! Adding a pack to a manifest so that nothing else about it changes.

use std::path::Path;

use assize_compiler::parse_manifest;
use assize_schemas::{DEFAULT_BINDING, Manifest, PackNamespace, PackUse};

use crate::init::InitError;
use crate::init::uses::block::{block_entry, candidates};

/// A pack to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::init) struct NewUse {
    /// The reference as it will be written.
    pub(in crate::init) pack: String,
    pub(in crate::init) namespace: PackNamespace,
}

/// What came of adding a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::init) enum Added {
    /// The manifest imports the pack already, under this namespace.
    Already(PackNamespace),
    /// The text that imports it.
    Text(String),
}

/// Adds an entry to `uses` in the text of a manifest. The text that comes back was read again: it means what `source`
/// means, with one pack more. Where no such text is found, nothing is changed.
pub(in crate::init) fn add_use(path: &Path, source: &str, new: &NewUse) -> Result<Added, InitError> {
    let read = parse_manifest(source.as_bytes());
    let before = read.map_err(|problems| InitError::Manifest { path: path.to_owned(), problems })?.into_manifest();
    if let Some(entry) = before.uses.iter().find(|entry| entry.pack == new.pack) {
        return Ok(Added::Already(entry.namespace.clone()));
    }
    if let Some(entry) = before.uses.iter().find(|entry| entry.namespace == new.namespace) {
        let (namespace, pack) = (new.namespace.to_string(), entry.pack.clone());
        return Err(InitError::NamespaceTaken { namespace, pack });
    }
    let wanted = with(&before, new);
    let implied = before.bindings.get(DEFAULT_BINDING).map(|binding| binding.checks.as_slice()).unwrap_or_default();
    let right = |text: &String| parse_manifest(text.as_bytes()).is_ok_and(|after| *after.manifest() == wanted);
    match candidates(source, new, implied).into_iter().find(right) {
        Some(text) => Ok(Added::Text(text)),
        None => Err(InitError::NotEditable { path: path.to_owned(), entry: block_entry(new, "  ", "\n") }),
    }
}

fn with(manifest: &Manifest, new: &NewUse) -> Manifest {
    let mut manifest = manifest.clone();
    manifest.uses.push(PackUse {
        pack: new.pack.clone(),
        namespace: new.namespace.clone(),
        checks: None,
        preset: None,
        fallback_presets: None,
        overrides: indexmap::IndexMap::new(),
        allow_commands: false,
    });
    manifest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(pack: &str) -> NewUse {
        NewUse { pack: pack.to_owned(), namespace: PackNamespace::parse("ns").unwrap() }
    }

    fn add(source: &str, pack: &str) -> Result<Added, InitError> {
        add_use(Path::new("REVIEW.md"), source, &new(pack))
    }

    const CHECKS: &str = "checks:\n  - {id: c, kind: command, run: 'true'}\n";
    const HEAD: &str = "kind: review\nid: r\ntarget: git-range\nchecks:\n  - {id: c, kind: command, run: 'true'}\n";

    /// A manifest becomes another by nothing but an insertion; both line ends work; a second time changes nothing.
    fn check(inner: &str, pack: &str, expect: &str) {
        for eol in ["\n", "\r\n"] {
            let whole = |inner: &str| format!("---\n{inner}---\nBody: it's `uses:` here.\n").replace('\n', eol);
            let source = whole(inner);
            let Added::Text(text) = add(&source, pack).unwrap_or_else(|error| panic!("{error}\n{source}")) else {
                panic!("already in\n{source}")
            };
            assert_eq!(text, whole(expect));
            let Added::Already(namespace) = add(&text, pack).unwrap() else { panic!("added twice\n{text}") };
            assert_eq!(namespace.as_str(), "ns");
        }
    }

    #[test]
    fn a_list_is_begun() {
        let bound = format!("{HEAD}bindings:\n  b: {{checks: [c]}}\n# the end\n");
        check(&bound, "./p", &format!("{bound}uses:\n  - pack: ./p\n    as: ns\n"));
        // The implied binding has to be spelled out, and stays what it was.
        let spelled = "bindings:\n  default:\n    checks: [c]\n";
        check(HEAD, "@o/p", &format!("{HEAD}{spelled}uses:\n  - pack: '@o/p'\n    as: ns\n"));
    }

    #[test]
    fn a_list_is_continued() {
        let bindings = "bindings:\n  b: {checks: [c]}\n";
        let after = |uses: &str| format!("{HEAD}{uses}{bindings}");
        let entry = |indent: &str| format!("{indent}- pack: ./p\n{indent}  as: ns\n");
        for (uses, indent) in [
            ("uses:\n  - {pack: ./a, as: a}\n", "  "),
            ("uses:\n- pack: ./a\n  as: a\n", ""),
            ("\"uses\":  # packs\n    - pack: ./a\n      as: a\n      checks: [x]\n", "    "),
            ("'uses' :\n  # one\n  -\n    pack: ./a\n    as: a\n", "  "),
        ] {
            check(&after(uses), "./p", &after(&format!("{uses}{}", entry(indent))));
        }
        // A comment below the last entry stays below the new one.
        let (uses, rest) = ("uses:\n  - {pack: ./a, as: a}\n", "  # more to come\n\n");
        check(&after(&format!("{uses}{rest}")), "./p", &after(&format!("{uses}{}{rest}", entry("  "))));
    }

    #[test]
    fn flow_style() {
        let bindings = "bindings: {b: {checks: [c]}}\n";
        for (uses, expect) in [
            ("uses: []\n", "uses: [{pack: ./p, as: ns}]\n"),
            ("uses: [{pack: ./a, as: a}] # c\n", "uses: [{pack: ./a, as: a}, {pack: ./p, as: ns}] # c\n"),
            (
                "uses: [ # ]\n  {pack: './a]', as: a}, # ]\n ]\n",
                "uses: [ # ]\n  {pack: './a]', as: a}, {pack: ./p, as: ns} # ]\n ]\n",
            ),
            ("uses:\n  [{pack: ./a, as: a}]\n", "uses:\n  [{pack: ./a, as: a}, {pack: ./p, as: ns}]\n"),
        ] {
            check(&format!("{HEAD}{uses}{bindings}"), "./p", &format!("{HEAD}{expect}{bindings}"));
        }
        let head = "{\"kind\": \"review\", id: r, target: git-range, checks: [{id: c, kind: command, run: 'true'}]";
        check(
            &format!("{head}, bindings: {{b: {{checks: [c]}}}}}}\n"),
            "./p",
            &format!("{head}, bindings: {{b: {{checks: [c]}}}}, uses: [{{pack: ./p, as: ns}}]}}\n"),
        );
        check(
            &format!("{head}}}\n"),
            "./p",
            &format!("{head}, bindings: {{default: {{checks: [c]}}}}, uses: [{{pack: ./p, as: ns}}]}}\n"),
        );
        check(
            &format!("{head}, uses: [{{pack: ./a, as: a}}], bindings: {{b: {{checks: [c]}}}}}}\n"),
            "./p",
            &format!(
                "{head}, uses: [{{pack: ./a, as: a}}, {{pack: ./p, as: ns}}], bindings: {{b: {{checks: [c]}}}}}}\n"
            ),
        );
    }

    #[test]
    fn odd_but_valid_texts() {
        let indented =
            "  kind: 'review'\n  id: r\n  target: git-range\n  checks:\n  - {id: c, kind: command, run: 'true'}\n";
        let spelled = "  bindings:\n    default:\n      checks: [c]\n  uses:\n    - pack: ./p\n      as: ns\n";
        check(indented, "./p", &format!("{indented}{spelled}"));
        // A text that looks like the key, in a block scalar and in a quoted one.
        let tricky = format!(
            "kind: review\nid: r\ntarget: git-range\nname: \"x\n  uses: [\"\ndescription: |\n  uses:\n    - a\n{CHECKS}\
             bindings:\n  b: {{checks: [c]}}\n"
        );
        check(&tricky, "./p$1$&", &format!("{tricky}uses:\n  - pack: './p$1$&'\n    as: ns\n"));
        let pin = format!("git+https://h/r.git#{}", "1".repeat(40));
        let bound = format!("{HEAD}bindings: {{b: {{checks: [c]}}}}\n");
        check(&bound, &pin, &format!("{bound}uses:\n  - pack: '{pin}'\n    as: ns\n"));
    }

    #[test]
    fn what_is_refused() {
        let bindings = "bindings: {b: {checks: [c]}}\n";
        let whole = |inner: &str| format!("---\n{inner}---\n");
        let taken = whole(&format!("{HEAD}uses: [{{pack: ./a, as: ns}}]\n{bindings}"));
        assert!(matches!(add(&taken, "./p"), Err(InitError::NamespaceTaken { .. })));
        assert!(matches!(add("no manifest", "./p"), Err(InitError::Manifest { .. })));
        let pack =
            "---\nkind: review-pack\nid: p\nversion: 1.0.0\nchecks:\n  - {id: c, kind: command, run: 'true'}\n---\n";
        assert!(matches!(add(pack, "./p"), Err(InitError::Manifest { .. })));
        // An entry that cannot be placed: an alias, which would change what it is an alias of.
        let alias = whole(&format!("{HEAD}uses: &u\n  - pack: ./a\n    as: a\n{bindings}"));
        match add(&alias, "./p") {
            Ok(Added::Text(text)) => assert!(parse_manifest(text.as_bytes()).is_ok()),
            other => assert!(matches!(other, Err(InitError::NotEditable { .. })), "{other:?}"),
        }
        let explicit = whole(&format!("{HEAD}? uses\n: - pack: ./a\n    as: a\n{bindings}"));
        let error = add(&explicit, "./p").unwrap_err();
        assert!(matches!(error, InitError::NotEditable { .. }), "{error:?}");
        assert!(error.to_string().contains("- pack: ./p\n    as: ns"), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn never_anything_but_one_pack_more(
            cut in 0_usize..400,
            noise in "[ \\-\\[\\]{}:#'\"a\n]{0,6}",
            pack in "\\./[!-~]{1,12}",
        ) {
            let source = format!(
                "---\n{HEAD}uses:\n  - {{pack: ./a, as: a}} # c\nbindings:\n  b: {{checks: [c, a/x]}}\nname: \"a # b\"\n---\nbody\n"
            );
            let at = cut.min(source.len());
            let source = format!("{}{noise}{}", &source[..at], &source[at..]);
            if let Ok(Added::Text(text)) = add(&source, &pack) {
                let (before, after) = (parse_manifest(source.as_bytes()).unwrap(), parse_manifest(text.as_bytes()).unwrap());
                proptest::prop_assert_eq!(&with(before.manifest(), &new(&pack)), after.manifest());
            }
        }
    }
}
