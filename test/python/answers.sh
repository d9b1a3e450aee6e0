#!/usr/bin/env bash
# Reckons so many generated answers again (2,000 unless told) in Python with sympy, by formulas that
# share nothing with the generators, and fails on a difference.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install "sympy==1.14.0"
npx tsx test/python/answers/write-drafts.ts "${1:-2000}" >"$work/drafts.jsonl"
"$work/venv/bin/python" test/python/answers/recompute.py <"$work/drafts.jsonl"
