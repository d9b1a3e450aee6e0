import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../src/store/open.ts'
import { startCluster } from '../test/postgres/support/cluster.ts'
import { type Child, startChild } from './support/child.ts'
import { fillStore } from './support/fill-store.ts'
import { type ListQuery, listedQueries, OTHER_QUERIES } from './support/list-queries.ts'
import { quantile } from './support/quantile.ts'
import { machine } from './support/report.ts'
import { startThinkers, type Thinkers } from './support/thinkers.ts'

/**
 * Measures lists of a large store while steps are played: the time of each list over HTTP, and of
 * the steps with and without lists beside them. `--db` names the store, which is filled if it is
 * empty. With `postgres`, a server is started for it and removed.
 */
const { values } = parseArgs({
  options: {
    db: { type: 'string', default: '/tmp/backchannel-lists.db' },
    episodes: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '100' },
    /** Rounds of the lists that have no index and no goal. */
    'other-rounds': { type: 'string', default: '5' },
    sockets: { type: 'string', default: '500' },
    /** Bounds of a socket's random pause before each step, in seconds. */
    think: { type: 'string', default: '0.5,1.5' },
    pairs: { type: 'string', default: '5' },
    /** Pause between two lists in the comparison, in milliseconds. */
    pause: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
  },
})
const GOAL_MS = 20
const COST_TIMES = 50
const TOLD_EACH = 102_400
const [lowMs = 0, highMs = 0] = values.think.split(',').map((text) => 1_000 * Number(text))
const fixed = (value: number): string => value.toFixed(1).padStart(8)

/** Fills the store if it is empty. */
async function fill(path: string, episodes: number): Promise<void> {
  const store = await openStore({ path })
  const { episodes: some } = await store.log.list({ limit: 1 })
  if (some.length === 0) {
    const startMs = performance.now()
    await fillStore(store, episodes, (storedCount) => {
      if (storedCount % TOLD_EACH === 0) console.log(`${storedCount} episodes`)
    })
    const seconds = (performance.now() - startMs) / 1_000
    console.log(`filled with ${episodes} episodes in ${seconds.toFixed(0)} s`)
  }
  await store.close()
}

async function timed(url: string): Promise<number> {
  const startMs = performance.now()
  const response = await fetch(url)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url}: ${text.slice(0, 300)}`)
  return performance.now() - startMs
}

/** CPU milliseconds of the server for each list of a query, without other load. */
async function measureCosts(server: Child, queries: readonly ListQuery[], times: number) {
  const costs = new Map<string, number[]>()
  for (const { name, path } of queries) {
    const cpuTimes: number[] = []
    // The first list finds nothing in any cache.
    await timed(server.url + path)
    for (let { cpuMicroseconds: cpuBefore } = await server.usage(); cpuTimes.length < times; ) {
      await timed(server.url + path)
      const { cpuMicroseconds } = await server.usage()
      cpuTimes.push((cpuMicroseconds - cpuBefore) / 1_000)
      cpuBefore = cpuMicroseconds
    }
    costs.set(name, cpuTimes)
  }
  return costs
}

/**
 * Requests all queries in turn, round after round. Records the time of each, and returns how many
 * were late.
 */
async function reportTimes(
  url: string,
  queries: readonly ListQuery[],
  rounds: number,
  costs: ReadonlyMap<string, readonly number[]>,
): Promise<number> {
  const times = new Map(queries.map(({ name }) => [name, [] as number[]]))
  for (let round = -1; round < rounds; round++) {
    for (const { name, path } of queries) {
      const took = await timed(url + path)
      // The first round finds nothing in any cache.
      if (round >= 0) times.get(name)?.push(took)
    }
  }
  console.log(`${'list'.padEnd(56)} CPU p50     p99  ms p50     p99`)
  let lateCount = 0
  for (const [name, seen] of times) {
    const p99 = quantile(seen, 0.99)
    if (p99 > GOAL_MS) lateCount += 1
    const own = costs.get(name) ?? []
    const figures = [quantile(own, 0.5), quantile(own, 0.99), quantile(seen, 0.5), p99]
    console.log(name.padEnd(56) + figures.map(fixed).join(''))
  }
  return lateCount
}

/** Steps in a window. */
async function collectStepTimes(thinkers: Thinkers): Promise<readonly number[]> {
  await thinkers.seen()
  await delay(1_000 * Number(values.seconds))
  return (await thinkers.seen()).latencies
}

/** Windows of steps, alternately with and without lists beside them. */
async function compare(
  url: string,
  thinkers: Thinkers,
  queries: readonly ListQuery[],
): Promise<void> {
  const ratios: number[] = []
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    const withoutLists = await collectStepTimes(thinkers)
    let isOver = false
    let requestCount = 0
    const reader = (async () => {
      while (!isOver) {
        await timed(url + (queries[requestCount++ % queries.length] as ListQuery).path)
        await delay(Number(values.pause))
      }
    })()
    const beside = await collectStepTimes(thinkers)
    isOver = true
    await reader
    const [p99, other] = [quantile(withoutLists, 0.99), quantile(beside, 0.99)]
    ratios.push(other / p99)
    console.log(
      `steps: ${withoutLists.length} alone, p50 ${quantile(withoutLists, 0.5).toFixed(2)} ms, ` +
        `p99 ${p99.toFixed(2)}; ${beside.length} beside ${requestCount} lists, ` +
        `p50 ${quantile(beside, 0.5).toFixed(2)}, p99 ${other.toFixed(2)}`,
    )
  }
  console.log(`p99 beside ÷ alone, median of pairs: ${quantile(ratios, 0.5).toFixed(2)}`)
}

async function measure(db: string): Promise<void> {
  await fill(db, Number(values.episodes))
  const server = await startChild(new URL('./support/server-process.ts', import.meta.url), { db })
  const listQueries = listedQueries()
  const otherRounds = Number(values['other-rounds'])
  const costs = await measureCosts(server, listQueries, COST_TIMES)
  const otherCosts = await measureCosts(server, OTHER_QUERIES, otherRounds)
  const sockets = Number(values.sockets)
  const thinkers = await startThinkers([server.url], 1, { sockets, lowMs, highMs })
  try {
    await delay(2 * highMs)
    console.log(`along an index, beside steps; the goal is a p99 of ${GOAL_MS} ms`)
    const lateCount = await reportTimes(server.url, listQueries, Number(values.rounds), costs)
    console.log(`${lateCount} of ${listQueries.length} miss the goal\n`)
    await compare(server.url, thinkers, listQueries)
    console.log('\nothers')
    await reportTimes(server.url, OTHER_QUERIES, otherRounds, otherCosts)
    console.log(machine())
  } finally {
    await thinkers.stop()
    await server.stop()
  }
}

if (values.db === 'postgres') {
  const cluster = await startCluster()
  await measure(cluster.address('postgres')).finally(() => cluster.remove())
} else await measure(values.db)
