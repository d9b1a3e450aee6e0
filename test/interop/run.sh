#!/usr/bin/env bash
# Runs the unmodified clients of other protocols, in pinned versions, against the built server, plays
# environments of others through it, and prints what works for which client in which environment.
# With --write the table goes into test/interop/results.md. Some gigabytes are installed, by uv
# where there is one; OPENENV_SOURCE and TRL_SOURCE name checkouts to use in the place of GitHub.
set -euo pipefail
cd "$(dirname "$0")/../.."

. test/support/built-server.sh
. test/interop/sources.sh

npm run -s build
serve_built --port 0 || { cat "$work/server.log"; echo '0 passed, 1 failed'; exit 1; }
export BACKCHANNEL_URL=$url INSPECT_LOG_DIR=$work/inspect WORK=$work
lines=$work/lines.jsonl

# A check that could not be made counts as failed, and the others go on.
failed() {
  echo "{\"client\":\"$1\",\"env\":\"-\",\"what\":\"$2\",\"ok\":false,\"why\":\"did not run\"}" >>"$lines"
}

# Makes a venv of its own with packages in it. Checkouts of sources may have the same names.
venvs=$work/venvs
installed() {
  local venv=$venvs/$1 && shift
  if command -v uv >/dev/null; then
    uv venv --quiet "$venv" && uv pip install --quiet --python "$venv/bin/python" "$@"
  else
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check "$@"
  fi
}

# Runs one file of clients in such a venv.
runs() {
  (cd test/interop && timeout 1800 "$venvs/$1/bin/python" "$2") |
    tee -a "$lines" || failed "$1" "$2 runs to its end"
}

# Installs packages and runs the file of clients that has their name.
clients() {
  if installed "$@"; then runs "$1" "$1_clients.py"; else failed "$1" 'is installed'; fi
}

clients openenv openenv==0.10.0
for env in phone-call-v2 math-feedback-v1 q-code-v1 mock-v1; do
  ok=true
  "$venvs/openenv/bin/openenv" validate "$url/openenv/$env" || ok=false
  echo "{\"client\":\"openenv validate\",\"env\":\"$env\",\"what\":\"all checks\",\"ok\":$ok}" >>"$lines"
done
runs openenv openenv_graders.py
clients openenv_core openenv-core==0.3.0
clients ors openreward==0.1.167
# The openenv that its own resolution gives: a newer one wants another mcp.
clients verifiers verifiers==0.4.0 openenv==0.4.1
clients mcp mcp==1.30.0
if installed mcp2 mcp==2.3.0; then runs mcp2 mcp_clients.py; else failed mcp2 'is installed'; fi
clients agent 'pydantic-ai-slim[mcp]==2.68.0'
clients openai openai==2.54.0 ./src/train-bridge/python
clients gymnasium gymnasium==1.4.0 httpx ./src/train-bridge/python
clients inspect inspect-ai==0.3.285 ./src/train-bridge/python
# The blocks of the page for users, each where its client is installed.
blocks() {
  (cd test/interop && "$venvs/$1/bin/python" page.py "${@:2}") |
    tee -a "$lines" || failed 'from your trainer' "$1"
}
blocks openenv OpenEnv
blocks openenv_core 'OpenEnv:OpenEnv, by openenv-core'
blocks mcp MCP
blocks mcp2 'MCP:MCP, by mcp 2'
blocks ors 'Open Reward Standard'
blocks gymnasium Gymnasium 'Your own loop'
blocks inspect Inspect
runs gymnasium gymnasium_worlds.py

# What trains and plays by sources that no package index has.
openenv_source || failed 'OpenEnv repository' 'is fetched'
trl_source || failed 'TRL repository' 'is fetched'
clients worlds openenv==0.10.0 reasoning-gym==0.1.25 textarena==0.7.4 smolagents==1.26.0 \
  chess==1.11.2 moonfish==0.0.1 gradio==6.31.0 numpy==2.4.6 nltk==3.10.4 gymnasium==1.4.0
if command -v uv >/dev/null; then old=(uv pip); else old=(python3 -m pip --quiet); fi
"${old[@]}" install --target "$work/openenv-0.2" --no-deps openenv-core==0.2.1 >"$work/old.log" 2>&1 ||
  failed 'openenv-core 0.2.1' 'is installed'
clients trl trl==1.16.0 torch==2.15.0 transformers==5.10.4 openenv==0.10.0 \
  openreward==0.1.167 jmespath rich requests ./src/train-bridge/python

npm install --silent --no-audit --no-fund --prefix "$work" @modelcontextprotocol/client@2.4.0 \
  openai@6.49.0
node test/interop/mcp_client.mjs "$work" |
  tee -a "$lines" || failed 'mcp (TypeScript)' 'runs to its end'
node test/interop/openai_client.mjs "$work" |
  tee -a "$lines" || failed 'openai (TypeScript)' 'runs to its end'

# The official inspector, which runs on newer Nodes than the server has to.
npm install --silent --no-audit --no-fund --force --prefix "$work/inspector" \
  node@24 @modelcontextprotocol/inspector@2.12.0
inspects() {
  local env=$1 what=$2 ok=true found
  shift 2
  found=$(timeout 60 "$work/inspector/node_modules/.bin/node" \
    "$(readlink -f "$work/inspector/node_modules/.bin/mcp-inspector")" --cli "$@") || ok=false
  grep --quiet episode_id <<<"$found" || ok=false
  echo "{\"client\":\"mcp inspector\",\"env\":\"$env\",\"what\":\"$what\",\"ok\":$ok}" >>"$lines"
}
for env in phone-call-v2 math-feedback-v1 q-code-v1 mock-v1; do
  inspects "$env" 'opens an episode' "$url/mcp/$env" --transport http --method tools/call \
    --tool-name open_episode --tool-arg index=1
  inspects "$env" 'lists tools over pipes' node bin/backchannel mcp --env "$env" --db :memory: \
    --method tools/list
done

# The other way: a game on OpenEnv's own server, played through this one.
upstream_port=$((20000 + RANDOM % 10000))
"$venvs/openenv/bin/python" test/interop/gateway_upstream.py "$upstream_port" &
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
(cd test/interop && "$venvs/openenv/bin/python" gateway_clients.py) |
  tee -a "$lines" || failed gateway 'runs to its end'
kill "$UPSTREAM_PID" 2>/dev/null || true
python3 test/interop/table.py "$lines" "$@"
