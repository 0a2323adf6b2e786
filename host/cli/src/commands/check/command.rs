//! From the arguments to what is said.

use std::io::Write as _;

use assize_compiler::{CheckedManifest, CompileError, DocumentKind, Problems, Resolved, Vars};
use assize_host::{CheckedDocument, CheckedSource, Host, HostError};
use tokio::runtime::Runtime;

use super::absent::absent;
use super::document::{Document, Told};
use crate::args::CheckArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::palette::Tone;
use crate::text::shown;

/// Judges a manifest or a pack.
pub(crate) fn check(context: &mut Context, args: &CheckArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let runtime = runtime()?;
    let host = context.looking_host(&cwd);
    let named = context.manifest(&cwd);
    let path = args.path.as_deref().or(named.as_deref());
    let source = match runtime.block_on(host.check(&cwd, path)) {
        Ok(source) => source,
        Err(error) => return Err(could_not_check(context, args, DocumentKind::Review, error)),
    };
    let (kind, mut found) = match &source.document {
        Ok(CheckedDocument::Review(manifest)) => (DocumentKind::Review, binding_problems(manifest)),
        Ok(_) => (DocumentKind::ReviewPack, Vec::new()),
        // What does not say what it is is judged as a review.
        Err(problems) => (problems.kind().unwrap_or(DocumentKind::Review), vec![problems.clone()]),
    };
    let resolved = match resolve(args, &runtime, &host, &source) {
        Ok(resolved) => resolved,
        Err(HostError::Manifest(more)) => {
            if !found.contains(&more.problems) {
                found.push(more.problems);
            }
            None
        }
        Err(error) => return Err(could_not_check(context, args, kind, error)),
    };
    tell(context, args, &cwd, &Judged { source, kind: kind.as_str(), found, resolved })
}

/// What was found out about a text.
struct Judged {
    source: CheckedSource,
    kind: &'static str,
    found: Vec<Problems>,
    resolved: Option<Resolved>,
}

fn tell(context: &mut Context, args: &CheckArgs, cwd: &std::path::Path, judged: &Judged) -> Result<Exit, Failure> {
    let Judged { source: CheckedSource { path, source, document, .. }, kind, found, resolved } = judged;
    let ok = found.is_empty();
    let warnings = document.as_ref().map(|document| absent(document, path, cwd)).unwrap_or_default();
    if args.json {
        let mut printed = if ok {
            Document::right(kind, document.as_ref().ok())
        } else {
            Document::wrong(kind, found.iter().flatten().map(Told::Problem).collect())
        };
        if let (true, Some(resolved)) = (ok, resolved) {
            printed.manifest = Some(&resolved.manifest);
            printed.packs = Some(resolved.digests().collect());
        }
        printed.warnings = &warnings;
        context.output.json(&printed)?;
        context.output.flush()?;
    }
    let name = shown(path);
    for problems in found {
        to_stderr(&context.relay.unarmed(&problems.render(&name, source, context.error_palette.is_on())));
    }
    for warning in &warnings {
        context.warn(&format!("{name}: {}", warning.text()));
    }
    if let (Ok(document), true, false) = (document, ok, args.json) {
        let valid = context.output_palette.paint(Tone::Good, "valid");
        let packs = packs(document, resolved.as_ref());
        writeln!(context.output, "{}: {valid}: {}{packs}", context.relay.line(&name), described(document))?;
    }
    Ok(if ok { Exit::DONE } else { Exit::COULD_NOT_RUN })
}

/// Why there is nothing to judge, with the document that says so.
fn could_not_check(context: &mut Context, args: &CheckArgs, kind: DocumentKind, error: HostError) -> Failure {
    if args.json {
        let document = Document::wrong(kind.as_str(), vec![Told::trouble(&error)]);
        if let Err(failure) = context.output.json(&document) {
            return failure.into();
        }
    }
    error.into()
}

/// The manifest with its packs merged into it, when that was asked for.
fn resolve(
    args: &CheckArgs,
    runtime: &Runtime,
    host: &Host,
    source: &CheckedSource,
) -> Result<Option<Resolved>, HostError> {
    if args.resolve { runtime.block_on(host.resolve(source)) } else { Ok(None) }
}

/// What `assize run` would refuse of the bindings: placeholders that nothing is bound to. Checks of imported packs are
/// not there to be judged.
fn binding_problems(manifest: &CheckedManifest) -> Vec<Problems> {
    let bindings = manifest.manifest().bindings.values();
    // Which variables there are matters here, and not what they hold.
    let vars = Vars::new().with("base", "base").with("changed", "changed");
    let mut found: Vec<Problems> = Vec::new();
    for binding in bindings {
        if let Err(CompileError::Placeholders { problems, .. }) = manifest.compile(binding, &vars) {
            // Bindings share checks, and with them what is wrong.
            if !found.contains(&problems) {
                found.push(problems);
            }
        }
    }
    found
}

fn described(document: &CheckedDocument) -> String {
    match document {
        CheckedDocument::Review(manifest) => {
            let manifest = manifest.manifest();
            let names: Vec<&str> = manifest.bindings.keys().map(AsRef::as_ref).collect();
            let checks = counted(manifest.checks.len(), "check");
            format!("review {}, {checks}, {} ({})", manifest.id, counted(names.len(), "binding"), names.join(", "))
        }
        CheckedDocument::Pack(pack) => {
            format!("pack {} {}, {}", pack.id, pack.version, counted(pack.checks.len(), "check"))
        }
        _ => String::new(),
    }
}

/// What is known of the packs that a manifest uses.
fn packs(document: &CheckedDocument, resolved: Option<&Resolved>) -> String {
    let CheckedDocument::Review(manifest) = document else { return String::new() };
    let manifest = manifest.manifest();
    match resolved {
        _ if manifest.uses.is_empty() => String::new(),
        Some(resolved) => {
            let brought = resolved.manifest.checks.len().saturating_sub(manifest.checks.len());
            format!(", {} with {}", counted(resolved.packs.len(), "pack"), counted(brought, "check"))
        }
        None => format!("; {} not loaded, --resolve judges them too", counted(manifest.uses.len(), "pack")),
    }
}

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
