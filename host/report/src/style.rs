//! Measures and colours.

/// Height of a step's box.
pub(crate) const STEP_HEIGHT: f64 = 44.0;
/// The narrowest box of a step.
pub(crate) const MIN_STEP_WIDTH: f64 = 150.0;
/// The widest box of a step.
pub(crate) const MAX_STEP_WIDTH: f64 = 260.0;
/// Between a step's border and its text.
pub(crate) const STEP_PADDING: f64 = 12.0;
/// Between branches.
pub(crate) const CELL_GAP: f64 = 12.0;
/// Between a step and the next.
pub(crate) const BLOCK_GAP: f64 = 34.0;
/// Above the content of a group.
pub(crate) const GROUP_HEADING: f64 = 38.0;
/// Around the content of a group.
pub(crate) const GROUP_PADDING: f64 = 16.0;
/// Around the whole picture.
pub(crate) const MARGIN: f64 = 20.0;
/// Above the graph, for its name.
pub(crate) const TITLE_HEIGHT: f64 = 34.0;

/// Width of a column of a step's name: 13 px monospace, on the safe side.
pub(crate) const TITLE_COLUMN: f64 = 7.9;
/// Width of a column of a step's detail: 11 px monospace.
pub(crate) const DETAIL_COLUMN: f64 = 6.7;
/// Width of a column of a group's name: 13 px monospace.
pub(crate) const HEADING_COLUMN: f64 = 7.9;
/// Width of a column of a remark: 11 px monospace.
pub(crate) const NOTE_COLUMN: f64 = 6.7;

/// What a step, a line and a text look like, in the light scheme.
const LIGHT: &[(&str, &str)] = &[
    (
        "text",
        "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;fill:#1f2328",
    ),
    (".page", "fill:#fff"),
    (".name", "font-size:15px;font-weight:600"),
    (".title", "font-size:13px;font-weight:600"),
    (".detail", "font-size:11px;fill:#59636e"),
    (".note", "font-size:11px;fill:#59636e"),
    (".box", "stroke-width:1.2"),
    (".advisory", "stroke-dasharray:5 3"),
    (".group", "fill:#f6f8fa;stroke:#d1d9e0"),
    (".edge", "fill:none;stroke:#818b98;stroke-width:1.4"),
    (".tip", "fill:#818b98"),
    (".gate", "fill:#fff8e6;stroke:#bf8700"),
    (".transform", "fill:#f6f8fa;stroke:#818b98"),
    (".command", "fill:#eaf3ff;stroke:#4a8fdc"),
    (".agent", "fill:#f7f0ff;stroke:#9a6fd0"),
    (".verdict", "fill:#e6f8ea;stroke:#2f9e4f"),
    (".disc", "stroke:#fff;stroke-width:2"),
    (".sign", "font-size:11px;font-weight:700;fill:#fff"),
    (".good", "fill:#1f7a3d"),
    (".bad", "fill:#b3261e"),
    (".unsure", "fill:#945c00"),
];

/// What is different in the dark scheme.
const DARK: &[(&str, &str)] = &[
    ("text", "fill:#e6edf3"),
    (".page", "fill:#0d1117"),
    (".detail", "fill:#9198a1"),
    (".note", "fill:#9198a1"),
    (".group", "fill:#151b23;stroke:#3d444d"),
    (".edge", "stroke:#9198a1"),
    (".tip", "fill:#9198a1"),
    (".gate", "fill:#2b2111;stroke:#d29922"),
    (".transform", "fill:#212830;stroke:#9198a1"),
    (".command", "fill:#12253d;stroke:#4493f8"),
    (".agent", "fill:#251c38;stroke:#ab7df8"),
    (".verdict", "fill:#12261a;stroke:#3fb950"),
    (".disc", "stroke:#171b21"),
    (".sign", "fill:#101318"),
    (".good", "fill:#62ca82"),
    (".bad", "fill:#ff8a80"),
    (".unsure", "fill:#edb64f"),
];

/// The style sheet of a picture that stands alone. Viewers without media queries show the light scheme.
pub(crate) fn sheet() -> String {
    sheet_within("", "(prefers-color-scheme:dark)")
}

/// The same for pictures inside elements that `scope` selects, dark where the media query `dark` holds.
pub(crate) fn sheet_within(scope: &str, dark: &str) -> String {
    let rules = |rules: &[(&str, &str)]| -> String {
        rules.iter().map(|(selector, declarations)| format!("{scope}{selector}{{{declarations}}}")).collect()
    };
    format!("{}@media{dark}{{{}}}", rules(LIGHT), rules(DARK))
}
