#!/usr/bin/env bash
# Measures OpenEnv's own client on its stock echo server and on mock-v1 here, in turn, and many
# sessions at once. OPENENV_SOURCE names a checkout of the OpenEnv repository; left out, the one of
# the tests is fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
. test/support/built-server.sh
. test/interop/sources.sh

npm run -s build
python3 -m venv "$work/openenv"
"$work/openenv/bin/pip" install --quiet --disable-pip-version-check openenv==0.10.0
openenv_source
WORK=$work "$work/openenv/bin/python" bench/python/openenv_sessions.py "$@"
