#!/usr/bin/env bash
# Pages and pictures in a browser.
set -euo pipefail
. tests/external/common.bash
command -v npm >/dev/null || skip "npm cannot be had here"
need chromium chromium
folder=$(reports)
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
cp tests/external/pages.mjs "$modules"
(cd "$modules" && npm install --silent --no-audit --no-fund --ignore-scripts \
  playwright-core@1 axe-core@4 mermaid@11) || skip "npm packages cannot be had here"
CHROMIUM=$(command -v chromium) node "$modules/pages.mjs" "$folder"
