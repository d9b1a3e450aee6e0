// Guards that no single call holds the event loop for long, with the largest parameters there are.
import { mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servedDataSets } from '../src/cli/data-sets.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import type { HostOperation } from '../src/server/operations/table.ts'
import type { Caller } from '../src/server/principal.ts'
import { openStore } from '../src/store/open.ts'
import { SAMPLE_WORLD, SampleEpisode } from '../src/store/sample.contract.ts'
import { OPERATIONS, operations } from '../src/wire/operations.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const EPISODES = 6_000
/** What one round may take on a machine that does the reference work in so long. */
const MOST_MS = 50
const REFERENCE_MS = 30

const folder = mkdtempSync(join(tmpdir(), 'backchannel-slices-'))
let server: InProcessServer
let long = ''
const alice: Caller = { kind: 'principal', name: 'alice', role: 'client' }
const admin: Caller = { kind: 'principal', name: 'admin', role: 'admin' }

beforeAll(async () => {
  const db = join(folder, 'episodes.db')
  await fill(db)
  const tokens = [
    { principal: 'admin', role: 'admin', token: 'admin-token-0123456789' },
    { principal: 'alice', token: 'alice-token-0123456789' },
  ] as const
  const config = configSchema.parse({ db, tokens })
  server = await serveInProcess({ config, dataSets: servedDataSets(undefined), log: SILENT_LOG })
  const authorization = 'Bearer alice-token-0123456789'
  const rpc = await RpcSocket.connect(server.url, { authorization })
  const group = { run: 'long', id: 'g', size: 64, mode: 'independent', generation: 'one' }
  const task = { env: 'phone-call-v2', split: 'train', index: 1 }
  for (let index = 0; index < 4; index++) {
    const given = { ...task, group: { ...group, index } }
    const { episode_id } = await rpc.call<{ episode_id: string }>('episode.open', given)
    long = episode_id
    for (let seq = 1; seq <= 29; seq++) {
      await rpc.answer('episode.step', {
        episode_id,
        seq,
        action: { content: 'lorem '.repeat(2_500) },
      })
    }
  }
  await rpc.close()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Two runs of many tasks, each in a group of its own. */
async function fill(path: string): Promise<void> {
  const store = await openStore({ path })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  for (let from = 0; from < EPISODES; from += 500) {
    const episodes = Array.from({ length: 500 }, (_, at) => sample(from + at))
    await store.log.append(episodes.map((one) => one.open()))
    const total = (at: number): number => (at * 37) % 1_000
    const end = { endReason: 'solved', success: true }
    await store.log.append(episodes.map((one, at) => one.close({ ...end, total: total(at) })))
  }
  const limits = { runs: 9, size: 1e8, pointsOfRun: 9_000, namesOfRun: 99, settingsOfRun: 999 }
  for (let from = 0; from < 5_000; from += 500) {
    const entry = { configuration: manySettings, points: reportOf(from, 500, 40) }
    await store.reports.add({ principal: 'alice', run: 'one' }, entry, limits)
  }
  await store.close()
}

function sample(at: number): SampleEpisode {
  const run = at % 2 === 0 ? 'one' : 'two'
  const taskId = `train-${String(Math.floor(at / 2)).padStart(6, '0')}`
  const group = { id: `group ${at}`, index: 0, size: 1, mode: 'independent', generation: 'one' }
  const given = { principal: 'alice', run, taskId, condition: 'clean' as const }
  return new SampleEpisode(`ep_${String(at).padStart(32, '0')}`, { ...given, group } as never)
}

type Values = Readonly<Record<string, unknown>>

const tasks = Array.from({ length: 100 }, (_, at) => `train-${String(at).padStart(6, '0')}`)
const run = { run: 'one', limit: 1_000 }
const valueNames = (count: number) => Array.from({ length: count }, (_, at) => `value/${at}`)
const manySettings = Object.fromEntries(valueNames(900).map((name) => [name, 'x'.repeat(30)]))
/** So many values at each of some steps. */
const reportOf = (from: number, steps: number, names: number) =>
  Array.from({ length: steps }, (_, at) => ({
    ...{ step: from + at, values: Object.fromEntries(valueNames(names).map((name) => [name, at])) },
  }))
const formula = `${'x+'.repeat(499)}1`
/** The dearest that each operation can be asked; `long` stands for the longest episode. */
const LARGEST: Record<HostOperation, readonly Values[]> = {
  'env.list': [{}],
  'env.describe': [{ env: 'phone-call-v2' }],
  'env.world': [{ env: 'phone-call-v2' }],
  'task.list': [
    { env: 'phone-call-v2', split: 'train', from: 1_000_000, limit: 1_000 },
    { env: 'math-feedback-v1', split: 'train', difficulty: 99, limit: 1_000 },
    { env: 'q-code-v1', split: 'train', limit: 1_000 },
  ],
  'task.get': [{ env: 'phone-call-v2', task: 'train-999999' }],
  'episode.open': [{ env: 'phone-call-v2', split: 'train', index: 999_999 }],
  'episode.list': [
    { limit: 1_000, order: 'newest', count: 'exact' },
    { limit: 1_000, order: 'updated', success: false, count: 'exact' },
    { limit: 1_000, order: 'reward', score_min: 1, count: 'exact' },
  ],
  'episode.resume': [{ episode_id: 'long' }],
  'episode.step': [{ episode_id: 'long', seq: 1, action: { content: 'x'.repeat(16_000) } }],
  'episode.fork': [{ episode_id: 'long', position: 28 }],
  'episode.continue': [{ episode_id: 'long' }],
  'episode.close': [{ episode_id: 'long' }],
  'episode.revoke': [{ episode_id: 'long' }],
  'key.connect': [{ env: 'phone-call-v2', episode_id: 'long' }],
  'key.revoke': [{ key_id: 'key' }],
  'gateway.weights': [{ profile: 'policy', version: 1 }],
  'episode.log': [{ episode_id: 'long' }],
  'episode.calls': [{ episode_id: 'long' }],
  'episode.replay': [{ episode_id: 'long' }],
  'group.beat': [{ episode_id: 'long' }],
  'group.critique': [{ episode_id: 'long', text: 'x'.repeat(1_000) }],
  'group.list': [{ limit: 1_000, order: 'newest' }],
  'group.status': [{ run: 'long', id: 'g' }],
  'run.list': [{ limit: 1_000, reported: true }],
  'feed.read': [{}, { since: 'first' }],
  'run.status': [{ run: 'one' }],
  'run.series': [
    { run: 'one', bins: 500, by: 'batch', metric: ['reward', 'success', 'steps', 'end:completed'] },
    { run: 'one', bins: 500, by: 'time' },
  ],
  'run.tasks': [run, { ...run, from: 2_000, order: 'task' }],
  'run.compare': [{ ...run, with: 'two' }],
  'run.log': [{ run: 'one', configuration: manySettings, points: reportOf(0, 256, 19) }],
  'run.failures': [{ run: 'one' }, { run: 'long' }],
  'run.critiques': [{ run: 'one' }, { run: 'long' }],
  'run.reported': [{ run: 'one', names: valueNames(40), bins: 500 }],
  'episode.account': [{ episode_id: 'long' }],
  'episode.segments': [{ episode_id: 'long' }],
  'search.said': [{ q: 'one "two three" four* five six seven', limit: 100 }],
  'env.card': [{ env: 'phone-call-v2' }, { env: 'math-feedback-v1' }, { env: 'q-code-v1' }],
  'task.stats': [{ env: 'mock-v1', tasks }],
  'task.failures': [{ env: 'mock-v1' }],
  'q.run': [{ code: '{x*x}each til 100000; '.repeat(900) }],
  'math.grade': [{ gold: formula, answer: formula, question: '5 '.repeat(2_000) }],
  'server.status': [{}],
  'server.health': [{}],
  'server.ready': [{}],
}

/** Processor time of this thread in milliseconds; where nobody tells it, the time of the wall. */
function clockOfThread(): () => number {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const buffer = Buffer.alloc(64)
    return () =>
      Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6
  } catch {
    return () => performance.now()
  }
}
const cpuMs = clockOfThread()

/** The longest round of the event loop until work is done. */
async function longestRound(work: () => Promise<unknown>): Promise<number> {
  await new Promise(setImmediate)
  let isOver = false
  let longest = 0
  let last = cpuMs()
  const done = work()
    .then(JSON.stringify, () => undefined)
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await new Promise(setImmediate)
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  await done
  return longest
}

/** How much slower this machine is just now than the one that the bound was made for. */
function slowness(): number {
  const startMs = cpuMs()
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, name: `n${at}` })))
  for (let time = 0; time < 3; time++) JSON.parse(text)
  return Math.max(1, (cpuMs() - startMs) / REFERENCE_MS)
}

const HOSTED = operations.filter(([name]) => name in LARGEST).map(([name]) => name as HostOperation)

it('knows the largest parameters of every operation that is carried out', () => {
  const others = operations.map(([name]) => name).filter((name) => !(name in LARGEST))
  expect(others.toSorted()).toEqual([
    'episode.unwatch',
    'episode.watch',
    'feed.unwatch',
    'feed.watch',
    'server.description',
    'server.metrics',
  ])
})

it.each(HOSTED)('%s is done in short rounds', async (name) => {
  const caller = OPERATIONS[name].who === 'admin' ? admin : alice
  const { cursor } = (await server.host.call('feed.read', admin, {} as never)) as { cursor: string }
  const first = `${cursor.split(':')[0]}:0`
  for (const given of LARGEST[name]) {
    const filled = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        value === 'long' && key === 'episode_id' ? long : value,
      ]),
    )
    const who = filled.since === 'first' ? admin : caller
    if (filled.since === 'first') filled.since = first
    const params = OPERATIONS[name].params.parse(filled)
    const found: number[] = []
    for (let time = 0; time < 4; time++) {
      const slow = slowness()
      found.push(
        (await longestRound(async () => server.host.call(name, who, params as never))) / slow,
      )
      if (found.some((ms) => ms < MOST_MS / 2)) break
    }
    expect([name, given, Math.min(...found) < MOST_MS, found]).toEqual([name, given, true, found])
  }
})
