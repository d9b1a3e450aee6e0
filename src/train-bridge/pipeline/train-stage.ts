import { join, resolve } from 'node:path'
import type { RunConfig } from '../engines/config.ts'
import { readMetrics } from '../engines/metrics.ts'
import { preflight } from '../engines/preflight/preflight.ts'
import { RunConfigError } from '../engines/run-config-error.ts'
import { servableModel } from '../engines/servable-model.ts'
import { followRun } from '../runs/follow.ts'
import { launch } from '../runs/launch.ts'
import { type RunRecord, readRecord } from '../runs/record.ts'
import { type RunState, readRunState } from '../runs/state.ts'
import { stopRun } from '../runs/stop.ts'
import { stageConfig, type TrainStage } from './config.ts'
import { setAside } from './set-aside.ts'
import { type StageEnd, withoutModel } from './state.ts'
import { type PipelineTools, runProgram } from './tools.ts'

/**
 * Trains a stage and converts its model for later stages. A running run is followed; an interrupted
 * one resumes from its checkpoints.
 *
 * @throws RunConfigError, RayError
 */
export async function runTrainStage(
  stage: TrainStage,
  model: string | undefined,
  tools: PipelineTools,
): Promise<StageEnd> {
  const config = stageConfig(stage, model)
  const folder = join(tools.runsFolder, config.run)
  const previous = readRecord(folder)
  const state = previous === undefined ? undefined : await readRunState(folder, previous)
  if (state?.status !== 'succeeded') {
    const record =
      previous !== undefined && state?.status === 'running'
        ? previous
        : await start(config, previous !== undefined, tools)
    const end = await followOrStop(folder, record, tools)
    if (end.status !== 'succeeded') return failure(config, end, tools.signal.aborted)
  }
  const { output } = readRecord(folder) as RunRecord
  const servable = servableModel(config, output)
  for (const words of servable.commands) {
    const { code } = await runProgram(words, tools)
    if (code !== 0)
      return withoutModel('failed', `${words.slice(0, 3).join(' ')} ended with code ${code}`)
  }
  const numbers = lastNumbers(config, output)
  return { status: 'done', model: servable.model, numbers, message: '' }
}

/**
 * Prepares a stage that starts again: renames the folder of an earlier run, so that its checkpoints
 * and models are not found.
 *
 * @throws RunConfigError if that run is still running; RayError
 */
export async function clearTrainStage(stage: TrainStage, tools: PipelineTools): Promise<void> {
  const config = stageConfig(stage)
  const folder = join(tools.runsFolder, config.run)
  const record = readRecord(folder)
  if (record !== undefined && (await readRunState(folder, record)).status === 'running') {
    throw new RunConfigError(
      `the run ${config.run} is under way, and was not started by this pipeline as it is now`,
      `Let it end, or stop it with "backchannel runs stop ${config.run}".`,
    )
  }
  const outputs = [resolve(tools.folder, config.output)]
  if (record !== undefined) outputs.push(record.output)
  for (const path of new Set([folder, ...outputs])) setAside(path, tools.write)
}

const failure = (
  { run }: RunConfig,
  { status, message }: RunState,
  isStopped: boolean,
): StageEnd =>
  isStopped || status === 'stopped'
    ? withoutModel('stopped', 'stopped')
    : withoutModel('failed', `run ${run}: ${message === '' ? status : message}`)

async function start(
  config: RunConfig,
  resume: boolean,
  { runsFolder, folder, nowMs, preflight: looks }: PipelineTools,
): Promise<RunRecord> {
  if (looks) {
    const checks = await preflight(config, folder, nowMs())
    const failedChecks = checks.filter(({ status }) => status === 'failed')
    if (failedChecks.length > 0) {
      const message = failedChecks.map(({ what, message: text }) => `${what}: ${text}`).join('\n')
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

/** The last metrics of a run for the table. */
function lastNumbers(config: RunConfig, output: string): Record<string, number> {
  const figures: Record<string, number> = {}
  for (const { values } of readMetrics(config.engine, output)) {
    for (const name of SHOWN) {
      const value = values[name]
      if (value !== undefined) figures[name] = value
    }
  }
  return figures
}
