import { join } from 'node:path'
import { Command, Option } from 'commander'
import { Resources } from '../client/resources.ts'
import { failureText } from '../tools/failure-text.ts'
import { listCheckpoints, readMetrics, sumDrawn } from '../train-bridge/engines/metrics.ts'
import { RunConfigError } from '../train-bridge/engines/run-config-error.ts'
import { followRun } from '../train-bridge/runs/follow.ts'
import {
  lastStart,
  RUNS_FOLDER,
  type RunRecord,
  readRecord,
  runNames,
} from '../train-bridge/runs/record.ts'
import { type RunState, readRunState } from '../train-bridge/runs/state.ts'
import { stopRun } from '../train-bridge/runs/stop.ts'
import { CommandError, EXIT } from './errors.ts'
import { addServerOptions, helpEnd, parseDuration, print, type ServerFlags } from './options.ts'

interface RunsFlags extends ServerFlags {
  readonly runs: string
  readonly json?: true
}

const EXAMPLES = ['runs list', 'runs show phone-dapo-8b', 'runs logs phone-dapo-8b --follow']

/** The command `runs`: the training runs that `train` started. */
export function runsCommand(): Command {
  const command = new Command('runs')
    .description('List, show and stop the training runs that "train" started.')
    .addHelpText('after', helpEnd(EXAMPLES, 'the run has failed'))
  const sub = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .option('--runs <folder>', 'where runs are recorded', RUNS_FOLDER)
  sub('list', 'List all runs.').option('--json', 'print JSON').action(list)
  const show = sub('show', 'Show the state, last metrics and episodes of a run.')
  addServerOptions(show.argument('<run>', 'its name'), 'server that has its episodes')
    .option('--json', 'print JSON')
    .action(showRun)
  sub('logs', 'Print the output of a run.')
    .argument('<run>', 'its name')
    .option('--follow', 'continue until it ends')
    .action(logs)
  sub('stop', 'End a run: send TERM to its processes, and KILL to those that remain.')
    .argument('<run>', 'its name')
    .addOption(
      new Option('--timeout <duration>', 'time limit for its processes to end')
        .argParser(parseDuration)
        .default(30_000, '30s'),
    )
    .action(stop)
  return command
}

function requireRecord(runs: string, run: string): { folder: string; record: RunRecord } {
  const folder = join(runs, run)
  const record = readRecord(folder)
  if (record !== undefined) return { folder, record }
  const names = runNames(runs).join(', ')
  throw new CommandError(
    `there is no run ${run} in ${runs}`,
    names === '' ? 'There are none; "train" creates them.' : `There are: ${names}.`,
  )
}

async function list({ runs, json }: RunsFlags): Promise<void> {
  const rows = await Promise.all(runNames(runs).map((name) => listedRun(runs, name)))
  if (json === true) print(JSON.stringify(rows))
  else if (rows.length === 0) print(`No run is recorded in ${runs}.`)
  if (json === true) return
  for (const { run, engine, method, model, status, message } of rows) {
    const trainer = engine === null ? '' : `${engine} ${method}`
    print([run, status, trainer, model, message].filter((part) => part).join('  '))
  }
}

/** A damaged record must not hide the other runs. */
async function listedRun(runs: string, name: string) {
  try {
    const { folder, record } = requireRecord(runs, name)
    const state = await stateOrTrouble(folder, record)
    const { engine, method, model, starts } = record
    return { run: name, engine, method, model, starts: starts.length, ...stateJson(state) }
  } catch (error) {
    if (!(error instanceof RunConfigError)) throw error
    const unread = { engine: null, method: null, model: null, starts: null, exit_code: null }
    return { run: name, ...unread, status: 'damaged', message: error.message }
  }
}

const stateJson = ({ status, exitCode, message }: RunState) => ({
  status,
  exit_code: exitCode,
  message,
})

/** A cluster that is gone must not hide the other runs. */
async function stateOrTrouble(folder: string, record: RunRecord): Promise<RunState> {
  try {
    return await readRunState(folder, record)
  } catch (error) {
    const message = failureText(error)
    return { status: 'lost', exitCode: null, message }
  }
}

async function showRun(run: string, flags: RunsFlags): Promise<void> {
  const { folder, record } = requireRecord(flags.runs, run)
  const state = await stateOrTrouble(folder, record)
  const steps = readMetrics(record.engine, record.output)
  const last = steps.at(-1)
  const checkpoints = listCheckpoints(join(record.output, 'checkpoints'))
  const episodes = await fetchEpisodes(record, flags)
  const progress = { metrics: last ?? null, drawn: sumDrawn(steps), checkpoints, episodes }
  const details = { ...record, ...stateJson(state), ...progress }
  if (flags.json === true) print(JSON.stringify(details))
  else describe(details)
  if (state.status === 'failed' || state.status === 'lost') process.exitCode = EXIT.found
}

function describe(
  details: RunRecord & {
    status: string
    message: string
    metrics: ReturnType<typeof readMetrics>[number] | null
    drawn: ReturnType<typeof sumDrawn>
    checkpoints: ReturnType<typeof listCheckpoints>
    episodes: unknown
  },
): void {
  const { run, status, message, engine, method, model, output, metrics, checkpoints } = details
  print(`${run}: ${status}${message === '' ? '' : `, ${message}`}`)
  print(`${method} with ${engine}, from ${model}; started ${details.starts.length} times`)
  print(`output: ${output}`)
  const steps = checkpoints.map(({ step }) => step).join(', ')
  print(`checkpoints: ${steps === '' ? 'none yet' : steps}`)
  if (details.drawn !== null) {
    const { tasks, episodes, tokens } = details.drawn
    print(`drawn: ${tasks} tasks, ${episodes} episodes, ${tokens} sampled tokens`)
  }
  if (metrics !== null) {
    print(`step ${metrics.step}:`)
    for (const [name, value] of Object.entries(metrics.values)) print(`  ${name} ${value}`)
  }
  if (details.episodes !== null) print(`episodes: ${JSON.stringify(details.episodes)}`)
}

/** What the server knows about a run; null if no server is given or it does not answer. */
async function fetchEpisodes(record: RunRecord, { url, token }: RunsFlags): Promise<unknown> {
  const address = url ?? record.server_url
  if (address === null || record.environment === null) return null
  const access = token === undefined ? { url: address } : { url: address, token }
  try {
    const page = await new Resources({ ...access, timeoutMs: 5_000 }).runs({ run: record.run })
    return page.runs
  } catch (error) {
    if (url !== undefined) throw error
    return null
  }
}

async function logs(run: string, flags: RunsFlags & { follow?: true }): Promise<void> {
  const { folder, record } = requireRecord(flags.runs, run)
  const write = (text: string): boolean => process.stdout.write(text)
  if (flags.follow !== true) {
    await followRun(folder, record, write, AbortSignal.abort())
    return
  }
  const state = await followRun(folder, record, write)
  if (state.status !== 'succeeded') process.exitCode = EXIT.found
}

async function stop(run: string, flags: RunsFlags & { timeout: number }): Promise<void> {
  const { folder, record } = requireRecord(flags.runs, run)
  const state = await stopRun(folder, record, flags.timeout)
  const number = lastStart(record).number
  print(
    `${run}, start ${number}: ${state.status}${state.message === '' ? '' : `, ${state.message}`}`,
  )
  if (state.status === 'running') process.exitCode = EXIT.found
}
