import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type RandomStream, stream } from '../../../src/sim/random.ts'
import { PostgresStore } from '../../../src/store/postgres.ts'
import { finished, spawnCommand } from '../../support/command-process.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { checkHistory } from './check-history.ts'
import { History } from './history.ts'
import { Players } from './players.ts'
import { Replica } from './replica.ts'

/**
 * Plays on several servers with one PostgreSQL database while servers are killed and paused and the
 * database is restarted, and holds what clients were told against what is stored. `--faults N` says
 * how many, `--pause-seconds N` how long a server is stopped at most, `--replicas`, `--players` and
 * `--seed` what they say. `--canary` changes a stored row in the end, which must be found.
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '12' },
    replicas: { type: 'string', default: '3' },
    players: { type: 'string', default: '16' },
    seed: { type: 'string', default: '1' },
    'pause-seconds': { type: 'string', default: '6' },
    canary: { type: 'boolean', default: false },
  },
})

const SETTINGS = 'limits: { ping_interval_ms: 1000 }\nlog_level: silent\n'
const KINDS = ['kill', 'kill', 'kill', 'pause', 'pause', 'restart', 'crash'] as const

async function strike(
  kind: (typeof KINDS)[number],
  replicas: readonly Replica[],
  cluster: Cluster,
  random: RandomStream,
): Promise<void> {
  const replica = replicas[random.integer(0, replicas.length - 1)] as Replica
  if (kind === 'kill') {
    await replica.end('SIGKILL')
    await sleep(random.integer(0, 500))
    return replica.start()
  }
  if (kind === 'pause') {
    replica.signal('SIGSTOP')
    await sleep(random.integer(500, 1_000 * Number(values['pause-seconds'])))
    replica.signal('SIGCONT')
    return
  }
  await cluster.halt(kind === 'restart' ? 'SIGINT' : 'SIGQUIT')
  await sleep(random.integer(0, 1_000))
  await cluster.start()
}

/** Every log plays as it was recorded. */
async function mustReplay(db: string): Promise<void> {
  const { code, out, err } = await finished(spawnCommand(['replay', '--all', '--db', db]))
  if (code !== 0) throw new Error(`replay: ${out.slice(-500)}${err.slice(-500)}`)
}

async function judge(db: string, history: History): Promise<boolean> {
  const store = await PostgresStore.open({ path: db })
  try {
    const { lost, duplicated, diverging, episodes, rows } = await checkHistory(store, history)
    const { problems } = await store.check()
    const all = { lost, duplicated, diverging, problems }
    for (const [name, found] of Object.entries(all)) {
      process.stdout.write(`${name}: ${found.length}\n`)
      for (const one of found.slice(0, 5)) process.stdout.write(`  ${one}\n`)
    }
    const { answered, calls } = history
    process.stdout.write(`${calls.length} calls, ${answered} answered; `)
    process.stdout.write(`${episodes} episodes, ${rows} rows stored\n`)
    return Object.values(all).every((found) => found.length === 0)
  } finally {
    await store.close()
  }
}

async function spoil(db: string): Promise<void> {
  const store = await PostgresStore.open({ path: db })
  await store.prune({ beforeMs: store.nowMs() + 1_000, includeOpen: false })
  await store.close()
}

async function play(folder: string, cluster: Cluster): Promise<boolean> {
  const db = cluster.address('postgres')
  const config = join(folder, 'config.yaml')
  writeFileSync(config, SETTINGS)
  const words = ['--db', db, '--config', config]
  const replicas = Array.from({ length: Number(values.replicas) }, () => new Replica(words))
  await Promise.all(replicas.map((replica) => replica.start()))
  const history = new History()
  const seed = Number(values.seed)
  const urls = replicas.map(({ url }) => url)
  const players = new Players({ urls, players: Number(values.players), seed, history })
  const random = stream(seed, 0, 'faults')
  for (let fault = 0; fault < Number(values.faults); fault++) {
    await sleep(random.integer(300, 2_000))
    const kind = KINDS[random.integer(0, KINDS.length - 1)] as (typeof KINDS)[number]
    process.stdout.write(`${kind} after ${history.answered} answers\n`)
    await strike(kind, replicas, cluster, random)
  }
  await players.end()
  const codes = await Promise.all(replicas.map((replica) => replica.end('SIGTERM')))
  if (codes.some((code) => code !== 0)) throw new Error(`servers ended with ${codes.join(', ')}`)
  await mustReplay(db)
  if (values.canary) await spoil(db)
  return judge(db, history)
}

const folder = mkdtempSync(join(tmpdir(), 'backchannel-faults-'))
const cluster = await startCluster()
let isFine = false
try {
  isFine = (await play(folder, cluster)) !== values.canary
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`)
} finally {
  await cluster.remove()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(isFine ? '1 passed, 0 failed\n' : '0 passed, 1 failed\n')
process.exit(isFine ? 0 : 1)
