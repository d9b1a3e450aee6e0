#!/usr/bin/env bash
# Guards what the Python package does inside real trainers: runs the tests named by the arguments.
set -euo pipefail
cd "$(dirname "$0")/../.."
source test/python/trainers-environment.sh
npm run --silent build
cd src/train-bridge/python
HF_HUB_OFFLINE=1 "$environment/bin/python" -m pytest -W ignore "$@"
