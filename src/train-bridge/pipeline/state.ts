import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { RunConfigError } from '../engines/run-config-error.ts'

/** The parts of what decides the work of a stage. */
export const PARTS = ['settings', 'data', 'model', 'code'] as const

const stageSchema = z.strictObject({
  /** `begun`: under way, or cut off with the program that followed it. */
  status: z.enum(['begun', 'done', 'failed', 'stopped']),
  /** A digest of each part: work that was decided by others is never used again. */
  decided: z.record(z.enum(PARTS), z.string()),
  seconds: z.number(),
  /** The model that the stage has made, for later ones. */
  model: z.string().nullable(),
  /** What tells the files of that model from others that were put there since. */
  made: z.string().nullable(),
  /** Its last numbers. */
  numbers: z.record(z.string(), z.number()),
  message: z.string(),
})

const stateSchema = z.strictObject({
  version: z.literal(2),
  stages: z.record(z.string(), stageSchema),
})

const oldSchema = z.object({ version: z.literal(1) })

/** What became of a stage. */
export type StageResult = z.output<typeof stageSchema>
export type Decided = StageResult['decided']

/** What the work of a stage came to. */
export type StageEnd = Pick<StageResult, 'status' | 'model' | 'numbers' | 'message'>

/** What became of the stages of a pipeline, by name. */
export type PipelineState = z.output<typeof stateSchema>

const pathIn = (folder: string): string => join(folder, 'state.json')

const NOTHING_DONE: PipelineState = { version: 2, stages: {} }

/**
 * What is known of earlier work. What the first version has stored says nothing of what had decided
 * it, so that none of it is used.
 *
 * @throws RunConfigError if the state is damaged
 */
export function readState(folder: string): PipelineState {
  const path = pathIn(folder)
  if (!existsSync(path)) return NOTHING_DONE
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return oldSchema.safeParse(stored).success ? NOTHING_DONE : stateSchema.parse(stored)
  } catch {
    const remedy = 'Remove it to begin anew, or restore it.'
    throw new RunConfigError(`${path} is no state of a pipeline`, remedy)
  }
}

/** Stores the state; a reader sees the old or the new, never half of one. */
export function writeState(folder: string, state: PipelineState): void {
  mkdirSync(folder, { recursive: true })
  const path = pathIn(folder)
  writeFileSync(`${path}.part`, `${JSON.stringify(state, null, 2)}\n`)
  renameSync(`${path}.part`, path)
}
