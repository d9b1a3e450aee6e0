#!/usr/bin/env bash
# Guards that raw text is read as the models' own templates write it, and as vLLM's parsers read it.
# BACKCHANNEL_VLLM names a folder that has vLLM already, BACKCHANNEL_LLAMA_CPP_TEMPLATES one that has
# the chat templates of llama.cpp.
set -euo pipefail
cd "$(dirname "$0")/../.."

environment=${BACKCHANNEL_TRAINERS_VENV:-$PWD/var/trainers}
vllm=${BACKCHANNEL_VLLM:-$PWD/var/vllm}
templates=${BACKCHANNEL_LLAMA_CPP_TEMPLATES:-$PWD/var/llama-cpp-templates}
source test/python/trainers-environment.sh
if [ ! -d "$templates" ]; then
  # Its source package holds llama.cpp, whose templates the built one leaves out.
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  python3 -m pip --quiet --disable-pip-version-check download --no-deps \
    --no-binary llama-cpp-python --dest "$work" "llama-cpp-python==0.3.36"
  mkdir -p "$work/templates"
  tar -xzf "$work"/llama_cpp_python-*.tar.gz -C "$work/templates" --strip-components=5 \
    --wildcards '*/vendor/llama.cpp/models/templates/Kimi-*.jinja'
  mkdir -p "$(dirname "$templates")"
  mv "$work/templates" "$templates"
fi
export BACKCHANNEL_LLAMA_CPP_TEMPLATES=$templates
if [ ! -d "$vllm" ]; then
  uv="$environment/bin/uv"
  "$uv" pip install --quiet --python "$environment/bin/python" \
    -r src/train-bridge/python/tests/trainers/vllm-parsers.txt
  "$uv" pip install --quiet --python "$environment/bin/python" --target "$vllm" --no-deps vllm
fi
bash test/python/trainers.sh tests/trainers/test_dialects.py tests/trainers/test_renderers.py \
  tests/trainers/test_ends.py tests/trainers/test_splicing.py tests/trainers/test_encoding.py
PYTHONPATH=$vllm bash test/python/trainers.sh tests/trainers/test_vllm_parsers.py
