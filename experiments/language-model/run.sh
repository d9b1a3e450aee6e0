#!/usr/bin/env bash
# Runs the experiment with what it needs: the built server, torch (some gigabytes) and websockets,
# in a Python environment of their own (BACKCHANNEL_TRAINERS_VENV names one that is there).
set -euo pipefail
cd "$(dirname "$0")/../.."
environment=${BACKCHANNEL_TRAINERS_VENV:-$PWD/var/language-model/python}
if [ ! -x "$environment/bin/python" ]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check torch numpy 'websockets>=15'
fi
if [[ " $* " == *" --trl "* ]] && ! "$environment/bin/python" -c 'import trl' 2>/dev/null; then
  wanted=$(grep -E '^(trl|transformers|jmespath)' src/train-bridge/python/tests/trainers/requirements.txt)
  "$environment/bin/pip" install --quiet --disable-pip-version-check $wanted
fi
[ -f dist/program/main.js ] || npm run --silent build
# Runs go side by side, one thread each; threads that spin while they wait would take from others.
export OMP_NUM_THREADS=1 OMP_WAIT_POLICY=PASSIVE
export PYTHONPATH=$PWD/src/train-bridge/python PYTHONDONTWRITEBYTECODE=1
exec "$environment/bin/python" experiments/language-model/run.py "$@"
