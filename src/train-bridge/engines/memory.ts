import type { z } from 'zod'
import { isReinforcement, type modelShape, type RunConfig } from './config.ts'
import { MODEL_SHAPES } from './tables/model-shapes.ts'

/** The sizes of a model that determine its memory. */
export type ModelShape = z.infer<typeof modelShape>

/** A part of a GPU's memory: its purpose, its size in GiB, and the calculation. */
interface MemoryPart {
  readonly what: string
  readonly gib: number
  readonly formula: string
}

/** Peak memory of one GPU in each phase. An estimate, not a measurement. */
export interface MemoryEstimate {
  readonly training: readonly MemoryPart[]
  readonly rollout: readonly MemoryPart[]
  readonly trainingGib: number
  readonly rolloutGib: number
  readonly gpuGib: number
  readonly fits: boolean
}

const GIB = 2 ** 30

/** The sizes of a configured model; undefined if neither file nor table has them. */
function findShape({ model, model_shape: configured }: RunConfig): ModelShape | undefined {
  if (configured !== undefined) return configured
  const name = (model.split('/').at(-1) ?? '').toLowerCase()
  const keys = Object.keys(MODEL_SHAPES).filter((key) => name.startsWith(key))
  return MODEL_SHAPES[keys.sort((one, other) => other.length - one.length)[0] ?? '']
}

/** Number of trained parameters: all, or those of adapters on every linear layer. */
function trainedParameters({ lora }: RunConfig, shape: ModelShape): number {
  const total = shape.parameters_billion * 1e9
  if (lora === undefined) return total
  const queriesAndOutput = 2 * 2 * shape.hidden
  const keysAndValues = 2 * (shape.hidden + shape.key_value_width)
  // The feed-forward part is about 3.5 times as wide as the model.
  const feedForward = 3 * 4.5 * shape.hidden
  return Math.round(shape.layers * lora.rank * (queriesAndOutput + keysAndValues + feedForward))
}

/** Estimates the memory of one GPU; undefined if the model's sizes are unknown. */
export function estimateMemory(config: RunConfig): MemoryEstimate | undefined {
  const shape = findShape(config)
  const { hardware } = config
  if (shape === undefined || hardware.cpu) return undefined
  const training = trainingParts(config, shape)
  const rollout = isReinforcement(config.method) ? rolloutParts(config, shape) : []
  const trainingGib = sum(training)
  const rolloutGib = sum(rollout)
  const gpuGib = hardware.gpu_memory_gib
  // The rest is for fragmentation and the libraries' own buffers.
  const fits = Math.max(trainingGib, rolloutGib) <= 0.9 * gpuGib
  return { training, rollout, trainingGib, rolloutGib, gpuGib, fits }
}

const sum = (parts: readonly MemoryPart[]): number => parts.reduce((all, { gib }) => all + gib, 0)

const part = (what: string, bytes: number, formula: string): MemoryPart => ({
  what,
  gib: bytes / GIB,
  formula,
})

/** Number of GPUs that share the trained weights. */
function shards({ engine, hardware: { nodes, gpus_per_node: gpus, ...rest } }: RunConfig): number {
  const trainingGpus = Math.max(1, nodes * gpus - rest.generation_gpus)
  if (engine === 'verl') return trainingGpus
  return ['zero3', 'fsdp2'].includes(rest.accelerate ?? '') ? trainingGpus : 1
}

function trainingParts(config: RunConfig, shape: ModelShape): MemoryPart[] {
  const { hardware, lora, engine } = config
  const gpuCount = shards(config)
  const weights = shape.parameters_billion * 1e9
  const trainedCount = trainedParameters(config, shape)
  const isOffloaded = engine === 'verl' && hardware.offload && isReinforcement(config.method)
  const tokens = tokensAtOnce(config)
  const base = `2 B x ${billions(weights)} / ${gpuCount} GPUs`
  const states = lora === undefined ? 12 : 16
  const bytesPerParameter = isOffloaded ? 4 : states
  return [
    part('weights', (2 * weights) / gpuCount, base),
    part(
      isOffloaded ? 'gradients (optimizer in host memory)' : 'gradients and optimizer',
      (bytesPerParameter * trainedCount) / gpuCount,
      `${bytesPerParameter} B x ${billions(trainedCount)} learned / ${gpuCount} GPUs`,
    ),
    part('one layer, gathered', (2 * weights) / shape.layers, `2 B x weights / ${shape.layers}`),
    part(
      'kept activations',
      2 * tokens * shape.hidden * shape.layers,
      `2 B x ${tokens} tokens x ${shape.hidden} x ${shape.layers} layers`,
    ),
    part(
      'one layer, recomputed',
      34 * tokens * shape.hidden,
      `34 B x ${tokens} tokens x ${shape.hidden}`,
    ),
    part(
      'logits',
      6 * Math.min(tokens, LOGITS_TOKENS) * shape.vocabulary,
      `6 B x ${Math.min(tokens, LOGITS_TOKENS)} tokens at once x ${shape.vocabulary}`,
    ),
  ]
}

/** Logits are computed in chunks of this many tokens. */
const LOGITS_TOKENS = 2_048

function tokensAtOnce({ engine, hardware, training, data }: RunConfig): number {
  const longest = data.prompt_tokens_max + data.response_tokens_max
  if (engine === 'trl') return training.batch * longest
  return Math.ceil(hardware.tokens_per_gpu / hardware.sequence_parallel)
}

function rolloutParts(config: RunConfig, shape: ModelShape): MemoryPart[] {
  const { hardware, data } = config
  const weights = shape.parameters_billion * 1e9
  const context = hardware.context_tokens_max ?? data.prompt_tokens_max + data.response_tokens_max
  const reserved = hardware.gpu_memory_gib * hardware.rollout_memory_share * GIB
  const ownWeights = (2 * weights) / hardware.tensor_parallel
  const wantedGib =
    (4 * shape.layers * shape.key_value_width * hardware.rollout_sequences * context) /
    hardware.tensor_parallel
  const cache = Math.max(0, Math.min(wantedGib, reserved - ownWeights))
  return [
    part('weights', ownWeights, `2 B x ${billions(weights)} / ${hardware.tensor_parallel} GPUs`),
    part(
      'cache of keys and values',
      cache,
      `at most 4 B x ${shape.layers} layers x ${shape.key_value_width} x ` +
        `${hardware.rollout_sequences} sequences x ${context} tokens / ` +
        `${hardware.tensor_parallel}, within ${hardware.rollout_memory_share} of the GPU`,
    ),
  ]
}

const billions = (count: number): string =>
  count >= 1e9 ? `${(count / 1e9).toFixed(2)}e9` : `${(count / 1e6).toFixed(1)}e6`

/** The estimate as lines of text. */
export function memoryLines(estimate: MemoryEstimate | undefined): readonly string[] {
  if (estimate === undefined) return ['not estimated: set model_shape, or hardware.cpu is true']
  const { trainingGib, rolloutGib, gpuGib, fits } = estimate
  const phase = (name: string, total: number, parts: readonly MemoryPart[]): string[] =>
    parts.length === 0
      ? []
      : [
          `${name}: ${total.toFixed(1)} GiB of ${gpuGib}`,
          ...parts.map(({ what, gib, formula }) => `  ${gib.toFixed(2)} GiB ${what} = ${formula}`),
        ]
  return [
    ...phase('training', trainingGib, estimate.training),
    ...phase('rollouts', rolloutGib, estimate.rollout),
    fits
      ? 'It should fit; this is an estimate, not a measurement.'
      : 'It is likely NOT to fit: lower hardware.tokens_per_gpu or training.batch, or add GPUs.',
  ]
}
