#!/usr/bin/env bash
# Runs the experiment with what it needs: the built server, torch (some gigabytes) and websockets,
# in a Python environment of their own. BACKCHANNEL_TRAINERS_VENV names an existing one.
set -euo pipefail
cd "$(dirname "$0")/../.."
environment=${BACKCHANNEL_TRAINERS_VENV:-$PWD/var/language-model/python}
if [ ! -x "$environment/bin/python" ]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check torch numpy 'websockets>=15'
fi
[ -f dist/program/main.js ] || npm run --silent build
# Threads that spin while they wait would take from other runs.
export OMP_NUM_THREADS=1 OMP_WAIT_POLICY=PASSIVE
# Keys and values are large and short-lived: memory that is given back to the system between them
# costs a seventh of the CPU time.
export MALLOC_MMAP_THRESHOLD_=4294967296 MALLOC_TRIM_THRESHOLD_=8589934592
export MALLOC_TOP_PAD_=268435456
export PYTHONPATH=$PWD/src/train-bridge/python PYTHONDONTWRITEBYTECODE=1
exec "$environment/bin/python" experiments/language-model/run.py "$@"
