#!/usr/bin/env bash
# Writes the versions that each extra of the Python package comes to today, for Python 3.12 on Linux.
set -euo pipefail
cd "$(dirname "$0")/../../src/train-bridge/python"

uv=$(command -v uv) || { echo 'install uv first: pip install uv'; exit 2; }
for extra in ray trl verl; do
  file=constraints/$extra.txt
  echo "# backchannel-rl[$extra] for Python 3.12 on Linux, x86-64; written by: npm run suite constraints" >"$file.part"
  "$uv" pip compile --quiet pyproject.toml --extra "$extra" --python-version 3.12 \
    --python-platform x86_64-manylinux_2_28 --no-annotate --no-header >>"$file.part"
  mv "$file.part" "$file"
  wc -l "$file"
done
