import { join, resolve } from 'node:path'
import { RunConfigError } from '../engines/load-config.ts'
import { RayError } from '../ray/http.ts'
import { runCompareStage } from './compare-stage.ts'
import type { PipelineConfig, Stage } from './config.ts'
import { type PipelineState, readState, type StageResult, writeState } from './state.ts'
import type { PipelineTools } from './tools.ts'
import { runTrainStage } from './train-stage.ts'

/**
 * Runs the stages of a pipeline in order, from the first that is not done; ends at one that fails.
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
    if (state.stages[stage.name]?.status === 'done') continue
    if (tools.signal.aborted) break
    tools.write(`=== ${stage.name}\n`)
    const startMs = tools.nowMs()
    const end = await settle(stage, folder, state, tools)
    const seconds = Math.round((tools.nowMs() - startMs) / 1_000)
    state = { ...state, stages: { ...state.stages, [stage.name]: { ...end, seconds } } }
    writeState(folder, state)
    if (end.status !== 'done') break
  }
  return state
}

async function settle(
  stage: Stage,
  folder: string,
  { stages }: PipelineState,
  tools: PipelineTools,
): Promise<Omit<StageResult, 'seconds'>> {
  const modelOf = (name: string): string | undefined => stages[name]?.model ?? undefined
  try {
    if ('train' in stage) {
      const model = stage.from === undefined ? undefined : modelOf(stage.from)
      return await runTrainStage(stage, model, tools)
    }
    return await runCompareStage(stage, join(folder, stage.name), modelOf, tools)
  } catch (error) {
    if (!(error instanceof RunConfigError || error instanceof RayError)) throw error
    const message = `${error.message} ${error.remedy}`.trim()
    return { status: 'failed', model: null, numbers: {}, message }
  }
}

/** The stages of a pipeline as a table in Markdown. */
export function summaryTable({ stages }: PipelineConfig, state: PipelineState): string {
  const rows = stages.map(({ name }) => {
    const found = state.stages[name]
    if (found === undefined) return [name, 'not yet', '', '', '']
    const numbers = Object.entries(found.numbers).map(
      ([label, value]) => `${label} ${Number(value.toPrecision(4))}`,
    )
    const said = [...numbers, ...(found.message === '' ? [] : [found.message])].join(', ')
    return [name, found.status, `${found.seconds} s`, said, found.model ?? '']
  })
  const all = [['stage', 'status', 'time', 'numbers', 'model'], ...rows]
  const cells = all.map((row) => row.map((cell) => cell.replaceAll(/[|\n]/g, ' ')))
  const lines = cells.map((row) => `| ${row.join(' | ')} |`)
  return [lines[0], '|---|---|---|---|---|', ...lines.slice(1)].join('\n')
}
