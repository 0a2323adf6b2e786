//! Manifests: reading, picking a binding, compiling, placeholders.

use assize_compiler::{
    CheckedManifest, CompileError, Problem, Problems, Vars, compile as lower, parse_manifest, parse_pack,
    resolve_binding, substitute,
};
use assize_schemas::shape::{NOT_EMPTY, Shape, optional, required};
use assize_schemas::{Binding, Manifest};
use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::input::{member, optional as optional_member, optional_text, text};
use super::packs::{PACKS, resolved};

static VARS: Shape = Shape::Map(&NOT_EMPTY, &Shape::Text);

pub(super) static SOURCE: Shape = Shape::Object(&[required("source", &Shape::Text, "The text of a REVIEW.md.")]);

pub(super) static BINDING: Shape = Shape::Object(&[
    required("source", &Shape::Text, "The text of a REVIEW.md."),
    optional("name", &Shape::Text, "The binding that is asked for."),
]);

pub(super) static COMPILE: Shape = Shape::Object(&[
    required("source", &Shape::Text, "The text of a REVIEW.md."),
    optional("binding", &Shape::Text, "The binding that is asked for."),
    optional("vars", &VARS, "The host's variables."),
    optional("packs", &PACKS, "The packs of `uses`."),
]);

pub(super) static PLACEHOLDERS: Shape = Shape::Object(&[
    required("text", &Shape::Text, "A command's text."),
    required("vars", &VARS, "The values by name."),
]);

/// `manifest`: a REVIEW.md with every default filled in.
pub(super) fn manifest(question: &Value) -> Answer {
    Ok(json!(checked(question)?.manifest()))
}

/// `pack`: the REVIEW.md of a pack with every default filled in.
pub(super) fn pack(question: &Value) -> Answer {
    let pack = parse_pack(text(question, "source").as_bytes()).map_err(|problems| refused(&problems))?;
    Ok(json!(pack))
}

/// `binding`: the binding that would run.
pub(super) fn binding(question: &Value) -> Answer {
    let checked = checked(question)?;
    Ok(json!(picked(checked.manifest(), optional_text(question, "name"))?))
}

/// `compile`: the graph of a binding, packs merged in as every run does.
pub(super) fn compile(question: &Value) -> Answer {
    let checked = checked(question)?;
    let manifest = resolved(&checked, question)?.manifest;
    let binding = picked(&manifest, optional_text(question, "binding"))?;
    let vars: Vars = optional_member(question, "vars")?.unwrap_or_default();
    let graph = lower(&manifest, binding, &vars).map_err(|mut error| {
        if let CompileError::Placeholders { problems, .. } = &mut error {
            checked.locate(problems);
        }
        not_compiled(&error)
    })?;
    Ok(graph.to_json())
}

/// `placeholders`: a command's text with its placeholders filled in.
pub(super) fn placeholders(question: &Value) -> Answer {
    let vars: Vars = member(question, "vars")?;
    let done = substitute(text(question, "text"), &vars)
        .map_err(|error| Failure::at("unbound-placeholder", "text", error.to_string()))?;
    Ok(json!({"text": done.text, "names": done.names}))
}

pub(super) fn checked(question: &Value) -> Result<CheckedManifest, Failure> {
    parse_manifest(text(question, "source").as_bytes()).map_err(|problems| refused(&problems))
}

fn picked<'m>(manifest: &'m Manifest, name: Option<&str>) -> Result<&'m Binding, Failure> {
    resolve_binding(manifest, name).map_err(|error| Failure::at(error.code(), "bindings", error.to_string()))
}

fn refused(problems: &Problems) -> Failure {
    let code = problems.iter().next().map_or("invalid-manifest", |problem| problem.code.as_str());
    Failure::with(code, problems.to_string(), problems.iter().map(printed).collect())
}

fn not_compiled(error: &CompileError) -> Failure {
    let problems = error.problems().into_iter().flatten().map(printed).collect();
    Failure::with(error.code(), error.to_string(), problems)
}

/// A problem as it is printed.
pub(super) fn printed(problem: &Problem) -> Value {
    json!(problem)
}
