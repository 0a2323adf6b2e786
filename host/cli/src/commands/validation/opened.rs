//! The repository around the working directory, put in order.

use assize_validations::Stream;

use super::exits::could_not;
use crate::context::Context;
use crate::failure::Failure;

/// The branch that is meant where none is named.
pub(super) const MAIN: &str = "main";

/// Opens the stream `name` of the repository around the working directory, and does what a killed command left to do.
pub(super) async fn open(context: &Context, name: &str) -> Result<Stream, Failure> {
    let cwd = context.cwd()?;
    let temporary = context.environment.temporary_folder(&cwd);
    let stream = Stream::find(&context.environment.variables(), &cwd, name, temporary).await?;
    let tidied = stream.tidy().await?;
    for path in &tidied.left {
        context.warn(&format!("{} was left by a command that was killed, and cannot be removed", path.display()));
    }
    for path in &tidied.behind {
        context.warn(&format!(
            "{} is not in step with {name}, which a command moved before it was killed; `git -C {} reset --hard` brings it along, without what is not committed there",
            path.display(),
            path.display()
        ));
    }
    Ok(stream)
}

/// Who acts, for the audit log.
pub(super) async fn person(stream: &Stream) -> Result<String, Failure> {
    match stream.git().committer().await {
        Ok(person) => Ok(person.unwrap_or_else(|| "somebody whom git does not know".to_owned())),
        Err(error) => Err(could_not(error.to_string())),
    }
}
