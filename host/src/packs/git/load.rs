//! A pack from a pinned commit.

use assize_schemas::Sha;

use crate::packs::git::GitPackCache;
use crate::packs::git::tree::file_in;
use crate::packs::{ConfinedRubric, PACK_RUBRICS_LIMIT, Pack, PackError, REVIEW_MD, REVIEW_MD_LIMIT, RUBRIC_LIMIT};

impl GitPackCache {
    /// The pack at the root of a pinned commit. A git pack is never trusted.
    pub(in crate::packs) async fn load(&self, reference: &str, url: &str, pin: &Sha) -> Result<Pack, PackError> {
        let (mut objects, tree) = self.pinned(url, pin).await?;
        let source = file_in(&mut objects, tree, REVIEW_MD, reference, REVIEW_MD_LIMIT).await?;
        let mut pack = Pack::new(reference, source);
        let mut room = PACK_RUBRICS_LIMIT;
        for declared in pack.declared_rubrics() {
            let read = file_in(&mut objects, tree, &declared, reference, RUBRIC_LIMIT).await;
            if matches!(read, Err(PackError::TooLarge { .. })) {
                // Its content was not read, and stands in the way of the next.
                objects = self.pinned(url, pin).await?.0;
            }
            let rubric = read.map(|bytes| ConfinedRubric::in_commit(&declared, bytes));
            pack.take_rubric(declared, rubric, &mut room);
        }
        Ok(pack)
    }
}
