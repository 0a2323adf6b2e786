#!/usr/bin/env bash
# The envelopes of the effect ledger are verified by a library that is not ours: securesystemslib, from PyPI.
set -euo pipefail
. tests/external/common.bash
need python3 python3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python" >/dev/null 2>&1 || skip "python3 cannot make an environment here"
"$folder/python/bin/pip" install --quiet securesystemslib cryptography >/dev/null 2>&1 ||
  skip "securesystemslib cannot be had here"
cargo build --quiet --locked -p assize >&2
target=$(cargo metadata --format-version 1 --no-deps --offline | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
assize() { AGENTPROTO_HOME="$folder/state" "$target/debug/assize" effect "$@" --project-dir "$folder/project" >/dev/null; }
mkdir -p "$folder/state" "$folder/project"
printf "[effects]\nwriter = 'here'\nkey_file = 'key'\n" >"$folder/state/effects.toml"
digest="sha256:$(printf x | sha256sum | cut -d' ' -f1)"
printf x >"$folder/project/file"
assize keys init
assize record --kind file.digest --target "file:file@$digest" --payload-digest "$digest"
assize keys rotate
assize record --kind file.digest --target "file:./file@$digest" --payload-digest "$digest"
"$folder/python/bin/python" tests/external/dsse.py "$folder/project/.aiwg/effects/delivery"
