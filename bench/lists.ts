import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../src/store/open.ts'
import { startCluster } from '../test/postgres/support/cluster.ts'
import { type Child, startChild } from './support/child.ts'
import { fillStore } from './support/fill-store.ts'
import { type ListQuery, listedQueries, OTHER_QUERIES } from './support/list-queries.ts'
import { quantile } from './support/quantile.ts'
import { machine } from './support/report.ts'
import type { Seen, Thinkers } from './support/thinking-process.ts'

/**
 * Lists of a large store while steps are played: how long each takes over HTTP, and how long the
 * steps take with and without them. `--db` names the store, which is filled if it is empty, or
 * `postgres` for a server that is made for it and removed.
 */
const { values } = parseArgs({
  options: {
    db: { type: 'string', default: '/tmp/backchannel-lists.db' },
    episodes: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '100' },
    /** Rounds of the lists that no index answers, which have no goal. */
    'other-rounds': { type: 'string', default: '5' },
    sockets: { type: 'string', default: '500' },
    /** Bounds of the drawn pause of a socket before each step, in seconds. */
    think: { type: 'string', default: '0.5,1.5' },
    pairs: { type: 'string', default: '5' },
    /** Between two lists in the comparison, in milliseconds. */
    pause: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
  },
})
const GOAL_MS = 20
const COST_TIMES = 50
const TOLD_EACH = 102_400
const [lowMs = 0, highMs = 0] = values.think.split(',').map((text) => 1_000 * Number(text))
const fixed = (value: number): string => value.toFixed(1).padStart(8)

/** Fills a store that is empty. */
async function fill(path: string, episodes: number): Promise<void> {
  const store = await openStore({ path })
  const { episodes: some } = await store.log.list({ limit: 1 })
  if (some.length === 0) {
    const startMs = performance.now()
    await fillStore(store, episodes, (done) => {
      if (done % TOLD_EACH === 0) console.log(`${done} episodes`)
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

/** CPU of the server for each list of a query, in milliseconds, while nothing else is asked. */
async function costsOf(server: Child, queries: readonly ListQuery[], times: number) {
  const costs = new Map<string, number[]>()
  for (const { name, path } of queries) {
    const own: number[] = []
    // The first one finds nothing in any cache.
    await timed(server.url + path)
    for (let { cpuMicroseconds: before } = await server.usage(); own.length < times; ) {
      await timed(server.url + path)
      const { cpuMicroseconds } = await server.usage()
      own.push((cpuMicroseconds - before) / 1_000)
      before = cpuMicroseconds
    }
    costs.set(name, own)
  }
  return costs
}

/** Asks all of them in turn, round after round, and tells how long each took; how many are late. */
async function tell(
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
  let late = 0
  for (const [name, seen] of times) {
    const p99 = quantile(seen, 0.99)
    if (p99 > GOAL_MS) late += 1
    const own = costs.get(name) ?? []
    const figures = [quantile(own, 0.5), quantile(own, 0.99), quantile(seen, 0.5), p99]
    console.log(name.padEnd(56) + figures.map(fixed).join(''))
  }
  return late
}

/** Steps of a window. */
async function stepsOf(thinkers: Child): Promise<readonly number[]> {
  await thinkers.ask<Seen>({ kind: 'seen' })
  await delay(1_000 * Number(values.seconds))
  const { latencies, failures } = await thinkers.ask<Seen>({ kind: 'seen' })
  if (failures.length > 0) throw new Error(failures[0])
  return latencies
}

/** Windows of steps with lists beside them and without, in turn. */
async function compare(url: string, thinkers: Child, queries: readonly ListQuery[]): Promise<void> {
  const ratios: number[] = []
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    const alone = await stepsOf(thinkers)
    let isOver = false
    let asked = 0
    const reader = (async () => {
      while (!isOver) {
        await timed(url + (queries[asked++ % queries.length] as ListQuery).path)
        await delay(Number(values.pause))
      }
    })()
    const beside = await stepsOf(thinkers)
    isOver = true
    await reader
    const [p99, other] = [quantile(alone, 0.99), quantile(beside, 0.99)]
    ratios.push(other / p99)
    console.log(
      `steps: ${alone.length} alone, p50 ${quantile(alone, 0.5).toFixed(2)} ms, ` +
        `p99 ${p99.toFixed(2)}; ${beside.length} beside ${asked} lists, ` +
        `p50 ${quantile(beside, 0.5).toFixed(2)}, p99 ${other.toFixed(2)}`,
    )
  }
  console.log(`p99 beside ÷ alone, median of pairs: ${quantile(ratios, 0.5).toFixed(2)}`)
}

async function measure(db: string): Promise<void> {
  await fill(db, Number(values.episodes))
  const server = await startChild(new URL('./support/server-process.ts', import.meta.url), { db })
  const listed = listedQueries()
  const otherRounds = Number(values['other-rounds'])
  const costs = await costsOf(server, listed, COST_TIMES)
  const otherCosts = await costsOf(server, OTHER_QUERIES, otherRounds)
  const given: Thinkers = {
    ...{ url: server.url, sockets: Number(values.sockets), first: 0, lowMs, highMs },
  }
  const file = new URL('./support/thinking-process.ts', import.meta.url)
  const thinkers = await startChild(file, given)
  try {
    await delay(2 * highMs)
    console.log(`along an index, beside steps; the goal is a p99 of ${GOAL_MS} ms`)
    const late = await tell(server.url, listed, Number(values.rounds), costs)
    console.log(`${late} of ${listed.length} miss the goal\n`)
    await compare(server.url, thinkers, listed)
    console.log('\nothers')
    await tell(server.url, OTHER_QUERIES, otherRounds, otherCosts)
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
