//! From bytes to a checked manifest.

use assize_engine::StepGraph;
use assize_schemas::{Binding, Manifest, PackManifest, Vars};

use crate::DocumentKind;
use crate::lower::{CompileError, compile};
use crate::problem::{Code, FieldPath, Place, Problem, ProblemSink, Problems};
use crate::read::{read_manifest, read_pack};
use crate::source::{Frontmatter, Positions, Span, read_text, split};
use crate::yaml::{Tree, load};

/// A manifest that keeps every rule that can be judged from its own text, and that text, so that what turns out
/// later (an unbound placeholder, a check that a pack does not have) can still be told with its place.
#[derive(Debug, Clone)]
pub struct CheckedManifest {
    manifest: Manifest,
    source: Box<str>,
}

impl CheckedManifest {
    /// The manifest, with every default filled in.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The manifest alone.
    #[must_use]
    pub fn into_manifest(self) -> Manifest {
        self.manifest
    }

    /// The text that was parsed.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Where the value at `path` stands in the text; the place of its mapping when that lacks it. `None` when the text
    /// has neither.
    #[must_use]
    pub fn place(&self, path: &FieldPath) -> Option<Place> {
        self.places([path]).pop().flatten()
    }

    /// [`compile`](crate::compile) of this manifest, with the places of what is wrong.
    ///
    /// # Errors
    ///
    /// The same as those of [`compile`](crate::compile).
    pub fn compile(&self, binding: &Binding, vars: &Vars) -> Result<StepGraph, CompileError> {
        compile(&self.manifest, binding, vars).map_err(|mut error| {
            if let CompileError::Placeholders { problems, .. } = &mut error {
                self.locate(problems);
            }
            error
        })
    }

    /// Fills in the places of problems that were found apart from the text, as by [`compile`](crate::compile) of a
    /// manifest that packs were merged into: the checks that the text declares have the same positions there.
    pub fn locate(&self, problems: &mut Problems) {
        let problems = problems.as_mut_slice();
        let paths: Vec<FieldPath> = problems.iter().map(|problem| problem.path.parse().unwrap_or_default()).collect();
        for (problem, place) in problems.iter_mut().zip(self.places(&paths)) {
            if !problem.path.is_empty() {
                problem.place = problem.place.take().or(place);
            }
        }
    }

    fn places<'p>(&self, paths: impl IntoIterator<Item = &'p FieldPath>) -> Vec<Option<Place>> {
        // Not kept from the first reading: few manifests ever need it.
        let mut none = ProblemSink::default();
        let tree = split(&self.source, &mut none).and_then(|parts| load(&parts, &mut none));
        let mut positions = Positions::new(&self.source);
        paths
            .into_iter()
            .map(|path| {
                let tree = tree.as_ref()?;
                let span = tree.find(path).or_else(|| tree.find(&path.parent()?))?.span();
                let (line, column) = positions.at(span.start());
                Some(Place { line, column, span: span.start()..span.end() })
            })
            .collect()
    }
}

/// Reads and judges a REVIEW.md of `kind: review`.
///
/// # Errors
///
/// [`Problems`]: everything that is wrong, in source order.
pub fn parse_manifest(source: &[u8]) -> Result<CheckedManifest, Problems> {
    let text = read_text(source)?;
    let manifest = parse(text, read_manifest)?;
    Ok(CheckedManifest { manifest, source: text.into() })
}

/// Reads and judges a REVIEW.md of `kind: review-pack`.
///
/// # Errors
///
/// [`Problems`]: everything that is wrong, in source order.
pub fn parse_pack(source: &[u8]) -> Result<PackManifest, Problems> {
    parse(read_text(source)?, read_pack)
}

fn parse<T>(
    text: &str,
    read: impl FnOnce(&Tree<'_>, Span, &str, &mut ProblemSink) -> Option<T>,
) -> Result<T, Problems> {
    let mut problems = ProblemSink::default();
    let mut kind = None;
    let found = split(text, &mut problems).and_then(|Frontmatter { block, offset, body }| {
        let tree = load(&Frontmatter { block, offset, body }, &mut problems);
        kind = match &tree {
            Some(tree) => DocumentKind::of(tree),
            None => DocumentKind::said_in(block),
        };
        let tree = tree?;
        let whole = Span::new(offset, offset + block.len());
        read(&tree, whole, body, &mut problems)
    });
    match (problems.finish(text), found) {
        (Some(problems), _) => Err(problems.of_kind(kind)),
        (None, Some(found)) => Ok(found),
        // Not reached: whoever gives nothing has told why. Even then a manifest that was not read is never taken for good.
        (None, None) => Err(Problems::new(vec![Problem::new(
            Code::NotAMapping,
            String::new(),
            "the frontmatter could not be read",
        )])),
    }
}
