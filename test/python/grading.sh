#!/usr/bin/env bash
# Compares the verdicts of the built grader with those of the public package math-verify, over the
# cases that come with its source, and fails on a difference that test/python/grading/judged.json does
# not tell who is right in.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=0.9.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
pip=("$work/venv/bin/pip" --quiet --disable-pip-version-check)
"${pip[@]}" install "math-verify==$version"
"${pip[@]}" download --no-deps --no-binary :all: --dest "$work" "math-verify==$version"
tar -xzf "$work/math_verify-$version.tar.gz" -C "$work"

"$work/venv/bin/python" test/python/grading/second_opinion.py \
  "$work/math_verify-$version/tests" node bin/backchannel grade --jsonl --prose
