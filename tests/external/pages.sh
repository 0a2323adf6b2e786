#!/usr/bin/env bash
# Pages and pictures in a browser.
set -euo pipefail
. tests/external/common.bash
need chromium chromium
folder=$(reports)
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
cp tests/external/pages.mjs "$modules"
npm_packages "$modules" playwright-core@1 axe-core@4 mermaid@11
CHROMIUM=$(command -v chromium) timeout 300 node "$modules/pages.mjs" "$folder"
