//! The workflow for GitHub Actions.

use crate::init::CI_BINDING;
use crate::init::project::{NodeManager, Project, PythonSetup};

/// Where GitHub looks for it.
pub(super) const WORKFLOW: &str = ".github/workflows/review.yml";

/// The workflow for a project. What comes from the pull request reaches the shell through variables only.
pub(super) fn workflow(project: &Project) -> String {
    let setup = setup_steps(project);
    format!(
        r#"# Written by `assize init --ci github`; yours to change.
#
# The lanes that need no reviewer run here. What they leave open, an exported attestation may close, but only one that
# is signed by a key that the pull request's base branch lists in .agentproto/allowed_signers.
name: review
on:
  pull_request:
permissions:
  contents: read
concurrency:
  group: review-${{{{ github.event.pull_request.number }}}}
  cancel-in-progress: true
jobs:
  review:
    runs-on: ubuntu-latest
    timeout-minutes: 120
    steps:
      - uses: actions/checkout@v4
        with:
          ref: ${{{{ github.event.pull_request.head.sha }}}}
          fetch-depth: 0
          persist-credentials: false
{setup}      - name: Install assize
        # Install it here in the way you trust, at a fixed version. Until then this step fails, and so does the review.
        run: |
          if ! command -v assize; then
            echo "::error title=review could not run::say in .github/workflows/review.yml how assize is installed"
            exit 3
          fi
      - name: Review
        env:
          AGENTPROTO_HOME: ${{{{ runner.temp }}}}/agentproto
          BASE: refs/remotes/origin/${{{{ github.base_ref }}}}
          PR_URL: ${{{{ github.event.pull_request.html_url }}}}
        run: |
          lanes=0
          assize run --binding {CI_BINDING} --headless --base "$BASE" --pr "$PR_URL" --annotate github || lanes=$?
          # A lane that failed, or a review that could not run, is final. Skipped lanes (2) may have run elsewhere.
          case "$lanes" in
            0|2) ;;
            *) exit "$lanes" ;;
          esac
          verified=0
          assize verify --binding {CI_BINDING} --base "$BASE" --if-exported --require-signed --annotate github || verified=$?
          case "$verified" in
            0) exit 0 ;;
            # Nothing was exported: what ran here is all there is.
            4|5) ;;
            *) exit "$verified" ;;
          esac
          if [ "$lanes" -ne 0 ]; then
            echo "::error title=review incomplete::lanes were skipped, and no signed export stands in for them"
          fi
          exit "$lanes"
"#
    )
}

/// The steps that bring what the project's checks need beyond what the runner has.
fn setup_steps(project: &Project) -> String {
    let mut steps = String::new();
    if let Some(manager) = project.node {
        steps.push_str("      - uses: actions/setup-node@v4\n        with:\n          node-version: lts/*\n");
        steps.push_str(&node_install(manager));
    }
    if let Some(setup) = project.python {
        steps.push_str("      - uses: actions/setup-python@v5\n        with:\n          python-version: 3.x\n");
        steps.push_str(&python_install(setup, project));
    }
    if project.go {
        steps.push_str("      - uses: actions/setup-go@v5\n        with:\n          go-version-file: go.mod\n");
    }
    steps
}

fn node_install(manager: NodeManager) -> String {
    let corepack = if manager.needs_corepack() { "      - run: corepack enable\n" } else { "" };
    format!("{corepack}      - run: {}\n", manager.install())
}

fn python_install(setup: PythonSetup, project: &Project) -> String {
    let pytest = project.checks.iter().any(|check| check.run.ends_with("-m pytest"));
    let install = match setup {
        PythonSetup::Uv => "python3 -m pip install uv && uv sync",
        PythonSetup::Poetry => "python3 -m pip install poetry && poetry install",
        PythonSetup::Requirements => "python3 -m pip install -r requirements.txt",
        PythonSetup::Package => "python3 -m pip install -e .",
        PythonSetup::Bare => "",
    };
    let mut steps = String::new();
    if !install.is_empty() {
        steps.push_str(&format!("      - run: {install}\n"));
    }
    if pytest {
        steps.push_str("      - run: python3 -m pip install pytest\n");
    }
    steps
}
