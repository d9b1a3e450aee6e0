import { join, resolve } from 'node:path'
import { RunConfigError } from '../engines/run-config-error.ts'
import { RayError } from '../ray/http.ts'
import { runCompareStage } from './compare-stage.ts'
import type { PipelineConfig, Stage } from './config.ts'
import { decidedBy, differences } from './decided.ts'
import { digestOfFolder } from './digest.ts'
import { runEvaluateStage } from './evaluate-stage.ts'
import { setAside } from './set-aside.ts'
import {
  type Decided,
  type PipelineState,
  readState,
  type StageEnd,
  type StageResult,
  writeState,
} from './state.ts'
import type { PipelineTools } from './tools.ts'
import { clearTrainStage, runTrainStage } from './train-stage.ts'

/**
 * Runs the stages of a pipeline in order, and ends at a failed one. A finished stage is skipped
 * while its inputs are unchanged. An interrupted one resumes, and any other starts again.
 *
 * @throws RunConfigError if the stored state is damaged
 */
export async function runPipeline(
  config: PipelineConfig,
  tools: PipelineTools,
): Promise<PipelineState> {
  const folder = resolve(tools.folder, config.folder)
  let state = readState(folder)
  for (const stage of config.stages) {
    if (tools.signal.aborted) break
    const startMs = tools.nowMs()
    const store = (result: Omit<StageResult, 'seconds'>): void => {
      const seconds = Math.round((tools.nowMs() - startMs) / 1_000)
      state = { ...state, stages: { ...state.stages, [stage.name]: { ...result, seconds } } }
      writeState(folder, state)
    }
    const end = await carryOut(stage, { folder, state, store, tools })
    if (end !== 'done') break
  }
  return state
}

interface Context {
  readonly folder: string
  readonly state: PipelineState
  readonly store: (result: Omit<StageResult, 'seconds'>) => void
  readonly tools: PipelineTools
}

async function carryOut(
  stage: Stage,
  { folder, state, store, tools }: Context,
): Promise<StageResult['status']> {
  const before = state.stages[stage.name]
  // Also stored after a failure: if the same inputs return, their work is reused.
  let decided = before?.decided
  try {
    const now = decidedBy(stage, state, tools)
    const { reason, next } = whatNext(before, now, tools.anew)
    tools.write(`=== ${stage.name}: ${reason}\n`)
    if (next === 'pass') return 'done'
    if (next === 'anew') await clear(stage, folder, tools)
    decided = now
    store({ ...BEGUN, decided })
    const end = await settle(stage, folder, state, tools)
    store({ ...end, decided, made: digestOfMade(end.model) })
    return end.status
  } catch (error) {
    if (!(error instanceof RunConfigError || error instanceof RayError)) throw error
    const message = `${error.message} ${error.remedy}`.trim()
    store({ ...BEGUN, status: 'failed', message, decided: decided ?? UNKNOWN })
    return 'failed'
  }
}

const BEGUN = { status: 'begun', model: null, made: null, numbers: {}, message: '' } as const
const UNKNOWN: Decided = { settings: '', data: '', model: '', code: '' }

const digestOfMade = (model: string | null): string | null =>
  model === null ? null : (digestOfFolder(model, true) ?? null)

/** What to do with a stage, and the reason to print. */
function whatNext(
  before: StageResult | undefined,
  now: Decided,
  anew: boolean,
): { readonly reason: string; readonly next: 'pass' | 'go on' | 'anew' } {
  if (before === undefined) return { reason: 'begins', next: 'anew' }
  if (anew) return { reason: 'begins anew, as was asked', next: 'anew' }
  const changed = differences(before.decided, now)
  if (changed.length > 0) {
    return {
      reason: `begins anew, for what decides it changed: ${changed.join(', ')}`,
      next: 'anew',
    }
  }
  if (before.status !== 'done') return { reason: 'goes on', next: 'go on' }
  if (digestOfMade(before.model) !== before.made) {
    return { reason: 'begins anew, for its model is not what it had made', next: 'anew' }
  }
  return { reason: 'was done before, and nothing that decides it has changed', next: 'pass' }
}

const clear = async (stage: Stage, folder: string, tools: PipelineTools): Promise<void> =>
  'train' in stage ? clearTrainStage(stage, tools) : setAside(join(folder, stage.name), tools.write)

function settle(
  stage: Stage,
  folder: string,
  { stages }: PipelineState,
  tools: PipelineTools,
): Promise<StageEnd> {
  const modelOf = (name: string): string | undefined => stages[name]?.model ?? undefined
  if ('train' in stage) {
    return runTrainStage(stage, stage.from === undefined ? undefined : modelOf(stage.from), tools)
  }
  const own = join(folder, stage.name)
  return 'evaluate' in stage
    ? runEvaluateStage(stage, own, modelOf, tools)
    : runCompareStage(stage, own, modelOf, tools)
}

/** The stages of a pipeline as a table in Markdown. */
export function summaryTable({ stages }: PipelineConfig, state: PipelineState): string {
  const rows = stages.map(({ name }) => {
    const found = state.stages[name]
    if (found === undefined) return [name, 'not yet', '', '', '']
    const numbers = Object.entries(found.numbers).map(
      ([label, value]) => `${label} ${Number(value.toPrecision(4))}`,
    )
    const details = [...numbers, ...(found.message === '' ? [] : [found.message])].join(', ')
    return [name, found.status, `${found.seconds} s`, details, found.model ?? '']
  })
  const all = [['stage', 'status', 'time', 'numbers', 'model'], ...rows]
  const cells = all.map((row) => row.map((cell) => cell.replaceAll(/[|\n]/g, ' ')))
  const lines = cells.map((row) => `| ${row.join(' | ')} |`)
  return [lines[0], '|---|---|---|---|---|', ...lines.slice(1)].join('\n')
}
