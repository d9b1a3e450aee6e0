import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { PostgresStore } from '../../../src/store/postgres.ts'
import { finished, spawnCommand } from '../../support/command-process.ts'
import { Replica } from '../faults/replica.ts'
import { startCluster } from '../support/cluster.ts'
import { type Told, Trainer } from './trainers.ts'

/**
 * Restarts three servers on one PostgreSQL database in turn, `--rounds` times around, while TRL's
 * own trainers in processes of their own play on them, and wants every rollout to come to its end,
 * once. `--python` names an interpreter that has TRL; the others say how much is played. With
 * `--canary` the trainers know one server alone and give up at once, which must be found.
 */
const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    trainers: { type: 'string', default: '4' },
    rollouts: { type: 'string', default: '64' },
    steps: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '2' },
    'thought-seconds': { type: 'string', default: '1' },
    canary: { type: 'boolean', default: false },
  },
})
const REPLICAS = 3
/** What is stored between two restarts, at least: a share of what a rollout takes. */
const ROWS_BETWEEN_PER_ROLLOUT = 1.2
const ROLLOUTS = Number(values.trainers) * Number(values.rollouts) * Number(values.steps)
const SETTINGS = 'limits: { ping_interval_ms: 1000 }\nlog_level: silent\n'

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** A number on the page that a server shows to those who watch it. */
async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

async function rowsIn(db: string): Promise<number> {
  const client = new Client({ connectionString: db })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT number FROM backchannel.log_head')
    return Number(rows[0]?.number)
  } finally {
    await client.end()
  }
}

interface Rolled {
  /** Restarts during which all trainers played. */
  readonly restarts: number
  /** Episodes that a server built again from the log of another one, or of its own earlier life. */
  readonly resumed: number
}

async function roll(
  replicas: readonly Replica[],
  trainers: readonly Trainer[],
  rows: () => Promise<number>,
): Promise<Rolled> {
  const isPlayed = (): boolean => trainers.every(({ isOver }) => !isOver)
  let restarts = 0
  let resumed = 0
  const turns = Array.from({ length: Number(values.rounds) }, () => replicas).flat()
  let from = 0
  for (const replica of turns) {
    const enough = from + ROLLOUTS * ROWS_BETWEEN_PER_ROLLOUT
    while ((await rows()) < enough && isPlayed()) await sleep(50)
    if (!isPlayed()) break
    from = await rows()
    resumed += await figure(replica.url, 'backchannel_episodes_loaded_total')
    const startMs = performance.now()
    const code = await replica.end('SIGTERM')
    if (code !== 0) throw new Error(`a drained server ended with ${code}`)
    const drainedMs = performance.now()
    await replica.start()
    const backMs = performance.now()
    if (isPlayed()) restarts += 1
    const drain = (drainedMs - startMs).toFixed(0)
    const back = (backMs - startMs).toFixed(0)
    say(`restart after ${from} rows: drained in ${drain} ms, back after ${back}`)
  }
  return { restarts, resumed }
}

/** What must not be in the store, a sentence each. */
async function problemsOf(store: PostgresStore): Promise<string[]> {
  const found = (await store.check()).problems.map((problem) => JSON.stringify(problem))
  const ends = new Map<string, number>()
  let count = 0
  for (let after: string | undefined; ; ) {
    const page = await store.log.list({ limit: 1_000, ...(after === undefined ? {} : { after }) })
    for (const { endReason } of page.episodes) {
      ends.set(endReason ?? 'open', (ends.get(endReason ?? 'open') ?? 0) + 1)
    }
    count += page.episodes.length
    if (page.next === null) break
    after = page.next
  }
  say(`episodes stored: ${count} (${[...ends].map(([end, n]) => `${n} ${end}`).join(', ')})`)
  if (count !== ROLLOUTS) found.push(`${count} episodes are stored, played were ${ROLLOUTS}`)
  for (const end of ['open', 'client_fault', 'abandoned', 'environment_error']) {
    if (ends.has(end)) found.push(`${ends.get(end)} episodes ended as ${end}`)
  }
  return found
}

async function play(folder: string, db: string): Promise<boolean> {
  const config = join(folder, 'config.yaml')
  writeFileSync(config, SETTINGS)
  const replicas = Array.from(
    { length: REPLICAS },
    () => new Replica(['--db', db, '--config', config]),
  )
  await Promise.all(replicas.map((replica) => replica.start()))
  const store = await PostgresStore.open({ path: db })
  const startMs = performance.now()
  const urls = replicas.slice(0, values.canary ? 1 : REPLICAS).map(({ url }) => url)
  const trainers = Array.from(
    { length: Number(values.trainers) },
    (_, at) =>
      new Trainer({
        python: values.python,
        url: urls.join(','),
        mode: at % 2 === 0 ? 'independent' : 'feedback',
        run: `rolling-${at}`,
        rollouts: Number(values.rollouts),
        steps: Number(values.steps),
        thoughtSeconds: Number(values['thought-seconds']),
        reconnectTimeoutSeconds: values.canary ? 0.05 : 60,
      }),
  )
  const rolled = await roll(replicas, trainers, () => rowsIn(db))
  const told = await Promise.all(trainers.map((trainer) => trainer.told))
  const seconds = (performance.now() - startMs) / 1_000
  const loaded = await Promise.all(
    replicas.map(({ url }) => figure(url, 'backchannel_episodes_loaded_total')),
  )
  const resumed = loaded.reduce((sum, count) => sum + count, rolled.resumed)
  const codes = await Promise.all(replicas.map((replica) => replica.end('SIGTERM')))
  if (codes.some((code) => code !== 0)) throw new Error(`servers ended with ${codes.join(', ')}`)
  const problems = await problemsOf(store)
  await store.close()
  const replay = await finished(spawnCommand(['replay', '--all', '--db', db]))
  if (replay.code !== 0) problems.push(`replay: ${replay.err.slice(-500)}`)
  const sum = (name: keyof Told): number => told.reduce((all, one) => all + one[name], 0)
  say(
    `${sum('rollouts')} rollouts in ${seconds.toFixed(0)} s, ${sum('lost')} lost, ` +
      `${sum('otherwise')} with another reward, ${sum('shown')} shown an attempt; ` +
      `${rolled.restarts} restarts, ${resumed} episodes resumed`,
  )
  for (const problem of problems) say(problem)
  return (
    problems.length === 0 &&
    sum('rollouts') === ROLLOUTS &&
    sum('lost') + sum('otherwise') === 0 &&
    rolled.restarts === REPLICAS * Number(values.rounds) &&
    resumed > 0
  )
}

const folder = mkdtempSync(join(tmpdir(), 'backchannel-rolling-'))
const cluster = await startCluster()
let isFine = false
try {
  isFine = (await play(folder, cluster.address('postgres'))) !== values.canary
} catch (error) {
  say(error instanceof Error ? String(error.stack) : String(error))
} finally {
  await cluster.remove()
  rmSync(folder, { recursive: true, force: true })
}
say(isFine ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exit(isFine ? 0 : 1)
