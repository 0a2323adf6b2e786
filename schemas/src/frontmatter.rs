//! The shapes of what people write at the top of a REVIEW.md (AIP-62, field tables). The compiler is what reads them;
//! these tables are published, for editors and other hosts.

use crate::shape::{BINDING_NAME, CHECK_REF, ID, Member, NOT_EMPTY, Pattern, Shape, optional, required};
use crate::{MAX_TIMEOUT_MS, parse_git_pack_ref};

static VERSION: Pattern = Pattern {
    what: "a version such as 1.2.3 or 1.2.3-rc.1",
    regex: Some("^[0-9]+\\.[0-9]+\\.[0-9]+(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$"),
    max_chars: None,
    holds: |text| {
        let (rest, build) = text.split_once('+').map_or((text, None), |(rest, build)| (rest, Some(build)));
        let (core, pre) = rest.split_once('-').map_or((rest, None), |(core, pre)| (core, Some(pre)));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let is_label = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
        };
        core.split('.').count() == 3
            && core.split('.').all(is_number)
            && [pre, build].into_iter().flatten().all(is_label)
    },
};

static PACK_REF: Pattern = Pattern {
    what: "an npm name, a path, or git+https://<url>#<40 hex digits>",
    regex: Some("^(?:(?!git\\+)\\S+|git\\+https://[^\\s#]+#[0-9a-f]{40})$"),
    max_chars: None,
    holds: |text| {
        if text.starts_with("git+") {
            return parse_git_pack_ref(text).is_ok();
        }
        !text.is_empty() && !text.contains(|character: char| character.is_whitespace() || character == '\u{feff}')
    },
};

static NAME: Shape = Shape::Matching(&ID);
static WORD: Shape = Shape::Matching(&NOT_EMPTY);
static TIMEOUT: Shape = Shape::Whole(1, MAX_TIMEOUT_MS.cast_signed());
static SEVERITY: Shape = Shape::OneOf(&["high", "medium", "low"]);
static STAND_INS: Shape = Shape::List { items: &WORD, least: 0, distinct: true };
static IDS: Shape = Shape::List { items: &Shape::Matching(&ID), least: 0, distinct: true };

const CHECK_ID: Member = required("id", &NAME, "The check's id, unique in this file.");
const RUN: Member = required("run", &WORD, "The text for `sh -c`; {name} is filled in, {{name}} is literal.");
const CWD: Member =
    optional("cwd", &WORD, "Working directory, relative to the repository's root, which is the default.");
const BLOCKING: Member =
    optional("blocking", &Shape::Boolean, "Whether the check can change the verdict; true by default.");
const DESCRIPTION: Member = optional("description", &Shape::Text, "What it is for.");
const RUBRIC: Member = required("rubric", &WORD, "Path of the rubric, relative to the directory of this file.");
const BLOCK_ON: Member = optional("blockOn", &SEVERITY, "The least severity that fails the lane; high by default.");
const COMMAND_TIMEOUT: Member = optional("timeoutMs", &TIMEOUT, "Time limit in milliseconds; 600000 by default.");
const AGENT_TIMEOUT: Member = optional("timeoutMs", &TIMEOUT, "Time limit in milliseconds; 900000 by default.");
const NO_EFFECTS: Member = optional("effects", &Shape::Always(false), "No effects are possible here.");
const FALLBACKS: Member =
    optional("fallbackPresets", &STAND_INS, "Stand-ins, in order, for a reviewer that is not available.");

const fn kind(shape: &'static Shape) -> Member {
    required("kind", shape, "The kind of check.")
}

static COMMAND: Shape = Shape::OneOf(&["command"]);
static AGENT: Shape = Shape::OneOf(&["agent"]);

static CHECK: Shape = Shape::Named(
    "check",
    &Shape::Tagged(
        "kind",
        &[
            (
                "command",
                &[
                    CHECK_ID,
                    kind(&COMMAND),
                    RUN,
                    CWD,
                    BLOCKING,
                    COMMAND_TIMEOUT,
                    optional("effects", &Shape::Boolean, "Whether the check may change the tree; false by default."),
                    DESCRIPTION,
                ],
            ),
            (
                "agent",
                &[
                    CHECK_ID,
                    kind(&AGENT),
                    required("preset", &WORD, "The host's name for the reviewer."),
                    FALLBACKS,
                    RUBRIC,
                    BLOCK_ON,
                    BLOCKING,
                    AGENT_TIMEOUT,
                    NO_EFFECTS,
                    DESCRIPTION,
                ],
            ),
        ],
    ),
);

static PACK_CHECK: Shape = Shape::Named(
    "check",
    &Shape::Tagged(
        "kind",
        &[
            ("command", &[CHECK_ID, kind(&COMMAND), RUN, CWD, BLOCKING, COMMAND_TIMEOUT, NO_EFFECTS, DESCRIPTION]),
            (
                "agent",
                &[
                    CHECK_ID,
                    kind(&AGENT),
                    optional("preset", &WORD, "The host's name for the reviewer; the consumer may name another."),
                    RUBRIC,
                    BLOCK_ON,
                    BLOCKING,
                    AGENT_TIMEOUT,
                    NO_EFFECTS,
                    DESCRIPTION,
                ],
            ),
        ],
    ),
);

static TARGET: Shape = Shape::TextOr(
    &Shape::OneOf(&["git-range"]),
    &Shape::Object(&[
        required("kind", &Shape::OneOf(&["git-range"]), "The kind of target."),
        optional("base", &WORD, "The ref whose merge base with the head begins the range; origin/main by default."),
    ]),
);

static BINDING: Shape = Shape::Object(&[
    optional("on", &WORD, "A label for the situation; nothing dispatches on it."),
    optional(
        "prepare",
        &Shape::List { items: &Shape::Matching(&CHECK_REF), least: 0, distinct: true },
        "Checks with effects, run in order before the range freezes.",
    ),
    required("checks", &Shape::List { items: &Shape::Matching(&CHECK_REF), least: 1, distinct: true }, "The lanes."),
    optional("quorum", &Shape::OneOf(&["all-blocking-pass"]), "How lanes become a verdict."),
]);

static OVERRIDE: Shape = Shape::Object(&[
    optional("blockOn", &SEVERITY, "Another least severity."),
    optional("blocking", &Shape::Boolean, "Whether the check can change the verdict."),
    optional("timeoutMs", &TIMEOUT, "Another time limit in milliseconds."),
    optional("preset", &WORD, "Another reviewer."),
    FALLBACKS,
]);

static USE: Shape = Shape::Object(&[
    required("pack", &Shape::Matching(&PACK_REF), "Where the pack is."),
    required("as", &Shape::Matching(&ID), "The namespace of the pack's checks."),
    optional("checks", &IDS, "The selected checks; all by default."),
    optional("preset", &WORD, "The reviewer for the pack's agent checks."),
    FALLBACKS,
    optional("overrides", &Shape::Map(&ID, &OVERRIDE), "Changes, by the pack's own check id."),
    optional(
        "allowCommands",
        &Shape::Boolean,
        "Whether the commands of a pack that is not trusted may run; false by default.",
    ),
]);

/// The frontmatter of a REVIEW.md of `kind: review`.
pub static REVIEW_FRONTMATTER: Shape = Shape::Object(&[
    required("kind", &Shape::OneOf(&["review"]), "The kind of file."),
    required("id", &Shape::Matching(&ID), "The review's id."),
    optional("name", &WORD, "A title for people."),
    DESCRIPTION,
    required("target", &TARGET, "What is reviewed."),
    required("checks", &Shape::List { items: &CHECK, least: 1, distinct: false }, "The checks."),
    optional("bindings", &Shape::Map(&BINDING_NAME, &BINDING), "Selections of checks by situation."),
    optional("uses", &Shape::List { items: &USE, least: 0, distinct: false }, "Packs to import."),
    optional(
        "verdict",
        &Shape::Object(&[optional("exportDir", &WORD, "Directory for exports, relative to the repository's root.")]),
        "Where verdicts go besides the ledger.",
    ),
]);

/// The frontmatter of a REVIEW.md of `kind: review-pack`.
pub static PACK_FRONTMATTER: Shape = Shape::Object(&[
    required("kind", &Shape::OneOf(&["review-pack"]), "The kind of file."),
    required("id", &Shape::Matching(&ID), "The pack's id."),
    required("version", &Shape::Matching(&VERSION), "The pack's version."),
    DESCRIPTION,
    required("checks", &Shape::List { items: &PACK_CHECK, least: 1, distinct: false }, "The checks."),
]);
