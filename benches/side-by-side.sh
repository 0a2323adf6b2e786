#!/usr/bin/env bash
# How much time a runner adds to N shell commands that run in parallel: xargs as the floor, two hook runners where they
# can be had, and assize with its whole run: range, freeze, lanes, verdict, ledger.
#
#   benches/side-by-side.sh [LANES] [COMMAND] [ASSIZE]       default: 20 true target/release/assize
#
# Needs hyperfine. lefthook and prek are taken from PATH, or from a folder of Python packages named by PEERS
# (python3 -m venv DIR && DIR/bin/pip install lefthook prek; PEERS=DIR/bin); what is missing is left out.
set -euo pipefail

lanes=${1:-20}
command=${2:-true}
assize=$(realpath "${3:-target/release/assize}")
PATH=${PEERS:+$PEERS:}$PATH

command -v hyperfine >/dev/null || { echo "side-by-side: hyperfine is not on PATH" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/repository" "$scratch/home"
cd "$scratch/repository"
export HOME=$scratch/home AGENTPROTO_HOME=$scratch/state GIT_CONFIG_NOSYSTEM=1
git init -q -b main .
git config user.name bench
git config user.email bench@example.com
git commit -q --allow-empty -m base
git update-ref refs/remotes/origin/main HEAD

each() { for lane in $(seq "$lanes"); do printf -- "$1" "$lane" "$command"; done; }
{
  printf -- '---\nkind: review\nid: side-by-side\ntarget: git-range\nchecks:\n'
  each '  - {id: lane-%s, kind: command, run: "%s"}\n'
  printf -- '---\n'
} >REVIEW.md
{ printf 'pre-push:\n  parallel: true\n  commands:\n'; each '    lane-%s: {run: "%s"}\n'; } >lefthook.yml
{
  printf 'repos:\n  - repo: local\n    hooks:\n'
  for lane in $(seq "$lanes"); do
    printf '      - {id: l%s, name: l%s, language: system, entry: "%s", always_run: true, pass_filenames: false, stages: [pre-push], priority: 0}\n' \
      "$lane" "$lane" "$command"
  done
} >.pre-commit-config.yaml
git add -A
git commit -q -m "$lanes lanes"

entries=(-n xargs "seq $lanes | xargs -P $lanes -I{} sh -c '$command'" -n assize "$assize run --no-cache")
command -v lefthook >/dev/null && entries+=(-n lefthook "lefthook run pre-push --force --no-auto-install")
command -v prek >/dev/null && entries+=(-n prek "prek run --hook-stage pre-push --all-files")

hyperfine --warmup 2 --min-runs 15 --export-csv "$scratch/figures.csv" "${entries[@]}" >"$scratch/log" 2>&1 ||
  { cat "$scratch/log" >&2; exit 1; }

printf '%s lanes of `%s`\n' "$lanes" "$command"
awk -F, 'NR == 2 { floor = $4 }
         NR > 1 { printf "%-9s median %8.1f ms   %5.2f x xargs\n", $1, $4 * 1000, $4 / floor }' "$scratch/figures.csv"
