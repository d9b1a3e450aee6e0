#!/usr/bin/env bash
# Guards that the Python package installs from nothing: its wheel by pip and by uv, into an empty
# environment, where it plays an episode; that its extras resolve to what constraints/ holds; that
# building leaves nothing in the checkout.
set -euo pipefail
cd "$(dirname "$0")/../.."

. test/support/built-server.sh
package=$PWD/src/train-bridge/python
passed=0
check() {
  echo "== $*"
  "$@" || { echo "$passed passed, 1 failed"; exit 1; }
  passed=$((passed + 1))
}
left_in_checkout() { git status --porcelain --ignored -- "$package" | grep -v -e __pycache__ -e _cache/ || true; }
builds_into_nothing() {
  local before
  before=$(left_in_checkout)
  "$uv" build --quiet --wheel --out-dir "$work/wheels" "$package"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$package"
  [ "$before" = "$(left_in_checkout)" ]
}
plays() {
  "$1/bin/python" - "$url" <<'PLAY'
import sys
from backchannel import connect

with connect(sys.argv[1]) as client:
    episode = client.open("mock-v1", split="train", index=0)
    print(episode.use("read_code", milliseconds=0).messages[0]["content"])
    episode.close()
PLAY
}
resolves() {
  "$uv" pip install --dry-run --quiet --python-version 3.12 --target "$work/target" \
    --python-platform x86_64-manylinux_2_28 \
    "backchannel-rl[$1] @ file://$wheel" -c "$package/constraints/$1.txt"
}

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check uv
uv=$work/venv/bin/uv
check builds_into_nothing
wheel=$(ls "$work"/wheels/backchannel_rl-*.whl)
python3 -m venv "$work/by-pip"
check "$work/by-pip/bin/pip" install --quiet --disable-pip-version-check "$wheel"
check "$uv" venv --quiet "$work/by-uv"
check "$uv" pip install --quiet --python "$work/by-uv/bin/python" "$wheel"
serve_built --port 0
check plays "$work/by-pip"
check plays "$work/by-uv"
for extra in ray trl verl; do check resolves "$extra"; done
echo "$passed passed, 0 failed"
