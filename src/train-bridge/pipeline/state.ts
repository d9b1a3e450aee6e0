import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { RunConfigError } from '../engines/load-config.ts'

const stageSchema = z.strictObject({
  status: z.enum(['done', 'failed', 'stopped']),
  seconds: z.number(),
  /** The model that the stage has made, for later ones. */
  model: z.string().nullable(),
  /** Its last numbers. */
  numbers: z.record(z.string(), z.number()),
  message: z.string(),
})

const stateSchema = z.strictObject({
  version: z.literal(1),
  stages: z.record(z.string(), stageSchema),
})

/** What became of a stage. */
export type StageResult = z.output<typeof stageSchema>

/** What became of the stages of a pipeline, by name. */
export type PipelineState = z.output<typeof stateSchema>

const pathIn = (folder: string): string => join(folder, 'state.json')

/** @throws RunConfigError if the state is damaged */
export function readState(folder: string): PipelineState {
  const path = pathIn(folder)
  if (!existsSync(path)) return { version: 1, stages: {} }
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
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
