#!/usr/bin/env bash
# Guards that openapi.yaml tells the whole truth: schemathesis, which knows nothing but that file, finds
# no answer of the built server that it does not describe and no valid request that is refused.
# SECONDS_MAX=120 gives each of its two runs more time, SEED another course.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONPATH="$PWD/test/openapi" PYTHONDONTWRITEBYTECODE=1 SCHEMATHESIS_HOOKS=stated

. test/support/built-server.sh

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check 'schemathesis>=4.32,<5'

python3 test/openapi/model.py >"$work/model.part" &
model=$!
trap 'kill "$model" 2>/dev/null || true; finish' EXIT
for _ in $(seq 100); do
  [ -s "$work/model.part" ] && break
  sleep 0.1
done
mv "$work/model.part" "$work/model"

token=openapi-admin-token-0123456789
cat >"$work/config.yaml" <<CONFIG
tokens:
  - {principal: admin, role: admin, token: $token}
profiles:
  policy:
    base_urls: ["$(cat "$work/model")"]
    model: small
    gateway: {calls_max: 100000, tokens_max: 1000000000, concurrency_per_key: 64}
CONFIG
serve_built --config "$work/config.yaml" --port 0 || { cat "$work/server.log"; exit 1; }

# An episode in a group, so that some requests get past "no such episode".
group='{"run": "r", "id": "g", "index": 0, "size": 1, "mode": "feedback", "generation": "one"}'
opened=$(curl --silent --fail "$url/v1/episodes" -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' \
  -d "{\"env\": \"mock-v1\", \"split\": \"train\", \"index\": 1, \"group\": $group}")
episode=$(grep -oE 'ep_[0-9a-f]{32}' <<<"$opened" | head -n 1)

# Another one, whose agent program asks a model.
key=$(curl --silent --fail "$url/v1/episodes" -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' -d '{"env": "mock-v1", "split": "train", "index": 2,
    "gateway": {"profile": "policy", "tools": "mcp"}}' | grep -oE 'ck_[0-9a-f]{32}_[A-Za-z0-9_-]+' |
  head -n 1)

passed=0
failed=0
# A call over a known episode, environment and group, and one over whatever the schema allows.
for course in known any; do
  {
    echo 'color = false'
    if [ "$course" = known ]; then
      echo '[parameters]'
      echo 'env = "mock-v1"'
      echo 'split = "train"'
      echo 'task = "train-000001"'
      echo "episode_id = \"$episode\""
      echo 'run = "r"'
      echo 'id = "g"'
      echo 'model = "small"'
    fi
    # Programs ask under the key of their episode. What a message may be is up to its format.
    echo '[[operations]]'
    echo 'include-path-regex = "^/v1/gateway/"'
    echo "headers = { Authorization = \"Bearer $key\" }"
    echo 'checks.positive_data_acceptance.enabled = false'
    # Whether a seed or settings are of use is up to the environment, and which profiles there are
    # up to the configuration; without an upgrade a WebSocket can only be refused.
    for operation in 'GET /v1/ws' 'POST /v1/episodes' 'POST /v1/episodes/{episode_id}/fork' \
      'POST /v1/weights'; do
      echo '[[operations]]'
      echo "include-name = \"$operation\""
      echo 'checks.positive_data_acceptance.enabled = false'
    done
  } >"$work/$course.toml"
  # It leaves notes where it runs.
  if cd "$work" && venv/bin/schemathesis --config-file "$course.toml" run "$url/openapi.yaml" \
    --header "Authorization: Bearer $token" --phases examples,coverage,fuzzing \
    --generation-database none --seed "${SEED:-1}" --max-time "${SECONDS_MAX:-60}" \
    --continue-on-failure --warnings off; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
done
kill -0 "$server" || failed=$((failed + 1))
if grep -q 'internal error' "$work/server.log"; then
  cat "$work/server.log"
  failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
