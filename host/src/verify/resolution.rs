//! Packs as a run resolves them.

use assize_git::GitProgram;
use assize_schemas::PackDigest;
use assize_store::StateFolder;
use async_trait::async_trait;

use crate::packs::PackPlaces;
use crate::verify::{PackQuestion, PackResolution, PackResolutionError};

/// Packs from where a run of this host finds them.
#[derive(Debug, Clone)]
pub(crate) struct PacksOfRuns {
    pub(crate) program: GitProgram,
    pub(crate) state: StateFolder,
}

#[async_trait]
impl PackResolution for PacksOfRuns {
    async fn resolve(&self, question: &PackQuestion<'_>) -> Result<Vec<PackDigest>, PackResolutionError> {
        let places = PackPlaces::new(self.program.clone(), self.state.clone(), question.repository, question.directory);
        match places.resolve(question.checked).await {
            Ok((resolved, _)) => Ok(resolved.digests().cloned().collect()),
            Err(error) => {
                let messages: Vec<_> = error.problems.iter().map(|problem| problem.message.clone()).collect();
                let message = messages.join("; ");
                if error.only_not_here {
                    return Err(PackResolutionError::NotHere { message });
                }
                let code = error.problems.iter().next().map_or("unresolved", |problem| problem.code.as_str());
                Err(PackResolutionError::Failure { code: code.to_owned(), message })
            }
        }
    }
}
