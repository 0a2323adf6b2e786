//! `assize hook pre-push`.

use std::io::{Read as _, Write as _};

use assize_host::{BranchReview, PrePushRequest, PushPlan, UnreviewedReason};

use crate::args::{PrePushArgs, RunArgs};
use crate::commands::run::run;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// The most that is read of the list of refs, in bytes: a push of a hundred thousand branches is far below.
const REFS_LIMIT: u64 = 64 * 1024 * 1024;

/// Reviews what is pushed, branch by branch, until a review does not pass.
pub(crate) fn pre_push(context: &mut Context, args: &PrePushArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let mut request = PrePushRequest::new(&cwd, &args.remote, &args.url, refs()?);
    request.review_base = context.environment.review_base();
    let plan = runtime()?.block_on(context.looking_host(&cwd).pre_push(&request))?;
    tell_unreviewed(context, &plan);
    if args.dry_run {
        for review in &plan.reviews {
            writeln!(context.output, "{}", review.command())?;
        }
        return Ok(Exit::DONE);
    }
    for review in &plan.reviews {
        let branch = context.relay.line(review.branch());
        if context.global.wants_progress() {
            context.note(&format!("{branch} is reviewed up to {} before it is pushed", review.head.short(10)));
        }
        let reviewed = run(context, &run_args(review));
        if !matches!(reviewed, Ok(Exit::DONE)) {
            context.output.flush()?;
            let why = format!("the push is refused, because the review of {branch} did not pass");
            context.note(&format!("{why}; `git push --no-verify` pushes without one"));
            return reviewed;
        }
    }
    Ok(Exit::DONE)
}

/// What git says on standard input. A list that cannot be read whole must not pass for a shorter one.
fn refs() -> Result<Vec<u8>, Failure> {
    let mut refs = Vec::new();
    let read = std::io::stdin().lock().take(REFS_LIMIT).read_to_end(&mut refs);
    match read {
        Ok(read) if u64::try_from(read).is_ok_and(|read| read < REFS_LIMIT) => Ok(refs),
        Ok(_) => Err(Failure::new(Exit::COULD_NOT_RUN, "the list of pushed refs is longer than is read")),
        Err(error) => Err(Failure::from_error(Exit::COULD_NOT_RUN, &error)),
    }
}

fn tell_unreviewed(context: &Context, plan: &PushPlan) {
    if !context.global.wants_progress() {
        return;
    }
    for unreviewed in &plan.unreviewed {
        let why = match unreviewed.reason {
            UnreviewedReason::Deleted => "it is deleted",
            UnreviewedReason::Tag => "it is a tag",
            _ => "it is no branch",
        };
        context.note(&format!("{} is not reviewed: {why}", unreviewed.remote_ref));
    }
}

/// The review as `assize run` is asked for it. Nothing is left to a default here, so that an option that a review gets
/// in time is decided on for pushes as well.
fn run_args(review: &BranchReview) -> RunArgs {
    RunArgs {
        binding: Some(review.binding().to_owned()),
        base: Some(review.base.clone()),
        head: Some(review.head.to_string()),
        no_cache: false,
        no_compose: false,
        // Whoever pushes again wants the newest head reviewed, not the last one too.
        supersede: true,
        headless: false,
        jobs: None,
        isolated: false,
        sandbox: false,
        presets: None,
        pr: None,
        report: Vec::new(),
        export: false,
        annotate: None,
        json: false,
    }
}
