#!/usr/bin/env bash
# The real Claude Code and Codex review with the built-in presets, against a stand-in for their models on the loopback: the verdict
# arrives, and what the model has them try to write is refused.
set -euo pipefail
. tests/external/common.bash
cargo build --quiet --locked -p assize
target=$(cargo metadata --format-version 1 --no-deps --offline | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

place=$(mktemp -d)
model=
trap '[ -z "$model" ] || kill "$model"; rm -rf "$place"' EXIT
mkdir "$place/home" "$place/state" "$place/tmp"
npm_packages "$place" @anthropic-ai/claude-code @openai/codex
(cd "$place" && node node_modules/@anthropic-ai/claude-code/install.cjs) >/dev/null

node tests/external/model.mjs "$place/log" >"$place/port" &
model=$!
until [ -s "$place/port" ]; do kill -0 "$model"; sleep 0.1; done
port=$(cat "$place/port")

assize() {
  env -i PATH="$place/node_modules/.bin:$PATH" HOME="$place/home" AGENTPROTO_HOME="$place/state" TMPDIR="$place/tmp" \
    ANTHROPIC_API_KEY=none ANTHROPIC_BASE_URL="http://127.0.0.1:$port" OPENAI_API_KEY=none CODEX_API_KEY=none \
    "$target/debug/assize" "$@"
}

# Codex is told in its own settings where its model is.
assize presets show codex --json | node -e '
  const { command } = JSON.parse(require("fs").readFileSync(0));
  const provider = `{name="model",base_url="http://127.0.0.1:${process.argv[1]}/v1",env_key="OPENAI_API_KEY",wire_api="responses"}`;
  const more = ["-c", `model_providers.model=${provider}`, "-c", "model_provider=model", "--model", "stand-in"];
  console.log(`[presets.codex]\nharness = "codex"\ncommand = ${JSON.stringify([...command, ...more])}`);
' "$port" >"$place/state/presets.toml"

for preset in claude-code codex; do
  : >"$place/log"
  assize presets test "$preset" --timeout 120 >"$place/said" 2>&1 || { cat "$place/said" "$place/log"; exit 1; }
  node -e '
    const assert = require("node:assert/strict");
    const lines = require("fs").readFileSync(process.argv[1], "utf8").trim().split("\n").map(JSON.parse);
    const results = lines.filter(({ what }) => what === "result").map(({ value }) => JSON.stringify(value));
    assert.ok(results.length >= 2, "the agent used its tools");
    assert.match(results[0], /denied|Permission/, "what would write is refused");
    assert.ok(results.some((result) => result.includes("SEEN-Greet by name")), "the history can be read");
    assert.ok(!results.some((result) => result.includes("SEEN-made")), "nothing was committed");
  ' "$place/log"
  grep -q "preset $preset works" "$place/said"
  echo "$preset: reviewed, and kept to reading"
done
