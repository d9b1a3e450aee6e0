import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineName } from './config.ts'

/** The metrics of a training step. */
interface StepMetrics {
  readonly step: number
  readonly values: Readonly<Record<string, number>>
}

/**
 * The metrics of a run in order of steps, from all starts in its output folder. A later start
 * overrides an earlier one. An incomplete line is skipped.
 */
export function readMetrics(engine: EngineName, output: string): readonly StepMetrics[] {
  const steps = engine === 'verl' ? verlSteps(output) : trlSteps(output)
  const byStep = new Map<number, Record<string, number>>()
  for (const { step, values } of steps) {
    byStep.set(step, { ...byStep.get(step), ...values })
  }
  const order = [...byStep.keys()].sort((one, other) => one - other)
  return order.map((step) => ({ step, values: byStep.get(step) ?? {} }))
}

function verlSteps(output: string): StepMetrics[] {
  const folder = join(output, 'logs')
  if (!existsSync(folder)) return []
  // In alphabetical order, "metrics.1700….jsonl" of earlier starts precedes "metrics.jsonl".
  const names = readdirSync(folder).filter((name) => /^metrics(\.\d+)?\.jsonl$/.test(name))
  return names.sort().flatMap((name) => verlLines(readFileSync(join(folder, name), 'utf8')))
}

/** The steps in verl's metrics file. */
function verlLines(text: string): StepMetrics[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { step, data } = JSON.parse(line) as { step: number; data: Record<string, unknown> }
      return typeof step === 'number' ? [{ step, values: numericValues(data) }] : []
    } catch {
      return []
    }
  })
}

const numericValues = (data: Record<string, unknown>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(data ?? {}).filter(([, value]) => typeof value === 'number'),
  ) as Record<string, number>

/** What the steps of a run sampled, including groups that were dropped before training. */
interface Drawn {
  readonly tasks: number
  readonly episodes: number
  /** Tokens sampled by the model. */
  readonly tokens: number
}

/** Sums over the steps of a run; null if no step reports what it sampled. */
export function sumDrawn(steps: readonly StepMetrics[]): Drawn | null {
  const stepsWithDraws = steps.filter(({ values }) => values['drawn/tokens'] !== undefined)
  const sum = (name: string): number =>
    Math.round(
      stepsWithDraws.reduce((total, { values }) => total + (values[`drawn/${name}`] ?? 0), 0),
    )
  if (stepsWithDraws.length === 0) return null
  return { tasks: sum('tasks'), episodes: sum('episodes'), tokens: sum('tokens') }
}

const STATE_NAME = 'trainer_state.json'

function trlSteps(output: string): StepMetrics[] {
  const newest = listCheckpoints(join(output, 'checkpoints')).at(-1)
  const folders = [newest?.path, join(output, 'checkpoints')]
  const path = folders
    .flatMap((folder) => (folder === undefined ? [] : [join(folder, STATE_NAME)]))
    .find((candidate) => existsSync(candidate))
  if (path === undefined) return []
  try {
    const { log_history: history } = JSON.parse(readFileSync(path, 'utf8')) as {
      log_history: Record<string, unknown>[]
    }
    return history.map(({ step, ...data }) => ({ step: Number(step), values: numericValues(data) }))
  } catch {
    return []
  }
}

/** A checkpoint on disk. */
interface Checkpoint {
  readonly step: number
  readonly path: string
}

/**
 * Complete checkpoints of a run in order. For TRL, `checkpoint-N` with its account; for verl,
 * `global_step_N` up to the latest that verl reports as written.
 */
export function listCheckpoints(folder: string): readonly Checkpoint[] {
  if (!existsSync(folder)) return []
  const latest = latestStep(folder)
  return readdirSync(folder)
    .flatMap((name) => {
      const path = join(folder, name)
      const [, kind, step] = /^(checkpoint-|global_step_)(\d+)$/.exec(name) ?? []
      if (step === undefined) return []
      const isWhole =
        kind === 'checkpoint-' ? existsSync(join(path, STATE_NAME)) : Number(step) <= latest
      return isWhole ? [{ step: Number(step), path }] : []
    })
    .sort((one, other) => one.step - other.step)
}

function latestStep(folder: string): number {
  const path = join(folder, 'latest_checkpointed_iteration.txt')
  if (!existsSync(path)) return Number.NEGATIVE_INFINITY
  const step = Number(readFileSync(path, 'utf8').trim())
  return Number.isNaN(step) ? Number.NEGATIVE_INFINITY : step
}
