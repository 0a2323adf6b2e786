//! `assize graph`.

use std::io::Write as _;
use std::path::Path;

use assize_engine::StepGraph;
use assize_host::GraphRequest;

use crate::args::{GraphArgs, GraphFormat};
use crate::commands::file::write_file;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::text::plain_json;

/// Shows the graph of a binding.
pub(crate) fn graph(context: &mut Context, args: &GraphArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    if let (Some(proposal), Some(check)) = (&args.validate, &args.check) {
        let graph = super::validation::graph_of(context, &args.stream, proposal, check)?;
        return write(context, args, &cwd, &graph);
    }
    let host = context.looking_host(&cwd);
    let mut request = GraphRequest::new(&cwd);
    request.manifest = context.manifest(&cwd);
    request.binding.clone_from(&args.binding);
    let graph = runtime()?.block_on(host.graph(&request))?;
    write(context, args, &cwd, &graph)
}

fn write(context: &mut Context, args: &GraphArgs, cwd: &Path, graph: &StepGraph) -> Result<Exit, Failure> {
    let text = written(graph, args.format)?;
    match args.output.as_deref() {
        Some(path) if path != Path::new("-") => write_file(&cwd.join(path), text.as_bytes())?,
        _ => context.output.write_all(text.as_bytes())?,
    }
    Ok(Exit::DONE)
}

fn written(graph: &StepGraph, format: GraphFormat) -> Result<String, Failure> {
    let mut text = match format {
        GraphFormat::Text => graph.to_text(),
        GraphFormat::Json => plain_json(graph.to_json().to_string()),
        GraphFormat::Dot => graph.to_dot(),
        GraphFormat::Mermaid => graph.to_mermaid(),
        GraphFormat::Svg => assize_report::graph_svg(graph).map_err(|error| {
            Failure::from_error(Exit::COULD_NOT_RUN, &error).help("--format text, json, dot or mermaid")
        })?,
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}
