import { setTimeout as delay } from 'node:timers/promises'
import { argument, serveMessages } from './child-messages.ts'
import { LoadClient } from './load-client.ts'
import { phonePlays } from './plays.ts'

/** The argument of a process of thinking sockets. */
export interface ThinkingOptions {
  readonly url: string
  readonly sockets: number
  /** Number of the first play of its first socket. */
  readonly first: number
  /** Bounds of the random pause before each step. */
  readonly lowMs: number
  readonly highMs: number
}

/** What all sockets of a process measured since the previous request. */
export interface Seen {
  readonly latencies: readonly number[]
  readonly opened: number
  /** Why sockets ended early, if any did. */
  readonly failures: readonly string[]
}

/**
 * Plays a share of the thinking sockets in a separate process: one is too slow for ten thousand.
 */
const { url, sockets, first, lowMs, highMs } = argument<ThinkingOptions>()
const CONNECTING_AT_ONCE = 100
const book = phonePlays()
const pause = () => delay(lowMs + Math.random() * (highMs - lowMs))

let latencies: number[] = []
let failures: string[] = []
let openedCount = 0
let isOver = false

/** One socket: opens episodes in sequence, and pauses before each step. */
async function think(client: LoadClient, firstPlay: number): Promise<void> {
  await delay(Math.random() * highMs)
  for (let number = firstPlay; !isOver; number++) {
    const [frames = []] = await client.open([book.play(number)])
    openedCount += 1
    for (const { text } of frames) {
      await pause()
      if (isOver) return
      const startMs = performance.now()
      const answer = await client.send(text)
      if (answer.includes('"error":{"code":')) throw new Error(answer.toString().slice(0, 500))
      latencies.push(performance.now() - startMs)
    }
  }
}

const clients: LoadClient[] = []
while (clients.length < sockets) {
  const batchSize = Math.min(CONNECTING_AT_ONCE, sockets - clients.length)
  const connections = Array.from({ length: batchSize }, () => LoadClient.connect(url))
  clients.push(...(await Promise.all(connections)))
}
const playing = Promise.all(
  clients.map((client, clientIndex) =>
    think(client, first + clientIndex).catch((error: unknown) => failures.push(String(error))),
  ),
)

serveMessages(
  url,
  {
    seen: (): Seen => {
      const seen = { latencies, opened: openedCount, failures }
      latencies = []
      failures = []
      openedCount = 0
      return seen
    },
  },
  async () => {
    isOver = true
    await playing
    for (const client of clients) client.close()
  },
)
