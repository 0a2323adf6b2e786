#!/usr/bin/env bash
# What the commit gate costs beside the very git commands that it runs, made one after the other by a shell.
#
#   benches/commit-gate.sh [FILES] [STAGED] [GATE]     default: 5000 10 target/release/git-agent-verdict
#
# Needs hyperfine.
set -euo pipefail

files=${1:-5000}
staged=${2:-10}
gate=$(realpath "${3:-target/release/git-agent-verdict}")
command -v hyperfine >/dev/null || { echo "commit-gate: hyperfine is not on PATH" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/repository" "$scratch/home"
cd "$scratch/repository"
export HOME=$scratch/home GIT_CONFIG_NOSYSTEM=1
git init -q -b main .
git config user.name bench
git config user.email bench@example.com
for folder in $(seq 50); do
  mkdir "folder-$folder"
  for file in $(seq $((files / 50))); do echo "$folder $file" >"folder-$folder/file-$file.txt"; done
done
echo look >rubric.md
git add -A
git commit -q -m base
{
  printf 'subject\n\nbody\n\n'
  for file in $(seq "$staged"); do
    echo "$file" >"new-$file.txt"
    printf 'Reviewed-notes: reviewer=r major=0 moderate=0 minor=0 file=new-%s.txt\n' "$file"
  done
} >"$scratch/message"
git add -A

cat >"$scratch/plain.sh" <<'PLAIN'
git rev-parse --show-toplevel
git diff --cached --name-only -z --no-renames --no-relative --ignore-submodules=none
git ls-files -z --error-unmatch -- .
git diff --cached --name-only -z --no-renames --no-relative --ignore-submodules=none -- .
git -c trailer.separators=: interpret-trailers --parse "$1"
PLAIN
cp "$scratch/plain.sh" "$scratch/per-file.sh"
echo 'git diff --cached --name-only -z --no-renames --no-relative --ignore-submodules=none --diff-filter=d -- .' >>"$scratch/per-file.sh"
printf '%s\n' 'git rev-parse --show-toplevel' \
  'git diff --cached --name-only -z --no-renames --no-relative --ignore-submodules=none' >"$scratch/guard.sh"

compare() {
  local name=$1 script=$2
  shift 2
  hyperfine -N --warmup 10 --min-runs 150 --output null --export-csv "$scratch/figures.csv" \
    -n shell "sh $scratch/$script.sh $scratch/message" -n gate "$gate $*" >"$scratch/log" 2>&1 ||
    { cat "$scratch/log" >&2; exit 1; }
  awk -F, -v name="$name" 'NR == 2 { shell = $4 }
    NR == 3 { printf "%-10s shell %6.1f ms   gate %6.1f ms   %4.2f x\n", name, shell * 1000, $4 * 1000, $4 / shell }' \
    "$scratch/figures.csv"
}

printf '%s files, %s staged\n' "$files" "$staged"
compare preflight guard --rubric-guard --doc rubric.md
compare gate plain "$scratch/message" notes --doc rubric.md --path .
compare per-file per-file "$scratch/message" notes --per-file --doc rubric.md --path .
