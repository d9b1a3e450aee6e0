#!/usr/bin/env bash
# Guards that unmodified clients and agent frameworks, in pinned versions, ask a model through the
# gateway of the built server: plain answers, tools and streams, each call with its token ids.
set -euo pipefail
cd "$(dirname "$0")/../../.."

. test/support/built-server.sh
here=$PWD/test/gateway/clients

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
mkdir "$work/node"
cp "$here/clients.mjs" "$work/node"
npm install --silent --no-fund --no-audit --prefix "$work/node" \
  openai@6.49.0 @anthropic-ai/sdk@1.14.0 ai@6.0.325 @ai-sdk/openai@3.0.141 @ai-sdk/anthropic@3.0.140

PYTHONPATH=src/train-bridge/python/tests "$work/venv/bin/python" "$here/upstream.py" "$work/config.json" &
upstream=$!
trap 'kill "$upstream" 2>/dev/null || true; finish' EXIT
for _ in $(seq 100); do
  [ -s "$work/config.json" ] && break
  sleep 0.1
done
serve_built --port 0 --config "$work/config.json" || { cat "$work/server.log"; echo '0 passed, 1 failed'; exit 1; }

# A file, because some libraries print their own warnings.
lines=$work/lines.jsonl
export BACKCHANNEL_URL=$url
timeout 600 "$work/venv/bin/python" "$here/clients.py" "$lines" ||
  echo '{"client":"python","what":"runs to its end","ok":false}' >>"$lines"
timeout 600 node "$work/node/clients.mjs" "$lines" ||
  echo '{"client":"node","what":"runs to its end","ok":false}' >>"$lines"
python3 "$here/report.py" "$lines"
