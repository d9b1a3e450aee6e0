import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openStore } from '../src/store/open.ts'
import { startChild } from './support/child.ts'
import { fillStore } from './support/fill-store.ts'
import { LoadClient } from './support/load-client.ts'
import { phonePlays } from './support/plays.ts'
import { quantile } from './support/quantile.ts'

/**
 * Lists of a large store: how long each takes over HTTP, and what the steps of others wait
 * meanwhile. `--db` names the store, which is made if it is not there.
 */
const { values } = parseArgs({
  options: {
    db: { type: 'string', default: '/tmp/backchannel-lists.db' },
    episodes: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '16' },
  },
})

/** What is asked, with a name for people. */
const QUERIES: readonly (readonly [name: string, path: string])[] = [
  ['newest 200', '/v1/episodes?order=newest&limit=200'],
  ['oldest 100', '/v1/episodes?limit=100'],
  ['last changed 200', '/v1/episodes?order=updated&limit=200'],
  ['best 200', '/v1/episodes?order=reward&limit=200'],
  ['a rare environment', '/v1/episodes?order=newest&env=mock-v1&limit=200'],
  ['failures of an environment', '/v1/episodes?order=newest&env=q-code-v1&success=false&limit=200'],
  ['a rare end', '/v1/episodes?order=newest&end_reason=turn_budget&limit=200'],
  ['open ones', '/v1/episodes?order=newest&open=true&limit=200'],
  ['a run', '/v1/episodes?order=newest&run=run-7&limit=200'],
  ['a task', '/v1/episodes?order=newest&task=train-000042&limit=200'],
  ['a run, best', '/v1/episodes?order=reward&run=run-7&limit=200'],
  ['of another principal', '/v1/episodes?order=newest&principal=other&limit=200'],
  ['a level and a split', '/v1/episodes?order=newest&difficulty=3&split=val&limit=200'],
  ['nothing at all', '/v1/episodes?order=newest&difficulty=77&limit=200'],
  ['a page of 1,000', '/v1/episodes?order=newest&limit=1000'],
  ['an exact count', '/v1/episodes?order=newest&env=q-code-v1&success=false&limit=1&count=exact'],
  ['an exact count without index', '/v1/episodes?difficulty=3&limit=1&count=exact'],
  ['groups', '/v1/groups?limit=100'],
  ['runs', '/v1/runs?limit=100'],
  ['a run of 25,000', '/v1/runs/run-7'],
  ['its curves', '/v1/runs/run-7/series?metric=reward,success,malformed_calls&by=batch'],
  ['its tasks', '/v1/runs/run-7/tasks'],
  ['two runs', '/v1/runs/run-7/compare?with=run-8'],
]
const EPISODES_EACH = 40

async function make(path: string, episodes: number): Promise<void> {
  if (existsSync(path)) return
  const store = await openStore({ path })
  const startMs = performance.now()
  await fillStore(store, episodes, (done) => {
    if (done % 51_200 === 0) console.log(`${done} episodes`)
  })
  await store.close()
  const seconds = (performance.now() - startMs) / 1_000
  console.log(`filled with ${episodes} episodes in ${seconds.toFixed(0)} s`)
}

const fixed = (value: number): string => value.toFixed(1).padStart(8)

async function timed(url: string): Promise<number> {
  const startMs = performance.now()
  const response = await fetch(url)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url}: ${text.slice(0, 300)}`)
  return performance.now() - startMs
}

/** Steps of many clients, with the lists going on or not. */
async function steps(url: string, count: number): Promise<number[]> {
  const book = phonePlays()
  const clients = await Promise.all(Array.from({ length: count }, () => LoadClient.connect(url)))
  const latencies = await Promise.all(
    clients.map(async (client, at) => {
      const seen: number[] = []
      for (let turn = 0; turn < EPISODES_EACH; turn++) {
        const frames = await client.open([book.play(at * EPISODES_EACH + turn)])
        seen.push(...(await client.loop(frames.flat())).latencies)
      }
      return seen
    }),
  )
  for (const client of clients) client.close()
  return latencies.flat()
}

await make(values.db, Number(values.episodes))
const server = await startChild(new URL('./support/server-process.ts', import.meta.url), {
  db: values.db,
})
try {
  console.log('list                                p50 ms   worst ms')
  for (const [name, path] of QUERIES) {
    await timed(server.url + path)
    const times: number[] = []
    for (let round = 0; round < Number(values.rounds); round++) {
      times.push(await timed(server.url + path))
    }
    console.log(`${name.padEnd(33)}${fixed(quantile(times, 0.5))}${fixed(Math.max(...times))}`)
  }
  const clients = Number(values.clients)
  await steps(server.url, clients)
  for (let round = 0; round < 3; round++) {
    const alone = await steps(server.url, clients)
    let isOver = false
    let asked = 0
    const reader = (async () => {
      while (!isOver) {
        await timed(server.url + (QUERIES[asked++ % QUERIES.length] as [string, string])[1])
      }
    })()
    const beside = await steps(server.url, clients)
    isOver = true
    await reader
    const [p99, other] = [quantile(alone, 0.99), quantile(beside, 0.99)]
    const ratio = (other / p99).toFixed(2)
    console.log(
      `steps, p99: alone ${p99.toFixed(2)} ms, beside ${asked} lists ${other.toFixed(2)} ms, ` +
        `${ratio} times; p50 ${quantile(alone, 0.5).toFixed(2)} and ` +
        `${quantile(beside, 0.5).toFixed(2)} ms`,
    )
  }
} finally {
  await server.stop()
}
