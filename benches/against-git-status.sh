#!/usr/bin/env bash
# What a cached run and a verification cost in a repository of many files, beside `git status` in the same repository.
#
#   benches/against-git-status.sh [FILES] [ASSIZE]           default: 5000 target/release/assize
#
# Needs hyperfine and ssh-keygen.
set -euo pipefail

files=${1:-5000}
assize=$(realpath "${2:-target/release/assize}")
command -v hyperfine >/dev/null || { echo "against-git-status: hyperfine is not on PATH" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/repository" "$scratch/home"
cd "$scratch/repository"
export HOME=$scratch/home AGENTPROTO_HOME=$scratch/state GIT_CONFIG_NOSYSTEM=1
git init -q -b main .
git config user.name bench
git config user.email bench@example.com
for folder in $(seq 50); do
  mkdir "folder-$folder"
  for file in $(seq $((files / 50))); do echo "$folder $file" >"folder-$folder/file-$file.txt"; done
done
mkdir .agentproto
"$assize" key show 2>/dev/null | sed -n "s/^trust it with: *//p" >.agentproto/allowed_signers
git add -A
git commit -q -m base
git update-ref refs/remotes/origin/main HEAD
printf -- '---\nkind: review\nid: many-files\ntarget: git-range\nchecks:\n  - {id: a, kind: command, run: "true"}\n---\n' >REVIEW.md
git add -A
git commit -q -m change
"$assize" run >/dev/null 2>&1
"$assize" export -o "$scratch/export.json" >/dev/null

hyperfine --warmup 3 --min-runs 25 --export-csv "$scratch/figures.csv" \
  -n "git status" "git status" \
  -n "cached run" "$assize run" \
  -n "verify" "$assize verify $scratch/export.json" \
  -n "signed verify" "$assize verify --require-signed --base origin/main $scratch/export.json" \
  >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }

printf '%s files\n' "$files"
awk -F, 'NR == 2 { floor = $4 }
         NR > 1 { printf "%-15s median %7.1f ms   %5.2f x git status\n", $1, $4 * 1000, $4 / floor }' "$scratch/figures.csv"
