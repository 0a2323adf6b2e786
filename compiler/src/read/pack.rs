//! A whole pack.

use assize_schemas::{Check, PackKind, PackManifest, ReviewId};

use super::Reader;
use super::check::Declares;
use super::reader::Members;
use crate::problem::{Code, Path, ProblemSink, quote};
use crate::source::Span;
use crate::yaml::Tree;

const PACK: Members<5> = Members {
    of: "a pack",
    names: ["kind", "id", "version", "description", "checks"],
    elsewhere: &[
        ("name", "reviews"),
        ("target", "reviews"),
        ("bindings", "reviews"),
        ("uses", "reviews"),
        ("verdict", "reviews"),
        ("prepare", "the bindings of reviews"),
    ],
};

/// Reads a manifest of `kind: review-pack`; everything that is wrong is in `problems`.
pub(crate) fn read_pack(tree: &Tree<'_>, block: Span, body: &str, problems: &mut ProblemSink) -> Option<PackManifest> {
    let mut reader = Reader { problems };
    let path = &Path::ROOT;
    let root = reader.document(tree, block)?;
    reader.document_kind(root, "review-pack")?;
    let [kind, id, version, description, checks] = reader.members(root, path, &PACK)?;
    reader.required(kind, root, path, "kind", PACK.of);
    let id = reader.required(id, root, path, "id", PACK.of);
    let id = id.and_then(|node| reader.named(node, &path.key("id"), Code::BadId, ReviewId::parse));
    let version = reader.required(version, root, path, "version", PACK.of).and_then(|node| {
        let path = path.key("version");
        let text = reader.text(node, &path)?;
        if !is_version(text) {
            reader.problems.add(Code::BadVersion, node.span(), &path, || {
                format!(
                    "{} is not a version: write three numbers such as `1.2.0`, with `-pre` or `+build` after them",
                    quote(text)
                )
            });
            return None;
        }
        Some(text)
    });
    let description = description.and_then(|node| reader.text(node, &path.key("description")));
    let checks = reader.required(checks, root, path, "checks", PACK.of);
    let checks = checks.and_then(|node| reader.checks(node, &path.key("checks"), Declares::Pack));
    Some(PackManifest {
        kind: PackKind::ReviewPack,
        id: id?.1,
        version: version?.to_owned(),
        description: description.map(str::to_owned),
        checks: checks?.into_iter().map(|declared| declared.check).collect::<Option<Vec<Check>>>()?,
        body: body.to_owned(),
    })
}

/// `^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$` (rulings 7).
fn is_version(text: &str) -> bool {
    let (text, build) = text.split_once('+').map_or((text, None), |(text, build)| (text, Some(build)));
    let (core, pre) = text.split_once('-').map_or((text, None), |(core, pre)| (core, Some(pre)));
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
    };
    let mut numbers = core.split('.');
    numbers.by_ref().take(3).filter(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())).count()
        == 3
        && numbers.next().is_none()
        && pre.is_none_or(is_label)
        && build.is_none_or(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        for good in
            ["1.2.3", "0.0.0", "01.2.3", "1.2.3-a", "1.2.3-a.b-c", "1.2.3--..", "1.2.3+b", "1.2.3-a+b", "1.2.3+b-a"]
        {
            assert!(is_version(good), "{good}");
        }
        for bad in
            ["", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.x", "1.2.3-", "1.2.3+", "1.2.3+a+b", "1.2.3 ", "1..3", "1.2.3-é"]
        {
            assert!(!is_version(bad), "{bad}");
        }
    }
}
