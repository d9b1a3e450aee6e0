import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { FEEDBACK_SHAPE } from '../../../env/group.ts'
import type { Learner } from '../../../env/learner/learner.ts'
import { findEnvironment } from '../../../env/registry.ts'
import { Adam } from '../learning/adam.ts'
import { BASELINES } from '../learning/baseline.ts'
import { SIGNALS } from '../learning/groups.ts'
import { LOSS_NAMES } from '../learning/losses.ts'
import { CLEAN_WEIGHTS } from '../learning/surrogate.ts'
import { TRAIN_PROMPTS } from '../learning/update.ts'
import { ARCHITECTURES, LocalPolicy } from '../policy/policy.ts'
import type { TrainOptions } from './options.ts'
import { FIRST_STATE, type TrainState } from './trainer.ts'

/** A file that is not a checkpoint, or has the layout of another build. */
export class CheckpointError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CheckpointError'
  }
}

/** Everything that a run needs to continue as if it had never stopped. */
export interface Checkpoint {
  readonly policy: LocalPolicy
  readonly adam: Adam
  readonly state: TrainState
  /** Absent in a cloned policy before training. */
  readonly options?: TrainOptions
}

const FORMAT = 2
/** Length of the header in bytes, at the start of the file. */
const LENGTH_BYTES = 4

const runningMean = z.strictObject({ mean: z.number(), batches: z.int() })
const stateSchema = z.strictObject({
  batch: z.int(),
  tasksDrawn: z.int(),
  episodes: z.int(),
  turns: z.int(),
  characters: z.int(),
  means: z.strictObject({ clean: runningMean, guided: runningMean }),
  generation: z.int(),
}) satisfies z.ZodType<TrainState>
const feedbackGiven = z.strictObject({
  start_at: FEEDBACK_SHAPE.start_at.exactOptional(),
  waves: FEEDBACK_SHAPE.waves.exactOptional(),
  clean_share: FEEDBACK_SHAPE.clean_share.exactOptional(),
  show: FEEDBACK_SHAPE.show.exactOptional(),
  cap_chars: FEEDBACK_SHAPE.cap_chars.exactOptional(),
  critique: FEEDBACK_SHAPE.critique.exactOptional(),
  when: FEEDBACK_SHAPE.when,
  hint_steps: FEEDBACK_SHAPE.hint_steps,
})
const optionsSchema = z.strictObject({
  run: z.string(),
  seed: z.number(),
  loss: z.enum(LOSS_NAMES),
  mode: z.enum(['independent', 'feedback']),
  feedback: feedbackGiven,
  trainPrompt: z.enum(TRAIN_PROMPTS),
  cleanWeights: z.enum(CLEAN_WEIGHTS),
  signal: z.enum(SIGNALS),
  baseline: z.enum(BASELINES),
  learningRate: z.number(),
  groups: z.int(),
  groupSize: z.int(),
  epochs: z.int(),
  clipLow: z.number(),
  clipHigh: z.number(),
  weightCap: z.number(),
  divideByDeviation: z.boolean(),
  labelWeight: z.number(),
  labelHalfLife: z.number(),
  mixedOnly: z.boolean(),
  roundsMax: z.int(),
  overlongFrom: z.number(),
  overlongAt: z.number(),
  split: z.string(),
  firstTask: z.int(),
}) satisfies z.ZodType<TrainOptions>
const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  environment: z.string(),
  architecture: z.enum(ARCHITECTURES),
  weights: z.int(),
  adam_steps: z.int(),
  state: stateSchema,
  options: optionsSchema.nullable(),
})

/**
 * Writes a checkpoint atomically: the length of the header (4 bytes, little-endian), the header as
 * JSON, then weights, means and mean squares as 64-bit floats, little-endian.
 */
export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  const { policy, adam, state, options } = checkpoint
  const header = Buffer.from(
    JSON.stringify({
      format: FORMAT,
      environment: policy.learner.environment,
      architecture: policy.architecture,
      weights: policy.weights.length,
      adam_steps: adam.steps,
      state,
      options: options ?? null,
    }),
  )
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  const floats = [policy.weights, adam.means, adam.squares].map(toBytes)
  const part = `${path}.part`
  const file = openSync(part, 'w')
  try {
    // Unlike `writeSync`, it fails if the disk takes only a part: a cut file replaces no whole one.
    for (const piece of [length, header, ...floats]) writeFileSync(file, piece)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
}

/**
 * Reads a checkpoint.
 *
 * @throws CheckpointError if the file is not one; the error of the file system if it cannot be read
 */
export function readCheckpoint(path: string): Checkpoint {
  const bytes = readFileSync(path)
  const { header, body } = splitFile(bytes, path)
  const policy = new LocalPolicy(learnerNamed(header.environment, path), header.architecture, 0)
  const size = policy.weights.length
  if (header.weights !== size || body.length !== 3 * size * Float64Array.BYTES_PER_ELEMENT) {
    throw new CheckpointError(
      `${path}: holds ${header.weights} weights in ${body.length} bytes, where this build has ` +
        `${size}; it was cut short, or written by another build`,
    )
  }
  const floats = new Float64Array(3 * size)
  body.copy(toBytes(floats))
  policy.weights.set(floats.subarray(0, size))
  const adam = new Adam(size)
  adam.means.set(floats.subarray(size, 2 * size))
  adam.squares.set(floats.subarray(2 * size))
  adam.steps = header.adam_steps
  const { state, options } = header
  return { policy, adam, state, ...(options === null ? {} : { options }) }
}

/** A checkpoint of a policy before training. */
export const freshCheckpoint = (policy: LocalPolicy): Checkpoint => ({
  policy,
  adam: new Adam(policy.weights.length),
  state: FIRST_STATE,
})

function learnerNamed(id: string, path: string): Learner {
  const learner = findEnvironment(id)?.teaching.learner
  if (learner !== undefined) return learner
  throw new CheckpointError(
    `${path}: holds a policy for ${id}, which this program cannot train; begin a new one`,
  )
}

function splitFile(bytes: Buffer, path: string) {
  const length = bytes.length < LENGTH_BYTES ? 0 : bytes.readUInt32LE()
  const end = LENGTH_BYTES + length
  try {
    const text = bytes.toString('utf8', LENGTH_BYTES, end)
    return { header: headerSchema.parse(JSON.parse(text)), body: bytes.subarray(end) }
  } catch (error) {
    throw new CheckpointError(
      `${path}: is no checkpoint of the local engine; if another build wrote it, begin a new one`,
      { cause: error },
    )
  }
}

const toBytes = (floats: Float64Array): Buffer =>
  Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength)
