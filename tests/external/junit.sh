#!/usr/bin/env bash
# JUnit reports fit the XSD that Jenkins publishes.
set -euo pipefail
. tests/external/common.bash
need xmllint libxml2-utils
folder=$(reports)
xsd=tests/vectors/reports/junit-10.xsd
xmllint --noout --nonet --schema "$xsd" "$folder"/*.xml

# The validator is one that refuses.
broken=$(mktemp)
trap 'rm -f "$broken"' EXIT
sed 's/<testcase name=/<testcase title=/' "$folder/blocked.xml" >"$broken"
if xmllint --noout --nonet --schema "$xsd" "$broken" 2>/dev/null; then
  echo "a broken report was taken for a good one" >&2
  exit 1
fi
