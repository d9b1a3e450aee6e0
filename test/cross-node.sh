#!/usr/bin/env bash
# Guards that logs written on one Node version replay on the other: plays episodes on this Node and
# on Node 24 (on Node 20 where this is 24), verifies each file on the other one, and runs the key
# tests there.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

other=24
if node --version | grep -q '^v24\.'; then other=20; fi

# The npm package `node` brings a binary and the headers that better-sqlite3 is compiled against.
mkdir "$work/node"
echo '{"private":true,"allowScripts":{"node":true}}' >"$work/node/package.json"
npm install --prefix "$work/node" --no-audit --no-fund --silent "node@$other"
binary=$(find "$work/node/node_modules" -path '*/bin/node' -type f | head -n 1)
headers=$(find "$work/node/node_modules" -path '*/include/node/node.h' | head -n 1)
if [ -z "$binary" ] || [ -z "$headers" ]; then
  echo "the package node@$other brought no binary or no headers"
  exit 1
fi

# A native module fits one Node version, so the other one gets a copy of everything.
copy="$work/copy"
mkdir "$copy"
# Other suites may run beside this one and leave files: tar ends with 1 if any changed meanwhile.
sources() {
  tar -cf - --warning=no-file-changed --exclude=./.git --exclude=./var --exclude=./dist \
    --exclude=./node_modules --exclude=__pycache__ . || [ "$?" -eq 1 ]
}
sources | tar -xf - -C "$copy"
cp -a "$(readlink -f node_modules)" "$copy/node_modules"
there() { (cd "$copy" && PATH="$(dirname "$binary"):$PATH" "$@"); }
export npm_config_nodedir="${headers%/include/node/node.h}"
# Without optimization, it is compiled in a quarter of the time.
CFLAGS=-O0 CXXFLAGS=-O0 there npm rebuild better-sqlite3 --build-from-source --silent
unset npm_config_nodedir
echo "here: Node $(node --version); in the copy: Node $(there node --version)"

# Reads the last "N passed, N failed" of a suite's output and adds it up.
count() {
  local line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$1" | tail -n 1 || true)
  if [ -z "$line" ]; then
    failed=$((failed + 1))
    return
  fi
  passed=$((passed + ${line%% passed*}))
  line=${line##*, }
  failed=$((failed + ${line%% failed}))
}

verify() {
  "$@" >"$work/verify.log" 2>&1 || true
  tail -n 20 "$work/verify.log"
  count "$work/verify.log"
}

node --import tsx test/cross-node/play.ts "$work/here.db"
there node --import tsx test/cross-node/play.ts "$work/there.db"
verify there node --import tsx test/cross-node/verify.ts "$work/here.db"
verify node --import tsx test/cross-node/verify.ts "$work/there.db"

# What engines may do otherwise: numbers, expressions, texts, the native module. Worlds whole are
# what was played and verified above.
echo "key tests on Node $other"
there npx vitest run src/sim/q src/sim/math/grading src/store/sqlite \
  src/store/migrations test/episode.test.ts \
  --reporter=default --reporter=json --outputFile.json="$work/tests.json" || true
node test/count-tests.mjs "$work/tests.json" >"$work/tests.log" || true
count "$work/tests.log"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
