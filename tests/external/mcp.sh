#!/usr/bin/env bash
# The MCP server against the official TypeScript SDK, which holds every answer against the schema that the server gave.
set -euo pipefail
. tests/external/common.bash
cargo build --quiet --locked -p assize
target=$(cargo metadata --format-version 1 --no-deps --offline | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
cp tests/external/mcp.mjs "$modules"
npm_packages "$modules" @modelcontextprotocol/sdk@1
timeout 300 node "$modules/mcp.mjs" "$target/debug/assize"
