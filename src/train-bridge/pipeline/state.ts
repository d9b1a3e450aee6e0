import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { RunConfigError } from '../engines/run-config-error.ts'

/** The parts of a stage's inputs. */
export const INPUT_PARTS = ['settings', 'data', 'model', 'code'] as const

const stageSchema = z.strictObject({
  /** `begun`: running, or interrupted together with its program. */
  status: z.enum(['begun', 'done', 'failed', 'stopped']),
  /** A digest of each part. Work with other digests is never reused. */
  decided: z.record(z.enum(INPUT_PARTS), z.string()),
  seconds: z.number(),
  /** The model that the stage made, for later ones. */
  model: z.string().nullable(),
  /** A digest of that model's files, to detect later changes. */
  made: z.string().nullable(),
  /** Its last metrics. */
  numbers: z.record(z.string(), z.number()),
  message: z.string(),
})

const stateSchema = z.strictObject({
  version: z.literal(2),
  stages: z.record(z.string(), stageSchema),
})

/** The stored result of a stage. */
export type StageResult = z.output<typeof stageSchema>
/** Digests of the inputs of a stage, by part. */
export type InputDigests = StageResult['decided']

/** The outcome of a stage's work. */
export type StageEnd = Pick<StageResult, 'status' | 'model' | 'numbers' | 'message'>

/** The stored results of a pipeline's stages, by name. */
export type PipelineState = z.output<typeof stateSchema>

const statePath = (folder: string): string => join(folder, 'state.json')

const NOTHING_DONE: PipelineState = { version: 2, stages: {} }

/** The end of a stage without a model. */
export const withoutModel = (
  status: StageEnd['status'],
  message: string,
  numbers: StageEnd['numbers'] = {},
): StageEnd => ({ status, model: null, numbers, message })

/**
 * The stored results of earlier work.
 *
 * @throws RunConfigError if the state is damaged
 */
export function readPipelineState(folder: string): PipelineState {
  const path = statePath(folder)
  if (!existsSync(path)) return NOTHING_DONE
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    const remedy = 'Remove it to start again, or restore it.'
    throw new RunConfigError(`${path} is not the state of a pipeline`, remedy)
  }
}

/** Stores the state atomically. */
export function writeState(folder: string, state: PipelineState): void {
  mkdirSync(folder, { recursive: true })
  const path = statePath(folder)
  writeFileSync(`${path}.part`, `${JSON.stringify(state, null, 2)}\n`)
  renameSync(`${path}.part`, path)
}
