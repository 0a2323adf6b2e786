//! A pack as it was found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assize_schemas::{Check, PackManifest};
use indexmap::IndexMap;

use crate::packs::folder::ConfinedFolder;
use crate::packs::{ConfinedRubric, PACK_RUBRICS_LIMIT, PackError, REVIEW_MD, REVIEW_MD_LIMIT};

/// A pack as it was found: its manifest's source, whether it is trusted, and the rubrics of its agent checks.
///
/// Everything that the compiler will ask for was read when this was made, so that merging packs does no I/O.
#[derive(Debug)]
pub struct Pack {
    reference: String,
    source: Vec<u8>,
    trusted: bool,
    /// The folder, and the real path of the REVIEW.md inside it.
    root: Option<(ConfinedFolder, PathBuf)>,
    rubrics: IndexMap<String, Result<ConfinedRubric, Arc<PackError>>>,
}

impl Pack {
    /// Reads the pack in a folder. Blocks the thread.
    pub(crate) fn in_folder(reference: &str, folder: ConfinedFolder) -> Result<Self, PackError> {
        let inner = folder.find(REVIEW_MD)?;
        let source = folder.read(REVIEW_MD, &inner, REVIEW_MD_LIMIT)?;
        let mut pack = Self::new(reference, source);
        let mut room = PACK_RUBRICS_LIMIT;
        for declared in pack.declared_rubrics() {
            let rubric = ConfinedRubric::in_folder(&folder, &declared);
            pack.take_rubric(declared, rubric, &mut room);
        }
        pack.root = Some((folder, inner));
        Ok(pack)
    }

    /// A pack without its rubrics.
    pub(crate) fn new(reference: &str, source: Vec<u8>) -> Self {
        Self { reference: reference.to_owned(), source, trusted: false, root: None, rubrics: IndexMap::new() }
    }

    /// The rubrics that the pack's agent checks name, each once. None when the pack is not valid: whoever merges it
    /// will say why.
    pub(crate) fn declared_rubrics(&self) -> Vec<String> {
        let Ok(PackManifest { checks, .. }) = assize_compiler::parse_pack(&self.source) else { return Vec::new() };
        let mut rubrics: Vec<String> = Vec::new();
        for check in checks {
            if let Check::Agent(check) = check
                && !rubrics.contains(&check.rubric)
            {
                rubrics.push(check.rubric);
            }
        }
        rubrics
    }

    /// Takes up what came of reading a rubric, as long as there is room for its bytes.
    pub(crate) fn take_rubric(&mut self, declared: String, rubric: Result<ConfinedRubric, PackError>, room: &mut u64) {
        let rubric = rubric.and_then(|rubric| {
            let size = u64::try_from(rubric.bytes().len()).unwrap_or(u64::MAX);
            *room = room.checked_sub(size).ok_or_else(|| PackError::TooLarge {
                what: "rubrics".to_owned(),
                place: self.reference.clone(),
                limit: PACK_RUBRICS_LIMIT,
            })?;
            Ok(rubric)
        });
        self.rubrics.insert(declared, rubric.map_err(Arc::new));
    }

    pub(crate) fn trust(&mut self, trusted: bool) {
        self.trusted = trusted;
    }

    /// Where the REVIEW.md of a folder really is.
    pub(crate) fn real_source(&self) -> Option<PathBuf> {
        self.root.as_ref().map(|(folder, inner)| folder.real().join(inner))
    }

    /// The reference as the manifest writes it.
    #[must_use]
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// The bytes of the pack's REVIEW.md.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Whether the pack is part of the reviewed content, so that its commands may run (AIP-62, "Pack trust").
    #[must_use]
    pub fn trusted(&self) -> bool {
        self.trusted
    }

    /// The folder of the pack as it was named; `None` for a git pack.
    #[must_use]
    pub fn root(&self) -> Option<&Path> {
        self.root.as_ref().map(|(folder, _)| folder.named())
    }

    /// The files of a pack in a folder that were read, each by its real path, with what was in it.
    pub(crate) fn files(&self) -> Vec<(PathBuf, &[u8])> {
        let source = self.real_source().map(|path| (path, self.source.as_slice()));
        let rubrics = self.rubrics.values().filter_map(|rubric| rubric.as_ref().ok());
        source.into_iter().chain(rubrics.filter_map(|rubric| Some((rubric.real_path()?, rubric.bytes())))).collect()
    }

    /// The rubric that an agent check of the pack declares.
    ///
    /// # Errors
    ///
    /// Why it could not be read.
    pub fn rubric(&self, declared: &str) -> Result<&ConfinedRubric, Arc<PackError>> {
        match self.rubrics.get(declared) {
            Some(Ok(rubric)) => Ok(rubric),
            Some(Err(error)) => Err(Arc::clone(error)),
            None => Err(Arc::new(PackError::Missing { what: declared.to_owned(), place: self.reference.clone() })),
        }
    }
}
