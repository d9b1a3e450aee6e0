import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../soak/support/server-process.ts'
import { ROOT } from '../tidy/files.ts'
import type { Mark, Orders } from './attacker.ts'
import { ATTACKS } from './attacks/index.ts'
import { Citizen, KINDS, type Kind, type Sample } from './citizen.ts'
import { makeContainer } from './container.ts'
import { Host } from './host.ts'
import { pause } from './line.ts'
import { startHostileModel } from './model.ts'
import { type Round, readRounds, roundsWords } from './rounds.ts'
import { TOKENS } from './tokens.ts'

export interface GateOptions {
  readonly seed: number
  /** How long the attacks last, all together. */
  readonly seconds: number
  /** How long the well-behaved play alone before. */
  readonly quietSeconds: number
  /** An empty folder. */
  readonly folder: string
  /** Left out: all. */
  readonly attacks?: readonly string[]
  /** Attacks at once. */
  readonly lanes: number
  /**
   * Times that calls may take what is said below: where others compute too, a short look tells
   * of a server that stands still, and the processor time of its rounds of the rest.
   */
  readonly slack?: number
  /** Threads for q; left out: by the cores of this machine. */
  readonly threads?: number
  /** Words to run instead of the built program. */
  readonly program?: readonly string[]
}

/** How the well-behaved fared with one kind of call. */
export interface Fare {
  readonly kind: Kind
  readonly quietP99Ms: number
  readonly p99Ms: number
  readonly slowestMs: number
  /** Those that are judged. */
  readonly calls: number
  readonly mostMs: number
}

/** How they fared while one attack was made, others beside it. */
export interface Suffered {
  readonly name: string
  readonly p99Ms: Readonly<Record<Kind, number>>
  /** The longest round of the server's event loop meanwhile, in processor time. */
  readonly longestRoundMs: number
}

/** What the rounds of the server's event loop took while it was attacked, in processor time. */
export interface Rounds {
  /** Of the time in which the server worked, 99 % went by in rounds no longer than this. */
  readonly p99Ms: number
  readonly longestMs: number
}

export interface GateReport {
  /** Whether the server had the memory of a container only. */
  readonly isContained: boolean
  /** The share of calls that are not judged, since the host had taken the machine meanwhile. */
  readonly unjudged: number
  readonly fares: readonly Fare[]
  readonly rounds: Rounds
  /** Worst first. */
  readonly suffered: readonly Suffered[]
  /** Why the gate is shut; empty when it is open. */
  readonly problems: readonly string[]
}

const HEAP_MEGABYTES = 512
/** The memory of the server and of all that it starts. */
const CONTAINER_MEGABYTES = 2_048
/** Threads for q on eight cores; no more of them have room in that memory. */
export const MANY_THREADS = 9
const START_MS_MAX = 120_000

/** What 99 of 100 calls must stay below; `1+1` in q starts a program in another thread. */
const MOST_MS: Readonly<Record<Kind, number>> = { socket: 100, http: 100, program: 1_000 }
/** A round of the server's event loop, without what the machine adds: all others wait for it. */
const ROUND_MOST_MS = 100
/** With fewer calls than this left, what the host took is judged as well. */
const JUDGED_SHARE_MIN = 0.3
/** Where calls take longer even in peace, the kernel's tables tell too little: it is only said. */
const QUIET_MS = 25
/** On a machine that is busy with other things, calls may take so many times the quiet p99, */
const NOISE_FACTOR = 10
/** and never more than this. */
const NOISY_MOST_FACTOR = 30

/** Attacks a server of 512 MB while a well-behaved client plays, and judges how that went. */
export async function gate(options: GateOptions): Promise<GateReport> {
  const { seed, seconds, quietSeconds, folder, lanes } = options
  const config = join(folder, 'config.json')
  const tokens = Object.entries(TOKENS).map(([principal, token]) => ({ principal, token }))
  const q = options.threads === undefined ? {} : { threads: options.threads }
  const model = await startHostileModel()
  const profiles = { model: { base_urls: [model.baseUrl], model: 'any', gateway: {} } }
  writeFileSync(config, JSON.stringify({ tokens, q, profiles, limits: { idle_ms: 1_000 } }))
  const container = makeContainer(CONTAINER_MEGABYTES)
  const words = options.program ?? [join(ROOT, 'bin/backchannel'), 'serve']
  const roundsFile = join(folder, 'rounds.jsonl')
  const server = await startServer({
    db: join(folder, 'episodes.db'),
    config,
    program: [
      ...[`--max-old-space-size=${HEAP_MEGABYTES}`, ...(container?.words ?? [])],
      ...[...roundsWords(roundsFile), ...words],
    ],
  })
  const citizen = new Citizen(server.url)
  const host = new Host()
  const problems: string[] = []
  try {
    await citizen.start()
    await pause(quietSeconds * 1_000)
    const attackedMs = performance.now()
    const names = options.attacks ?? ATTACKS.map(({ name }) => name)
    const marks = await sendAttacker({ url: server.url, seed, seconds, names, lanes }, server.gone)
    await citizen.stop()
    host.stop()
    for (const { name, breaches = [] } of marks) {
      problems.push(...breaches.map((breach) => `${name}: ${breach}`))
    }
    if (!(await isAlive(server.url))) problems.push('the process is gone, or does not answer')
    problems.push(...new Set([...citizen.wrongs, ...server.errors].slice(0, 20)))
    const slack = options.slack ?? 1
    const { samples, unjudged } = judgedOf(citizen.samples, host)
    const fares = KINDS.map((kind) => fareOf(kind, samples[kind], attackedMs, slack))
    problems.push(...fares.filter(isBad).map(complaintOf))
    const rounds = readRounds(roundsFile).filter(
      ({ atMs, tookMs }) => atMs >= attackedMs && !host.isAway(atMs - tookMs, atMs),
    )
    const suffered = sufferedOf(marks, samples, rounds)
    const sum = sumOf(rounds)
    const isQuiet = fares.every(({ quietP99Ms }) => quietP99Ms < QUIET_MS)
    if (isQuiet && sum.p99Ms > ROUND_MOST_MS) {
      const took = `${Math.round(sum.p99Ms)} ms, not ${ROUND_MOST_MS}`
      problems.push(`p99 of the processor time of a round of the event loop is ${took}`)
    }
    const isContained = container !== undefined
    return { isContained, unjudged, fares, rounds: sum, suffered, problems }
  } finally {
    host.stop()
    await server.kill()
    model.stop()
    await container?.remove()
  }
}

/** Attacks for as long as it was ordered, or until there is nobody left to attack. */
async function sendAttacker(orders: Orders, gone: Promise<unknown>): Promise<readonly TimedMark[]> {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'attacker.ts'),
    [JSON.stringify(orders)],
    {
      execArgv: ['--import', import.meta.resolve('tsx')],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  void gone.then(() => child.kill('SIGKILL'))
  const marks: TimedMark[] = []
  child.on('message', (mark: Mark) => marks.push({ ...mark, atMs: performance.now() }))
  // A busy machine takes its time until the first attack begins.
  let timer = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX)
  child.once('message', () => {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), (orders.seconds + 15) * 1_000)
  })
  await once(child, 'exit')
  clearTimeout(timer)
  return marks
}

type TimedMark = Mark & { readonly atMs: number }

async function isAlive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}

/** The calls in which the host left the machine alone, unless these are too few to judge by. */
function judgedOf(all: Citizen['samples'], host: Host) {
  const isJudged = ({ atMs, tookMs }: Sample): boolean => !host.isAway(atMs, atMs + tookMs)
  const samples = { ...all }
  for (const kind of KINDS) samples[kind] = all[kind].filter(isJudged)
  const judged = samples.socket.length / Math.max(1, all.socket.length)
  return judged < JUDGED_SHARE_MIN
    ? { samples: all, unjudged: 0 }
    : { samples, unjudged: 1 - judged }
}

function fareOf(kind: Kind, samples: readonly Sample[], attackedMs: number, slack: number): Fare {
  const quiet = samples.filter(({ atMs }) => atMs < attackedMs)
  const attacked = samples.filter(({ atMs }) => atMs >= attackedMs)
  const quietP99Ms = quantile(quiet, 0.99)
  const most = slack * MOST_MS[kind]
  const mostMs = Math.min(Math.max(most, NOISE_FACTOR * quietP99Ms), NOISY_MOST_FACTOR * most)
  const [p99Ms, slowestMs] = [quantile(attacked, 0.99), quantile(attacked, 1)]
  return { kind, quietP99Ms, p99Ms, slowestMs, calls: attacked.length, mostMs }
}

const isBad = ({ calls, p99Ms, mostMs }: Fare): boolean => calls === 0 || p99Ms > mostMs

const complaintOf = ({ kind, calls, p99Ms, mostMs }: Fare): string =>
  calls === 0
    ? `no call of the kind ${kind} was answered`
    : `${kind}: p99 of the well-behaved is ${Math.round(p99Ms)} ms, not ${Math.round(mostMs)}`

function sufferedOf(
  marks: readonly TimedMark[],
  samples: Citizen['samples'],
  rounds: readonly Round[],
): Suffered[] {
  const attacks = marks.filter(({ what }) => what === 'begins')
  return attacks
    .map(({ name, atMs: fromMs }) => {
      const end = marks.find((mark) => mark.name === name && mark.what === 'ends')
      const toMs = end?.atMs ?? Number.POSITIVE_INFINITY
      const isWithin = ({ atMs }: { readonly atMs: number }): boolean =>
        atMs >= fromMs && atMs <= toMs
      const p99Of = (kind: Kind): number => quantile(samples[kind].filter(isWithin), 0.99)
      const p99Ms = { socket: p99Of('socket'), http: p99Of('http'), program: p99Of('program') }
      return { name, p99Ms, longestRoundMs: quantile(rounds.filter(isWithin), 1) }
    })
    .sort((left, right) => right.longestRoundMs - left.longestRoundMs)
}

/** A round keeps others waiting for its own length, so that it counts by it. */
function sumOf(rounds: readonly Round[]): Rounds {
  const sorted = rounds.toSorted((left, right) => left.tookMs - right.tookMs)
  let left = sorted.reduce((sum, { tookMs }) => sum + tookMs, 0) * 0.99
  const p99 = sorted.find(({ tookMs }) => {
    left -= tookMs
    return left <= 0
  })
  return { p99Ms: p99?.tookMs ?? 0, longestMs: sorted.at(-1)?.tookMs ?? 0 }
}

function quantile(samples: readonly Pick<Sample, 'tookMs'>[], share: number): number {
  const sorted = samples.map(({ tookMs }) => tookMs).sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
