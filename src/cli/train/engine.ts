import type { EngineName, RunConfig, TrainingMethod } from '../../train-bridge/engines/config.ts'
import { loadRunConfig } from '../../train-bridge/engines/load-config.ts'
import { memoryLines } from '../../train-bridge/engines/memory.ts'
import type { RunPlan } from '../../train-bridge/engines/plan.ts'
import type { Check } from '../../train-bridge/engines/preflight/check.ts'
import { preflight } from '../../train-bridge/engines/preflight/preflight.ts'
import { shellQuote } from '../../train-bridge/engines/run-script.ts'
import { followRun } from '../../train-bridge/runs/follow.ts'
import { type Launched, launch, planFor } from '../../train-bridge/runs/launch.ts'
import { RUNS_FOLDER, readRecord } from '../../train-bridge/runs/record.ts'
import type { RunState } from '../../train-bridge/runs/state.ts'
import { stopRun } from '../../train-bridge/runs/stop.ts'
import { CommandError, EXIT } from '../errors.ts'
import { print } from '../options.ts'

/** Flags of `train` for verl and TRL. */
export interface EngineFlags {
  readonly engine?: EngineName | 'local'
  readonly method?: TrainingMethod
  readonly config?: string
  readonly model?: string
  readonly size?: string
  readonly resume?: true
  readonly plan?: true
  readonly check?: true
  readonly preflight: boolean
  readonly detach?: true
  readonly runs?: string
  readonly json?: true
}

/** Plans, checks or starts a run of verl or TRL, and follows it to its end. */
export async function trainWithEngine(flags: EngineFlags): Promise<void> {
  const config = readConfig(flags)
  const nowMs = Date.now()
  const options = { folder: process.cwd(), resume: flags.resume ?? false, nowMs }
  if (flags.plan === true) return printPlan(planFor(config, options), flags.json)
  if (flags.check === true || flags.preflight) {
    const checks = await preflight(config, options.folder, nowMs)
    const isSound = reportChecks(checks, flags)
    if (!isSound) {
      process.exitCode = EXIT.found
      if (flags.check === true) return
      throw new CommandError('the run was not started', 'Fix what is named above.')
    }
    if (flags.check === true) return
  }
  const launched = await launch(config, { ...options, runsFolder: flags.runs ?? RUNS_FOLDER })
  const { run } = config
  if (flags.detach === true) {
    print(`${run} is running; see "backchannel runs show ${run}", and runs logs, runs stop.`)
    return
  }
  const state = await followToEnd(launched)
  report(config, launched, state)
}

function readConfig({ engine, method, config: path, model, size }: EngineFlags): RunConfig {
  if (path === undefined) {
    const remedy = 'Give --config FILE; presets/ has examples.'
    throw new CommandError('nothing describes the run', remedy)
  }
  return loadRunConfig(path, {
    ...(engine === undefined || engine === 'local' ? {} : { engine }),
    ...(method === undefined ? {} : { method }),
    ...(model === undefined ? {} : { model }),
    ...(size === undefined ? {} : { size }),
  })
}

function printPlan(plan: RunPlan, asJson: true | undefined): void {
  if (asJson === true) {
    print(JSON.stringify(plan))
    return
  }
  const { files, commands, environment, secrets, layout, memory, notes } = plan
  for (const { path, text } of files) print(`=== ${path}\n${text.trimEnd()}\n`)
  print('=== commands')
  for (const { words, background } of commands) {
    print(`${words.map(shellQuote).join(' ')}${background === undefined ? '' : ' &'}`)
  }
  print('\n=== environment')
  for (const [name, value] of Object.entries(environment)) print(`${name}=${value}`)
  for (const name of secrets) print(`${name} is passed on from this environment, if it is set`)
  print(`\n=== output\n${layout.output}`)
  print(`\n=== memory of one GPU\n${memoryLines(memory).join('\n')}`)
  for (const note of notes) print(`note: ${note}`)
}

/** Prints the checks. Returns whether none failed. */
function reportChecks(checks: readonly Check[], { check, json }: EngineFlags): boolean {
  const isSound = checks.every(({ status }) => status !== 'failed')
  if (check === true && json === true) print(JSON.stringify(checks))
  for (const { code, what, status, message } of checks) {
    if (json === true || (status !== 'failed' && check !== true)) continue
    const line =
      status === 'fine' ? `fine: ${what}: ${message}` : `failed: ${what}: ${message} (${code})`
    if (check === true) print(line)
    else process.stderr.write(`${line}\n`)
  }
  return isSound
}

async function followToEnd({ folder, record }: Launched): Promise<RunState> {
  let stopping: Promise<RunState> | undefined
  const stop = (): void => {
    if (stopping !== undefined) process.exit(130)
    process.stderr.write('\nstopping the run; press again to leave it running\n')
    stopping = stopRun(folder, record)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const state = await followRun(folder, record, (text) => process.stdout.write(text))
    return (await stopping) ?? state
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

function report({ run }: RunConfig, { folder, plan }: Launched, state: RunState): void {
  const record = readRecord(folder)
  const starts = record?.starts.length ?? 1
  process.stderr.write(
    `${run}: ${state.status}${state.message === '' ? '' : `, ${state.message}`} ` +
      `(start ${starts}); output: ${plan.layout.output}\n`,
  )
  if (state.status === 'succeeded') return
  process.exitCode = EXIT.found
  process.stderr.write(`Its log is ${plan.layout.log}; --resume continues from its checkpoints.\n`)
}
