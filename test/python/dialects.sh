#!/usr/bin/env bash
# Guards that raw text is read as the models' own templates write it, and as vLLM's parsers read it.
# BACKCHANNEL_VLLM names a folder that has vLLM already.
set -euo pipefail
cd "$(dirname "$0")/../.."

environment=${BACKCHANNEL_TRAINERS_VENV:-$PWD/var/trainers}
vllm=${BACKCHANNEL_VLLM:-$PWD/var/vllm}
bash test/python/trainers.sh tests/trainers/test_dialects.py
if [ ! -d "$vllm" ]; then
  uv="$environment/bin/uv"
  "$uv" pip install --quiet --python "$environment/bin/python" \
    -r src/train-bridge/python/tests/trainers/vllm-parsers.txt
  "$uv" pip install --quiet --python "$environment/bin/python" --target "$vllm" --no-deps vllm
fi
PYTHONPATH=$vllm bash test/python/trainers.sh tests/trainers/test_vllm_parsers.py
