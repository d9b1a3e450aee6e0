#!/usr/bin/env bash
# Runs the unmodified clients of other protocols, in pinned versions, against the built server, and
# prints what works for which client in which environment.
set -euo pipefail
cd "$(dirname "$0")/../.."

. test/support/built-server.sh

npm run -s build
serve_built --port 0 || { cat "$work/server.log"; echo '0 passed, 1 failed'; exit 1; }
export BACKCHANNEL_URL=$url INSPECT_LOG_DIR=$work/inspect
lines=$work/lines.jsonl

# A check that could not be made counts as failed, and the others go on.
failed() {
  echo "{\"client\":\"$1\",\"env\":\"-\",\"what\":\"$2\",\"ok\":false,\"why\":\"did not run\"}" >>"$lines"
}

# Installs packages into a venv of their own and runs one file of clients in it.
clients() {
  local name=$1 && shift
  python3 -m venv "$work/$name"
  if "$work/$name/bin/pip" install --quiet --disable-pip-version-check "$@"; then
    (cd test/interop && timeout 900 "$work/$name/bin/python" "${name}_clients.py") |
      tee -a "$lines" || failed "$name" 'runs to its end'
  else
    failed "$name" 'is installed'
  fi
}

clients openenv openenv==0.10.0
for env in phone-call-v1 math-feedback-v1 q-code-v1 mock-v1; do
  ok=true
  "$work/openenv/bin/openenv" validate "$url/openenv/$env" || ok=false
  echo "{\"client\":\"openenv validate\",\"env\":\"$env\",\"what\":\"all checks\",\"ok\":$ok}" >>"$lines"
done
clients ors openreward==0.1.167
clients verifiers verifiers==0.3.1 openenv==0.10.0
clients mcp mcp==1.30.0
clients gymnasium gymnasium==1.4.0 ./src/train-bridge/python
clients inspect inspect-ai==0.3.285 ./src/train-bridge/python
# The blocks of the page for users, each where its client is installed.
blocks() {
  (cd test/interop && "$work/$1/bin/python" page.py "${@:2}") |
    tee -a "$lines" || failed 'from your trainer' "$1"
}
blocks openenv OpenEnv
blocks mcp MCP
blocks ors 'Open Reward Standard'
blocks gymnasium Gymnasium 'Any loop of your own'
blocks inspect Inspect
npm install --silent --no-audit --no-fund --prefix "$work" @modelcontextprotocol/client@2.4.0
node test/interop/mcp_client.mjs "$work" |
  tee -a "$lines" || failed 'mcp (TypeScript)' 'runs to its end'

# The other way: a game on OpenEnv's own server, played through this one.
upstream_port=$((20000 + RANDOM % 10000))
"$work/openenv/bin/python" test/interop/gateway_upstream.py "$upstream_port" &
export UPSTREAM_PID=$!
for _ in $(seq 300); do
  curl --silent --fail "http://127.0.0.1:$upstream_port/health" >/dev/null && break
  sleep 0.1
done
echo "environments: [{openenv: {id: game-v1, url: 'http://127.0.0.1:$upstream_port'}}]" >"$work/gateway.yaml"
kill "$server"
wait "$server" || true
serve_built --port 0 --config "$work/gateway.yaml"
export BACKCHANNEL_URL=$url
(cd test/interop && "$work/openenv/bin/python" gateway_clients.py) |
  tee -a "$lines" || failed gateway 'runs to its end'
kill "$UPSTREAM_PID" 2>/dev/null || true
python3 test/interop/table.py "$lines"
