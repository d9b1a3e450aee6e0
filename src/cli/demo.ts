import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { connect } from '../client/client.ts'
import type { RunningServer } from '../server/serve.ts'
import { computeCeilings } from '../sim/phone/ceilings.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import type { PhoneWorld } from '../sim/phone/world.ts'
import type { LocalPolicy } from '../train-bridge/local/policy/policy.ts'
import { readCheckpoint } from '../train-bridge/local/training/checkpoint.ts'
import { type LevelLine, type LineSeries, linePlot } from '../train-bridge/plots/line-plot.ts'
import { servedDataSets } from './data-sets.ts'
import { textChart } from './demo/chart.ts'
import {
  DEMO_ENV,
  type DemoPlan,
  demoStart,
  EVALUATION_FROM,
  trainBoth,
} from './demo/train-both.ts'
import { CommandError } from './errors.ts'
import { ENDS_SOON, untilInterrupted } from './interrupt.ts'
import { startLocal } from './local-server.ts'
import { helpEnd, number, print, wholeNumber } from './options.ts'
import { durationText } from './progress.ts'
import { stopAsked } from './stop-signals.ts'

interface Flags {
  readonly out: string
  readonly port: number
  readonly seconds: number
  readonly batches: number
  readonly groups: number
  readonly evaluateEvery: number
  readonly evaluateTasks: number
  readonly seed: number
  readonly initial?: string
  readonly wait: boolean
}

const EPISODES = 'episodes.db'
const CURVES = 'curves.svg'

/** The command `demo`. */
export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Start a server, train a small policy on it with and without feedback in the batch, ' +
        'plot both curves, and keep the episodes. Two minutes of training make some ' +
        'hundred thousand turns, about a gigabyte.',
    )
    .option('--out <folder>', 'folder for the curves and the episodes', 'var/demo')
    .option('--port <n>', 'port of the server; 0: any', wholeNumber(0, 65_535), 0)
    .option('--seconds <n>', 'total time to train', number(0, 86_400), 120)
    .option('--batches <n>', 'maximum batches of each arm', wholeNumber(1), 100_000)
    .option('--groups <n>', 'tasks in a batch', wholeNumber(1, 4_096), 16)
    .option('--evaluate-every <n>', 'maximum batches between evaluations', wholeNumber(1), 10)
    .option('--evaluate-tasks <n>', 'tasks of an evaluation', wholeNumber(1), 200)
    .option('--seed <n>', 'seed of the starting weights and of every draw', wholeNumber(0), 1)
    .option('--initial <file>', 'start from the weights of a checkpoint instead')
    .option('--no-wait', 'end after training, instead of serving the episodes')
    .addHelpText('after', helpEnd(['demo', 'demo --no-wait --seconds 60'], ''))
    .action(run)
}

async function run(flags: Flags): Promise<void> {
  const { out } = flags
  // Read first, because the episodes of the last demo are removed below.
  const initial = flags.initial === undefined ? undefined : readCheckpoint(flags.initial).policy
  mkdirSync(out, { recursive: true })
  const db = join(out, EPISODES)
  for (const ending of ['', '-wal', '-shm']) rmSync(`${db}${ending}`, { force: true })
  const server = await startLocal({ db }, flags.port)
  try {
    print(`serving ${DEMO_ENV} on ${server.url}`)
    const { curves, isStopped } = await untilInterrupted(ENDS_SOON, async (signal) => {
      const trained = await train(server, flags, initial, signal)
      return { curves: trained, isStopped: signal.aborted }
    })
    if (curves.some(({ points }) => points.length > 0)) finish(curves, levelLines(flags), out, db)
    else print('stopped before anything was measured')
    if (flags.wait && !isStopped) await serveOn(server)
  } finally {
    await server.stop()
  }
}

async function train(
  server: RunningServer,
  flags: Flags,
  initial: LocalPolicy | undefined,
  signal: AbortSignal,
): Promise<readonly LineSeries[]> {
  const { seed, seconds, batches, groups, evaluateEvery, evaluateTasks } = flags
  const levels = levelLines(flags)
  const start = initial ?? (await taughtPolicy(flags))
  if (signal.aborted) return []
  print('training: plainly, and with critiques of earlier attempts in the prompt')
  const client = await connect({ url: server.url })
  const terminal = process.stdout.isTTY === true
  let drawnLineCount = 0
  try {
    const plan: DemoPlan = {
      ...{ seed, seconds, batches, groups, evaluateEvery, evaluateTasks },
      isStopped: () => signal.aborted,
      nowMs: () => performance.now(),
      onCurves: (curves, secondsLeft) => {
        const chart = textChart(curves, levels, LABEL)
        const text = terminal
          ? `${chart}\n${durationText(secondsLeft)} left`
          : progressText(curves, secondsLeft)
        if (terminal && drawnLineCount > 0)
          process.stdout.write(`\u001b[${drawnLineCount}A\u001b[J`)
        print(text)
        drawnLineCount = text.split('\n').length
      },
    }
    return await trainBoth(client, start, plan)
  } finally {
    await client.close()
  }
}

function taughtPolicy({ seed }: Flags): Promise<LocalPolicy> {
  print('teaching the policy the task by demonstrations in another world')
  return demoStart(seed)
}

const LABEL = 'tasks drawn; clean success on fresh tasks'

function progressText(curves: readonly LineSeries[], secondsLeft: number): string {
  const parts = curves.map(({ name, points }) => {
    const { x = 0, y = 0 } = points.at(-1) ?? {}
    return `${name} ${(100 * y).toFixed(1)} % after ${x} tasks`
  })
  return `${parts.join('; ')}; ${durationText(secondsLeft)} left`
}

/** The ceiling, computed on exactly the evaluated tasks. */
function levelLines({ evaluateTasks }: Flags): LevelLine[] {
  const data = servedDataSets(undefined).find(({ environment }) => environment === DEMO_ENV)
  if (data === undefined) {
    throw new CommandError(
      `there is no data of ${DEMO_ENV}`,
      'Run it from a complete installation.',
    )
  }
  const tasks = Array.from({ length: evaluateTasks }, (_, at) =>
    data.task('stream', EVALUATION_FROM + at),
  ) as unknown as PhoneTask[]
  const lastCeilings = computeCeilings(tasks, data.world as unknown as PhoneWorld).at(-1)
  return [
    { name: 'best first attempt', value: lastCeilings?.first ?? 0 },
    { name: 'no knowledge', value: lastCeilings?.no_knowledge ?? 0 },
  ]
}

function finish(
  curves: readonly LineSeries[],
  levels: readonly LevelLine[],
  out: string,
  db: string,
): void {
  const svg = linePlot({
    title: 'Clean success while training',
    x: { label: 'tasks drawn', low: 0 },
    y: { label: 'clean success', low: 0, high: 1, unit: 'percent' },
    series: curves,
    levels,
  })
  writeFileSync(join(out, CURVES), svg)
  if (process.stdout.isTTY !== true) print(textChart(curves, levels, LABEL))
  print(`curves: ${join(out, CURVES)}; one seed, so their difference may be chance`)
  print(`episodes: ${db}`)
  print(`try: ./bin/backchannel replay --all --db ${db}`)
}

async function serveOn(server: RunningServer): Promise<void> {
  print(`still serving on ${server.url}; Ctrl-C ends it`)
  await stopAsked().stopRequested
}
