#!/usr/bin/env bash
# Guards what the Python package does inside real trainers: installs verl and TRL from the package
# index (some gigabytes, kept under var/trainers) and runs the tests named by the arguments.
set -euo pipefail
# Trainers import some ten thousand files: compiled once, a start takes seconds, not half a minute.
unset PYTHONDONTWRITEBYTECODE
cd "$(dirname "$0")/../.."

environment=${BACKCHANNEL_TRAINERS_VENV:-$PWD/var/trainers}
if [ ! -x "$environment/bin/python" ]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check uv
fi
if [ -z "${BACKCHANNEL_TRAINERS_VENV:-}" ]; then
  "$environment/bin/uv" pip install --quiet --compile-bytecode \
    --python "$environment/bin/python" -r src/train-bridge/python/tests/trainers/requirements.txt
fi
npm run --silent build
cd src/train-bridge/python
HF_HUB_OFFLINE=1 "$environment/bin/python" -m pytest -W ignore "$@"
