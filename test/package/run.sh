#!/usr/bin/env bash
# Packs the package as npm would publish it, and uses it from elsewhere: every export is imported and
# its types are checked, the program runs with the data that came along. Needs a build, no network.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
# What users load: no maps of sources that are not there, no modules that nothing of theirs imports.
files=$(tar -tzf "$folder"/backchannel-rl-*.tgz | wc -l)
bytes=$(tar -tvzf "$folder"/backchannel-rl-*.tgz | awk '{ sum += $3 } END { print sum }')
echo "$files files, $bytes bytes unpacked"
[ "$files" -le 600 ] && [ "$bytes" -le 12000000 ] || { echo "the archive is too large"; exit 1; }
[ "$(tar -tzf "$folder"/backchannel-rl-*.tgz | grep -c dist/web/third-party-licenses.md)" = 1 ]
mkdir -p "$folder/node_modules"
tar -xzf "$folder"/backchannel-rl-*.tgz -C "$folder/node_modules"
mv "$folder/node_modules/package" "$folder/node_modules/backchannel-rl"
# The packages that it depends on, and what checks types, are those of the checkout.
for path in "$root"/node_modules/* ; do
  name=$(basename "$path")
  [ "$name" = backchannel-rl ] || ln -s "$path" "$folder/node_modules/$name"
done
cd "$folder"
cat > uses.mts <<'USES'
import { type Client, connect } from 'backchannel-rl/client'
import { type Action, definePlugin, type Environment, stream, system } from 'backchannel-rl/env'
import { type GradedAnswer, grade } from 'backchannel-rl/grade'
import * as q from 'backchannel-rl/q'

export const client: Promise<Client> = connect({ url: 'http://127.0.0.1:8000' })
export const action: Action = { content: String(stream(1, 0, 'draw').integer(1, 6)) }
export const messages = [system('Hello.')]
export const make: typeof definePlugin = definePlugin
export type Mine = Environment<never, never, never, never>
export const graded: GradedAnswer = grade('1/2', 'Answer: 0.5')
export const names: string[] = Object.keys(q)
USES
echo '{"type": "module"}' > package.json

passed=0
check() {
  echo "== $*"
  "$@" || { echo "$passed passed, 1 failed"; exit 1; }
  passed=$((passed + 1))
}
check node --input-type=module -e "
  import { readFileSync } from 'node:fs'
  const { exports } = JSON.parse(readFileSync('node_modules/backchannel-rl/package.json', 'utf8'))
  for (const name of Object.keys(exports)) {
    const found = Object.keys(await import(name.replace('.', 'backchannel-rl')))
    if (found.length === 0) throw new Error(name + ' exports nothing')
    console.log(name, found.length)
  }"
# The libraries, in a project that has this package and no other: they import nothing else.
mkdir -p bare/node_modules
cp -r node_modules/backchannel-rl bare/node_modules/
echo '{"type": "module"}' > bare/package.json
cat > bare/libraries.js <<'LIBRARIES'
import { grade } from 'backchannel-rl/grade'
import { createSession, fromPlain } from 'backchannel-rl/q'

const session = createSession({ files: new Map([['half.q', new TextEncoder().encode('half:{x%2}')]]) })
session.evaluate('t:([]sym:`a`b`a;price:1 2 4f)')
const { output, error, value } = session.evaluate('select last price by sym from t')
const loaded = session.evaluate('\\l half.q')
const half = session.apply(session.read('half'), [fromPlain(3)])
const failed = session.evaluate('t upsert (`c;"x")').error
const found = [
  output.split('\n')[2], error, session.plain(value), loaded.error, session.plain(half.value),
  failed.name, failed.text.split('\n').length, grade('1/2', 'The answer is 0.5').correct,
]
console.log(JSON.stringify(found))
LIBRARIES
library() {
  local found
  found=$(cd bare && node libraries.js) && echo "$found" &&
    [ "$found" = '["a  | 4    ",null,[[{"sym":"a"},{"price":4}],[{"sym":"b"},{"price":2}]],null,1.5,"type",4,true]' ]
}
check library
# As a project has it that installed no types of Node, and that checks the declarations too.
echo '{"compilerOptions": {"noEmit": true, "strict": true, "module": "nodenext", "target": "es2023",
  "lib": ["es2023", "dom"], "types": [], "skipLibCheck": false}, "files": ["uses.mts"]}' > tsconfig.json
mv node_modules/@types aside
check node_modules/typescript/bin/tsc -p .
mv aside node_modules/@types
check node_modules/backchannel-rl/bin/backchannel rollout --env phone-call-v2 --policy oracle \
  --count 3 --json
check node node_modules/backchannel-rl/bin/backchannel --version
# The server as a stranger starts it, in an empty folder below the project that has the package.
mkdir -p node_modules/.bin empty
ln -s ../backchannel-rl/bin/backchannel node_modules/.bin/backchannel
serves() {
  local server url='' status=0
  # npx keeps signals from what it runs, timeout hands them on to all.
  (cd empty && exec timeout 60 npx --no-install backchannel serve --port 0) >serve.log 2>&1 &
  server=$!
  for _ in $(seq 300); do
    url=$(sed -n 's/^listening on //p' serve.log)
    if [ -n "$url" ] || ! kill -0 "$server"; then break; fi
    sleep 0.1
  done
  cat serve.log
  curl --silent --show-error --fail "$url/healthz" &&
    curl --silent --show-error --fail "$url/" | grep --quiet '<title>' &&
    node_modules/.bin/backchannel rollout --url "$url" --env mock-v1 --policy oracle --json &&
    [ -s empty/var/backchannel.db ] || status=1
  kill "$server" && wait "$server" || true
  return "$status"
}
check serves
# An environment of one's own, as a stranger begins: written, checked, tested, played.
check node_modules/backchannel-rl/bin/backchannel new-environment lab/maze
world=(--environment ./lab/maze/environment.mjs --data ./lab/maze/data)
check node_modules/backchannel-rl/bin/backchannel conformance "${world[@]}" --search-episodes 1000
check node --test lab/maze/environment.test.mjs
check node_modules/backchannel-rl/bin/backchannel rollout "${world[@]}" --env maze-v1 \
  --policy maze-halving --count 3 --json
# The same as a package of its own, named by its name; and a world in Python.
mkdir -p node_modules/@lab
sed -i 's#"name": "maze"#"name": "@lab/maze"#' lab/maze/package.json
(cd lab/maze && npm pack --silent --pack-destination "$folder" >/dev/null)
tar -xzf lab-maze-*.tgz -C node_modules/@lab && mv node_modules/@lab/package node_modules/@lab/maze
check node_modules/backchannel-rl/bin/backchannel conformance --environment @lab/maze \
  --data node_modules/@lab/maze/data --search-episodes 0
cp "$root/test/python-worlds/cheating.py" .
echo 'environments: [{ python: { module: "cheating:Honest" } }]' > backchannel.config.yaml
check node_modules/backchannel-rl/bin/backchannel rollout --env honest-v1 --split train \
  --config backchannel.config.yaml --policy oracle --count 2 --json
echo "$passed passed, 0 failed"
