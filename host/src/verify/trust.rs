//! Which keys are trusted (rulings 26).

use std::fs;
use std::path::Path;

use assize_git::Ref;
use assize_store::read_bounded;

use crate::HostError;
use crate::verify::locate::blocking;
use crate::verify::{Subject, VerifyError, VerifyNote, VerifyProblem, VerifyRequest, VerifyStage};

/// Where a repository says which keys may speak about its reviews.
const ALLOWED_SIGNERS: &str = ".agentproto/allowed_signers";
/// The most that is read of such a file, in bytes.
const SIGNERS_LIMIT: usize = 4 * 1024 * 1024;
/// The most that is read of files in commits, in bytes.
const FILES_LIMIT: usize = 16 * 1024 * 1024;
/// Where git keeps what it saw of other repositories.
const REMOTES: &str = "refs/remotes/";

/// The keys that are trusted, and what is to be said about why.
#[derive(Debug, Default)]
pub(crate) struct Trust {
    /// An `allowed_signers` file; `None` when nobody said which keys to trust.
    pub(crate) signers: Option<Vec<u8>>,
    /// Where it was looked for, for people.
    pub(crate) place: String,
    /// Whether the caller named the file.
    pub(crate) named: bool,
    pub(crate) problems: Vec<VerifyProblem>,
    pub(crate) notes: Vec<VerifyNote>,
}

/// Reads the file that says which keys to trust: the one the caller named, or else the repository's own as the base
/// commit has it. The change under review does not get to say whom to believe about it.
pub(crate) async fn establish_trust(subject: &Subject, request: &VerifyRequest) -> Result<Trust, VerifyError> {
    let mut trust = Trust::default();
    let (base, head) = (&subject.range.base, &subject.range.head);
    let manifest = path_inside(&subject.manifest_path, &subject.place.checkout.root);
    let mut wanted = vec![(base, ALLOWED_SIGNERS), (head, ALLOWED_SIGNERS)];
    wanted.extend(manifest.as_deref().map(|path| (base, path)));
    let mut files = subject.place.git.files(&wanted, FILES_LIMIT).await.map_err(HostError::from)?.into_iter();
    let (of_base, of_head) = (files.next().flatten(), files.next().flatten());
    if manifest.is_some() && files.next().flatten().is_none_or(|old| old != subject.checked.source().as_bytes()) {
        let message = format!(
            "{} differs between the base and what it is verified with: the change brings review rules of its own",
            subject.shown(&subject.manifest_path)
        );
        trust.notes.push(VerifyNote::new("manifest-changed", message));
    }
    if let Some(named) = &request.allowed_signers {
        let path = subject.cwd.join(named);
        trust.place = path.display().to_string();
        trust.named = true;
        trust.signers = read_signers(&path).await?;
        return Ok(trust);
    }
    if request.require_signed {
        require_trusted_base(subject, request, &mut trust).await?;
    }
    trust.place = format!("{ALLOWED_SIGNERS} of the base {}", base.short(12));
    if of_base.is_some() {
        trust.signers = of_base;
        return Ok(trust);
    }
    let own = match of_head {
        Some(own) => Some(own),
        None => read_signers(&subject.place.checkout.root.join(ALLOWED_SIGNERS)).await?,
    };
    if own.is_none() {
        return Ok(trust);
    }
    if request.require_signed {
        let message = format!(
            "{ALLOWED_SIGNERS} is not in the base {}: the change under review brings it, and cannot say whom to trust \
             about itself",
            base.short(12)
        );
        trust.problem("trust-from-change", message);
    } else {
        let message = format!(
            "the change under review brings its own {ALLOWED_SIGNERS}: the base {} has none, so this proves only that \
             the change and the signature agree",
            base.short(12)
        );
        trust.notes.push(VerifyNote::new("trust-from-change", message));
        trust.place = format!("{ALLOWED_SIGNERS} of the change itself");
        trust.signers = own;
    }
    Ok(trust)
}

/// A base that the manifest under review names is only as good as the ref: one that a remote owns, not one that could
/// be anything.
async fn require_trusted_base(
    subject: &Subject,
    request: &VerifyRequest,
    trust: &mut Trust,
) -> Result<(), VerifyError> {
    if request.base.is_some() {
        return Ok(());
    }
    let name = Ref::parse(&*subject.base).map_err(HostError::from)?;
    let full = subject.place.git.full_name(&name).await.map_err(HostError::from)?;
    if full.is_none_or(|full| !full.starts_with(REMOTES)) {
        let message = format!(
            "the manifest under review chose the base {:?}, which is no branch of a remote: name the base with --base, \
             or the trust file with --allowed-signers",
            subject.base
        );
        trust.problem("untrusted-base", message);
    }
    Ok(())
}

impl Trust {
    fn problem(&mut self, code: &'static str, message: String) {
        self.problems.push(VerifyProblem::new(VerifyStage::Signature, code, message));
    }
}

async fn read_signers(path: &Path) -> Result<Option<Vec<u8>>, VerifyError> {
    let path = path.to_owned();
    let limit = u64::try_from(SIGNERS_LIMIT).unwrap_or(u64::MAX);
    Ok(blocking(move || read_bounded(&path, limit)).await??)
}

/// The path of the manifest in commits; `None` when it lies outside the repository or has a name that git cannot be
/// asked about.
fn path_inside(path: &Path, root: &Path) -> Option<String> {
    let real = fs::canonicalize(path).ok()?;
    let inside = real.strip_prefix(root).ok()?.to_str()?;
    (!inside.contains('\n')).then(|| inside.to_owned())
}
