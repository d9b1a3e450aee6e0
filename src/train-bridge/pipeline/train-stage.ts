import { join } from 'node:path'
import type { RunConfig } from '../engines/config.ts'
import { loadRunConfig, RunConfigError } from '../engines/load-config.ts'
import { readMetrics } from '../engines/metrics.ts'
import { preflight } from '../engines/preflight/preflight.ts'
import { servableModel } from '../engines/servable-model.ts'
import { followRun } from '../runs/follow.ts'
import { launch } from '../runs/launch.ts'
import { type RunRecord, readRecord } from '../runs/record.ts'
import { type RunState, stateOf } from '../runs/state.ts'
import { stopRun } from '../runs/stop.ts'
import type { TrainStage } from './config.ts'
import type { StageResult } from './state.ts'
import { type PipelineTools, runProgram } from './tools.ts'

type Result = Omit<StageResult, 'seconds'>

/**
 * Trains a stage and brings its model into the form that later ones load. A run that is under way
 * already is followed; one that had begun goes on from its checkpoints.
 *
 * @throws RunConfigError, RayError
 */
export async function runTrainStage(
  { train, engine, method }: TrainStage,
  model: string | undefined,
  tools: PipelineTools,
): Promise<Result> {
  const config = loadRunConfig(train, {
    ...(engine === undefined ? {} : { engine }),
    ...(method === undefined ? {} : { method }),
    ...(model === undefined ? {} : { model }),
  })
  const folder = join(tools.runsFolder, config.run)
  const before = readRecord(folder)
  const standing = before === undefined ? undefined : await stateOf(folder, before)
  if (standing?.status !== 'succeeded') {
    const record =
      before !== undefined && standing?.status === 'running'
        ? before
        : await start(config, before !== undefined, tools)
    const end = await followOrStop(folder, record, tools)
    if (end.status !== 'succeeded') return failure(config, end, tools.signal.aborted)
  }
  const { output } = readRecord(folder) as RunRecord
  const next = servableModel(config, output)
  for (const words of next.commands) {
    const { code } = await runProgram(words, tools)
    if (code !== 0) return failed(`${words.slice(0, 3).join(' ')} ended with code ${code}`)
  }
  const numbers = lastNumbers(config, output)
  return { status: 'done', model: next.model, numbers, message: '' }
}

const failed = (message: string): Result => ({
  status: 'failed',
  model: null,
  numbers: {},
  message,
})

const failure = ({ run }: RunConfig, { status, message }: RunState, isStopped: boolean): Result =>
  isStopped || status === 'stopped'
    ? { ...failed('stopped'), status: 'stopped' }
    : failed(`run ${run}: ${message === '' ? status : message}`)

async function start(
  config: RunConfig,
  resume: boolean,
  { runsFolder, folder, nowMs, preflight: looks }: PipelineTools,
): Promise<RunRecord> {
  if (looks) {
    const checks = await preflight(config, folder, nowMs())
    const found = checks.filter(({ status }) => status === 'failed')
    if (found.length > 0) {
      const message = found.map(({ what, message: text }) => `${what}: ${text}`).join('\n')
      throw new RunConfigError(`${config.run} was not started: ${message}`, '')
    }
  }
  return (await launch(config, { runsFolder, folder, resume, nowMs: nowMs() })).record
}

async function followOrStop(
  folder: string,
  record: RunRecord,
  { write, signal }: PipelineTools,
): Promise<RunState> {
  const state = await followRun(folder, record, write, signal.aborted ? undefined : signal)
  return state.status === 'running' ? stopRun(folder, record) : state
}

const SHOWN = ['train_loss', 'loss', 'reward', 'rewards/margins', 'train/loss', 'critic/score/mean']

/** The last numbers of a run that a table has room for. */
function lastNumbers(config: RunConfig, output: string): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { values } of readMetrics(config.engine, output)) {
    for (const name of SHOWN) {
      const value = values[name]
      if (value !== undefined) found[name] = value
    }
  }
  return found
}
