import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { THOUGHT_POLICIES } from '../../env/thoughts.ts'
import { ENGINE_NAMES, TRAINING_METHODS } from '../engines/config.ts'
import { RunConfigError } from '../engines/run-config-error.ts'

const startSchema = z.strictObject({
  /** Number of the start, from 1. A resumed run has several. */
  number: z.int().min(1),
  started_ms: z.number(),
  generation: z.string(),
  /** A local process group and its start time, because process ids are reused. */
  process: z.strictObject({ id: z.int(), began: z.string(), host: z.string() }).optional(),
  ray: z.strictObject({ address: z.string(), job: z.string(), token_env: z.string() }).optional(),
  stop_asked: z.boolean().default(false),
})

const recordSchema = z.strictObject({
  version: z.literal(1),
  run: z.string(),
  engine: z.enum(ENGINE_NAMES),
  method: z.enum(TRAINING_METHODS),
  model: z.string(),
  /** Whether its chat template allows thinking; missing in older records. */
  thinking: z.boolean().optional(),
  thoughts: z.enum(THOUGHT_POLICIES).optional(),
  environment: z.string().nullable(),
  server_url: z.string().nullable(),
  output: z.string(),
  starts: z.array(startSchema).min(1),
})

/** A run as stored in `run.json` of its folder. */
export type RunRecord = z.output<typeof recordSchema>

/** One start of a run. */
export type RunStart = RunRecord['starts'][number]

/** Default folder of runs, with one subfolder each. */
export const RUNS_FOLDER = './var/runs'
const RECORD_NAME = 'run.json'

/** The newest start of a run. */
export const lastStart = ({ starts }: RunRecord): RunStart => starts.at(-1) as RunStart

/** The console output of a start. */
export const consolePath = (folder: string, number: number): string =>
  join(folder, `console-${number}.txt`)

/** The file for the exit code of a start. */
export const exitCodePath = (folder: string, number: number): string =>
  join(folder, `exit-${number}.txt`)

/** Stores a run atomically. */
export function writeRecord(folder: string, record: RunRecord): void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, RECORD_NAME)
  writeFileSync(`${path}.part`, `${JSON.stringify(record, null, 2)}\n`)
  renameSync(`${path}.part`, path)
}

/**
 * Reads a run; undefined if there is none.
 *
 * @throws RunConfigError if the record is damaged
 */
export function readRecord(folder: string): RunRecord | undefined {
  const path = join(folder, RECORD_NAME)
  if (!existsSync(path)) return undefined
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new RunConfigError(`${path} is no record of a run`, 'Remove the folder, or restore it.')
  }
}

/** The names of all runs of a folder, in order. */
export function runNames(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, RECORD_NAME)))
    .sort()
}
