//! `assize check`.

use std::io::Write as _;

use assize_compiler::{CheckedManifest, CompileError, DocumentKind, Problem, Problems, Vars};
use assize_host::{CheckedDocument, CheckedSource};
use serde::Serialize;

use crate::args::CheckArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::palette::Tone;
use crate::text::shown;

/// The document of `--json`.
#[derive(Serialize)]
struct Document<'d> {
    ok: bool,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    manifest: Option<&'d assize_schemas::Manifest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pack: Option<&'d assize_schemas::PackManifest>,
    problems: Vec<&'d Problem>,
}

/// Judges a manifest or a pack.
pub(crate) fn check(context: &mut Context, args: &CheckArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.looking_host(&cwd);
    let named = context.manifest(&cwd);
    let path = args.path.as_deref().or(named.as_deref());
    let CheckedSource { path, source, document, .. } = runtime()?.block_on(host.check(&cwd, path))?;

    let (kind, found) = match &document {
        Ok(CheckedDocument::Review(manifest)) => (DocumentKind::Review, binding_problems(manifest)),
        Ok(_) => (DocumentKind::ReviewPack, Vec::new()),
        // What does not say what it is is judged as a review.
        Err(problems) => (problems.kind().unwrap_or(DocumentKind::Review), vec![problems.clone()]),
    };
    let kind = kind.as_str();
    let exit = if found.is_empty() { Exit::DONE } else { Exit::COULD_NOT_RUN };
    let name = shown(&path);
    if args.json {
        let (manifest, pack) = match &document {
            Ok(CheckedDocument::Review(manifest)) if found.is_empty() => (Some(manifest.manifest()), None),
            Ok(CheckedDocument::Pack(pack)) => (None, Some(&**pack)),
            _ => (None, None),
        };
        let problems = found.iter().flatten().collect();
        context.output.json(&Document { ok: found.is_empty(), kind, manifest, pack, problems })?;
    }
    for problems in &found {
        to_stderr(&context.relay.unarmed(&problems.render(&name, &source, context.error_palette.is_on())));
    }
    if let (Ok(document), true) = (&document, found.is_empty()) {
        if !args.json {
            let valid = context.output_palette.paint(Tone::Good, "valid");
            writeln!(context.output, "{}: {valid}: {}", context.relay.line(&name), described(document))?;
        }
        note_packs(context, document);
    }
    Ok(exit)
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

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn note_packs(context: &Context, document: &CheckedDocument) {
    if let CheckedDocument::Review(manifest) = document
        && !manifest.manifest().uses.is_empty()
    {
        context.note("the imported packs were not looked at, and this version cannot run reviews that import packs");
    }
}
