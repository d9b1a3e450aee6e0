#!/usr/bin/env bash
# Trains a small model of random weights on a GPU for two updates, by verl and by TRL, each with vLLM,
# end to end: `npm run suite gpu`. BACKCHANNEL_VERL_PYTHON and BACKCHANNEL_TRL_PYTHON name the Pythons
# of the two environments. Without a GPU it says so, and passes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! nvidia-smi -L 2>/dev/null | grep -q '^GPU '; then
  echo 'there is no GPU here: nothing was trained, and nothing is known'
  echo '0 passed, 0 failed'
  exit 0
fi
. test/support/built-server.sh
verl=${BACKCHANNEL_VERL_PYTHON:?names the Python that has verl and vLLM}
trl=${BACKCHANNEL_TRL_PYTHON:?names the Python that has TRL and vLLM}
serve_built --port 0
backchannel=(node bin/backchannel)
tests=src/train-bridge/python/tests/trainers
PYTHONPATH=$tests "$trl" -c "
import sys, tiny
tokens = tiny.tokenizer()
tiny.model(tokens).save_pretrained(sys.argv[1])
tokens.save_pretrained(sys.argv[1])" "$work/model"
for split in train val; do
  "${backchannel[@]}" export --format rl --env mock-v1 --split "$split" --count 8 \
    --output "$work/$split.parquet"
  "${backchannel[@]}" export --format prompts --env mock-v1 --split "$split" --count 8 \
    --output "$work/$split.jsonl"
done

passed=0 failed=0
# engine, method, python, ending of the data, further settings
train() {
  cat >"$work/$1.yaml" <<RUN
engine: $1
method: $2
run: gpu-$1
model: $work/model
model_shape: { parameters_billion: 0.001, layers: 2, hidden: 32, vocabulary: 4100, key_value_width: 16 }
server: { url: "$url" }
environment: { id: mock-v1 }
data: { train: $work/train.$4, prompt_tokens_max: 1024, response_tokens_max: 256 }
training: { batch: 4, group_size: 4, steps: 2, evaluate_every: 0, save_every: 2 }
hardware: { gpus_per_node: 1, attention: sdpa, rollout_memory_share: 0.3 }
launch: { python: $3, disk_gib_min: 1 }
output: $work/out-$1
$5
RUN
  if "${backchannel[@]}" train --config "$work/$1.yaml" --runs "$work/runs" &&
    "${backchannel[@]}" runs show "gpu-$1" --runs "$work/runs"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}
train verl grpo "$verl" parquet ''
train trl grpo "$trl" jsonl \
  'options: { use_vllm: true, vllm_mode: colocate, vllm_gpu_memory_utilization: 0.3 }'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
