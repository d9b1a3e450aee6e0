#!/usr/bin/env bash
# Guards that servers can be restarted one after the other under real trainers.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source test/python/trainers-environment.sh
npm run --silent build
npx tsx test/postgres/rolling/run.ts --python "$environment/bin/python" "$@"
