//! Pictures of graphs of all sizes. Each is also written to cargo's folder for temporary files, to look at.
#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

use std::path::Path;

use assize_engine::{Branch, GraphBuilder, Step, StepGraph};
use assize_report::{PictureError, graph_svg};
use assize_schemas::{AGENT_LANE_NODE, COMMAND_LANE_NODE, FREEZE_NODE, GATE_NODE, VERDICT_NODE};
use serde_json::{Value, json};

const NAMES: [&str; 10] = [
    "format",
    "lint",
    "unit-tests",
    "integration-linux",
    "docs",
    "licences",
    "security/secrets",
    "api-compatibility",
    "bench-smoke",
    "spelling",
];

fn command(id: &str, run: &str, blocking: bool) -> Branch {
    let check = json!({
        "kind": "command", "id": id, "run": run, "blocking": blocking, "timeoutMs": 600_000, "effects": false
    });
    Branch::new(id, vec![Step::transform(format!("lane-{id}"), COMMAND_LANE_NODE, json!({ "check": check }))])
}

fn agent(id: &str) -> Branch {
    let check = json!({
        "kind": "agent", "id": id, "preset": "reviewer", "rubric": "./rubrics/correctness.md", "blockOn": "high",
        "blocking": true, "timeoutMs": 900_000, "effects": false
    });
    Branch::new(id, vec![Step::transform(format!("lane-{id}"), AGENT_LANE_NODE, json!({ "check": check }))])
}

fn lane(at: usize) -> Branch {
    let round = at / NAMES.len();
    let name = NAMES[at % NAMES.len()];
    let id = if round == 0 { name.to_owned() } else { format!("{name}-{round}") };
    match at % 7 {
        3 => agent(&id),
        5 => command(&id, "cargo deny --all-features check licenses bans sources", false),
        _ => command(&id, &format!("cargo test --package {name} --locked"), true),
    }
}

fn review(prepare: usize, lanes: usize) -> StepGraph {
    let mut graph = GraphBuilder::new("review-assize-local");
    for at in 0..prepare {
        let argv = json!({ "argv": ["sh", "-c", format!("make generated-{at} && git add -A")] });
        graph.push(Step::gate(format!("prepare-generate-{at}"), GATE_NODE, argv));
    }
    let branches: Vec<Branch> = (0..lanes).map(lane).collect();
    let refs: Vec<Value> = branches.iter().map(|branch| json!(branch.id())).collect();
    graph
        .step(Step::transform("freeze", FREEZE_NODE, json!({ "base": "origin/main" })))
        .step(Step::parallel("lanes", branches))
        .step(Step::transform("verdict", VERDICT_NODE, json!({ "quorum": "all-blocking-pass", "lanes": refs })))
        .build()
        .unwrap()
}

/// Draws, holds what must hold of every picture, and leaves it to be looked at.
fn draw(name: &str, graph: &StepGraph) -> String {
    let svg = graph_svg(graph).unwrap();
    assert_eq!(svg, graph_svg(graph).unwrap(), "{name}: the same graph gives the same bytes");
    for foreign in ["<script", "href", "url(", "@import", "NaN", "inf", "\u{1b}"] {
        assert!(!svg.contains(foreign), "{name} holds {foreign:?}");
    }
    assert_eq!(svg.matches("<g>").count(), svg.matches("</g>").count(), "{name}");
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.svg")), &svg).unwrap();
    svg
}

fn size(svg: &str) -> (f64, f64) {
    let number = |attribute: &str| -> f64 {
        let (_, rest) = svg.split_once(&format!(" {attribute}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    (number("width"), number("height"))
}

#[test]
fn a_small_review() {
    insta::assert_snapshot!(draw("small", &review(1, 2)));
}

#[test]
fn every_lane_is_there_and_the_picture_fits_a_screen() {
    for (prepare, lanes) in [(0, 1), (2, 1), (0, 5), (1, 50)] {
        let svg = draw(&format!("review-{prepare}-{lanes}"), &review(prepare, lanes));
        assert_eq!(svg.matches("\nstep lane-").count() + svg.matches("&#10;step lane-").count(), lanes);
        let (width, height) = size(&svg);
        assert!(width < 1_500.0 && height < 1_100.0, "{lanes} lanes: {width} x {height}");
    }
}

#[test]
fn five_hundred_lanes_are_no_row_of_five_hundred() {
    let (width, height) = size(&draw("review-1-500", &review(1, 500)));
    assert!(width < 5_000.0 && height < 3_000.0, "{width} x {height}");
}

#[test]
fn hostile_names_are_cut_and_escaped() {
    let long = format!("namespace-{}/check-{}", "x".repeat(50), "y".repeat(50));
    let graph = GraphBuilder::new("hostile")
        .name("<script>alert(1)</script> & \"friends\" \u{202e}")
        .step(Step::parallel(
            "lanes",
            vec![
                command(&long, "echo '</text><script>alert(1)</script>' \u{1b}[31m\u{0} ]]>", true),
                command("b", &"検".repeat(400), false),
            ],
        ))
        .build()
        .unwrap();
    let svg = draw("hostile", &graph);
    assert!(svg.contains(&format!("<title>{long}&#10;")), "the whole name is in the tooltip");
    assert!(size(&svg).0 < 700.0);
}

#[test]
fn any_graph_of_the_engine_can_be_drawn() {
    let step = |id: &str| Step::transform(id.to_owned(), "example.work", json!({}));
    let diamond = GraphBuilder::new("diamond")
        .step(step("fetch"))
        .step(step("unpack"))
        .step(step("index").after(["fetch"]))
        .step(Step::parallel(
            "tests",
            vec![
                Branch::new("linux", vec![step("build-linux"), step("test-linux")]),
                Branch::new(
                    "nested",
                    vec![Step::parallel("inner", vec![Branch::new("leaf", vec![step("leaf-step")])])],
                ),
            ],
        ))
        .step(step("publish").after(["index", "tests", "unpack"]).timeout(std::time::Duration::from_secs(90)))
        .build()
        .unwrap();
    draw("diamond", &diamond);

    let mut wide = GraphBuilder::new("wide");
    wide.push(step("root"));
    for at in 0..500 {
        wide.push(step(&format!("leaf-{at}")).after(["root"]));
    }
    draw("wide", &wide.build().unwrap());

    let chain = (0..500).fold(GraphBuilder::new("chain"), |graph, at| graph.step(step(&format!("s{at}"))));
    draw("chain", &chain.build().unwrap());
}

#[test]
fn what_nobody_could_read_is_refused() {
    let step = |id: String| Step::transform(id, "example.work", json!({}));
    let many = (0..20_001).fold(GraphBuilder::new("many"), |graph, at| graph.step(step(format!("s{at}"))));
    assert!(matches!(graph_svg(&many.build().unwrap()), Err(PictureError::TooManySteps { .. })));

    let deep = (0..40).fold(step("leaf".to_owned()), |inner, at| {
        Step::parallel(format!("p{at}"), vec![Branch::new("b", vec![inner])])
    });
    if let Ok(graph) = GraphBuilder::new("deep").step(deep).build() {
        assert!(matches!(graph_svg(&graph), Err(PictureError::TooDeep { .. })));
    }
}
