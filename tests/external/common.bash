# What the scripts here share. Sourced at the root of the repository.

# Ends as skipped.
skip() { printf 'skipped: %s\n' "$*"; exit 77; }

# need PROGRAM PACKAGE: the program, installed from Debian's packages in CI, or the end as skipped.
need() {
  command -v "$1" >/dev/null && return
  if [ "${CI:-}" = true ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { timeout 60 apt-get update &&
      DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y --no-install-recommends "$2"; } >/dev/null 2>&1
  fi
  command -v "$1" >/dev/null || skip "$1 cannot be had here"
}

# npm_packages FOLDER PACKAGE...: installs them in the folder, or ends as skipped.
npm_packages() {
  command -v npm >/dev/null || skip "npm cannot be had here"
  local folder=$1
  shift
  (cd "$folder" && timeout 120 npm install --silent --no-audit --no-fund --ignore-scripts "$@") >/dev/null 2>&1 ||
    skip "npm packages cannot be had here"
}

# Writes the reports anew, and answers where they are.
reports() {
  cargo test --quiet --locked -p assize-report --test reports -- formats hostile_texts >&2 || return
  local target
  target=$(cargo metadata --format-version 1 --no-deps --offline | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
  printf '%s\n' "$target/tmp/reports"
}
