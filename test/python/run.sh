#!/usr/bin/env bash
# Guards the README's example, run as written with no package but websockets against the built
# server (on another port than 8000 only where that one is taken), and the Python package: its types,
# its style, its tests.
set -euo pipefail
cd "$(dirname "$0")/../.."

. test/support/built-server.sh

fail() {
  echo "$1"
  echo '0 passed, 1 failed'
  exit 1
}

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check websockets
serve_built --port 8000 || serve_built --port 0 || fail "the server did not start: $(cat "$work/server.log")"

awk '/^```python$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md >"$work/episode.py"
sed -i "s|127\.0\.0\.1:8000|${url#http://}|" "$work/episode.py"
echo "playing against $url"
"$work/venv/bin/python" -W error "$work/episode.py" | tee "$work/output" || fail 'the example failed'
grep -q '^reward .*success 0$' "$work/output" || fail 'the first attempt should fail'
grep -q '^reward .*success 1$' "$work/output" || fail 'the second attempt should succeed'

# Of fixed versions: a newer one may want other formatting.
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  'pytest==9.2.0' 'mypy==2.4.1' 'ruff==0.17.6' 'orjson==3.13.0' 'pyyaml==6.0.3' \
  'skyrl-gym==0.4.0'
cd src/train-bridge/python
"$work/venv/bin/ruff" format --check --quiet . || fail 'ruff format wants changes'
"$work/venv/bin/ruff" check --quiet . || fail 'ruff found something'
"$work/venv/bin/mypy" --cache-dir "$work/mypy" backchannel || fail 'mypy found something'
BACKCHANNEL_URL= "$work/venv/bin/python" -m pytest -p no:cacheprovider | tee "$work/pytest"
count=$(grep -oE '^[0-9]+ passed' "$work/pytest" | grep -oE '[0-9]+')
echo "$((count + 1)) passed, 0 failed"
