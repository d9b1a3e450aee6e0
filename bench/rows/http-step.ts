import { startChild } from '../support/child.ts'
import { HttpClient } from '../support/http-client.ts'
import { type PlayBook, phonePlays } from '../support/plays.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'

const CLIENTS = 64
const EPISODES = 4

interface Request {
  readonly path: string
  readonly body: string
}

async function openEpisodes(
  client: HttpClient,
  book: PlayBook,
  firstPlay: number,
): Promise<Request[]> {
  const requests: Request[] = []
  for (let number = firstPlay; number < firstPlay + EPISODES; number++) {
    const { env, split, index, actions } = book.play(number)
    const text = await client.post('/v1/episodes', JSON.stringify({ env, split, index }))
    const { episode_id } = JSON.parse(text) as { episode_id: string }
    const path = `/v1/episodes/${episode_id}/steps`
    for (const action of actions) requests.push({ path, body: `{"action":${action}}` })
  }
  return requests
}

/** Durable steps over HTTP, on 64 connections. */
export const httpStep: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('http.db'),
  })
  const clients = Array.from({ length: CLIENTS }, () => new HttpClient(server.url))
  const book = phonePlays()
  try {
    let best = { cpu_us: Number.POSITIVE_INFINITY, per_second: 0, p50_ms: 0, p99_ms: 0 }
    for (let round = 0; round < rounds; round++) {
      const first = round * CLIENTS * EPISODES
      const opening = clients.map((client, at) => openEpisodes(client, book, first + at * EPISODES))
      const plans = await Promise.all(opening)
      const latencies: number[] = []
      const usageBefore = await server.usage()
      const startMs = performance.now()
      await Promise.all(
        clients.map(async (client, clientIndex) => {
          for (const { path, body } of plans[clientIndex] ?? []) {
            const sentMs = performance.now()
            await client.post(path, body)
            latencies.push(performance.now() - sentMs)
          }
        }),
      )
      const seconds = (performance.now() - startMs) / 1000
      const usageAfter = await server.usage()
      const cpu_us = (usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds) / latencies.length
      if (cpu_us >= best.cpu_us) continue
      const [p50_ms, p99_ms] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
      best = { cpu_us, per_second: latencies.length / seconds, p50_ms, p99_ms }
    }
    return [row({ name: `durable step over HTTP, ${CLIENTS} clients`, figures: best })]
  } finally {
    for (const client of clients) client.close()
    await server.stop()
    scratch.remove()
  }
}
