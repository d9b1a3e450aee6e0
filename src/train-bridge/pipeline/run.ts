import { join, resolve } from 'node:path'
import { RunConfigError } from '../engines/run-config-error.ts'
import { RayError } from '../ray/http.ts'
import { runCompareStage } from './compare-stage.ts'
import type { PipelineConfig, Stage } from './config.ts'
import { digestOfFolder } from './digest.ts'
import { runEvaluateStage } from './evaluate-stage.ts'
import { differences, digestInputs } from './input-digests.ts'
import { setAside } from './set-aside.ts'
import {
  type InputDigests,
  type PipelineState,
  readPipelineState,
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
  let state = readPipelineState(folder)
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
  const previous = state.stages[stage.name]
  // Also stored after a failure: if the same inputs return, their work is reused.
  let decided = previous?.decided
  try {
    const inputs = digestInputs(stage, state, tools)
    const { reason, next } = whatNext(previous, inputs, tools.anew)
    tools.write(`=== ${stage.name}: ${reason}\n`)
    if (next === 'pass') return 'done'
    if (next === 'anew') await clearStage(stage, folder, tools)
    decided = inputs
    store({ ...BEGUN, decided })
    const end = await settle(stage, folder, state, tools)
    store({ ...end, decided, made: modelDigest(end.model) })
    return end.status
  } catch (error) {
    if (!(error instanceof RunConfigError || error instanceof RayError)) throw error
    const message = `${error.message} ${error.remedy}`.trim()
    store({ ...BEGUN, status: 'failed', message, decided: decided ?? UNKNOWN })
    return 'failed'
  }
}

const BEGUN = { status: 'begun', model: null, made: null, numbers: {}, message: '' } as const
const UNKNOWN: InputDigests = { settings: '', data: '', model: '', code: '' }

const modelDigest = (model: string | null): string | null =>
  model === null ? null : (digestOfFolder(model, { isFresh: true }) ?? null)

/** What to do with a stage, and the reason to print. */
function whatNext(
  previous: StageResult | undefined,
  inputs: InputDigests,
  anew: boolean,
): { readonly reason: string; readonly next: 'pass' | 'go on' | 'anew' } {
  if (previous === undefined) return { reason: 'starts', next: 'anew' }
  if (anew) return { reason: 'starts again, because --anew was given', next: 'anew' }
  const changedParts = differences(previous.decided, inputs)
  if (changedParts.length > 0) {
    return {
      reason: `starts again, because its inputs changed: ${changedParts.join(', ')}`,
      next: 'anew',
    }
  }
  if (previous.status !== 'done') return { reason: 'continues', next: 'go on' }
  if (modelDigest(previous.model) !== previous.made) {
    return { reason: 'starts again, because the files of its model changed', next: 'anew' }
  }
  return { reason: 'skipped: it is done, and its inputs are unchanged', next: 'pass' }
}

const clearStage = async (stage: Stage, folder: string, tools: PipelineTools): Promise<void> =>
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
  const stageFolder = join(folder, stage.name)
  return 'evaluate' in stage
    ? runEvaluateStage(stage, stageFolder, modelOf, tools)
    : runCompareStage(stage, stageFolder, modelOf, tools)
}

/** The stages of a pipeline as a table in Markdown. */
export function summaryTable({ stages }: PipelineConfig, state: PipelineState): string {
  const rows = stages.map(({ name }) => {
    const result = state.stages[name]
    if (result === undefined) return [name, 'not yet', '', '', '']
    const numbers = Object.entries(result.numbers).map(
      ([label, value]) => `${label} ${Number(value.toPrecision(4))}`,
    )
    const details = [...numbers, ...(result.message === '' ? [] : [result.message])].join(', ')
    return [name, result.status, `${result.seconds} s`, details, result.model ?? '']
  })
  const tableRows = [['stage', 'status', 'time', 'numbers', 'model'], ...rows]
  const cells = tableRows.map((row) => row.map((cell) => cell.replaceAll(/[|\n]/g, ' ')))
  const lines = cells.map((row) => `| ${row.join(' | ')} |`)
  return [lines[0], '|---|---|---|---|---|', ...lines.slice(1)].join('\n')
}
