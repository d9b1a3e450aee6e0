#!/usr/bin/env bash
# Runs a piece with what it needs: the built server, torch and transformers (some gigabytes) and
# websockets, in a Python environment of their own. BACKCHANNEL_TRAINERS_VENV names an existing one.
set -euo pipefail
cd "$(dirname "$0")/../.."
environment=${BACKCHANNEL_TRAINERS_VENV:-$PWD/var/pretrained/python}
if [ ! -x "$environment/bin/python" ]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check \
    torch==2.15.0 transformers==5.24.0 peft==0.21.2 accelerate==1.15.0 gguf==0.19.0 'websockets>=15'
fi
[ -f dist/program/main.js ] || npm run --silent build
export PYTHONPATH=$PWD/src/train-bridge/python:$PWD/experiments/language-model
export PYTHONDONTWRITEBYTECODE=1 TOKENIZERS_PARALLELISM=false HF_HUB_OFFLINE=1
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} OMP_WAIT_POLICY=PASSIVE
exec "$environment/bin/python" experiments/pretrained/pieces.py "$@"
