import { setTimeout as delay } from 'node:timers/promises'
import { argument, serveMessages } from './child-messages.ts'
import { LoadClient } from './load-client.ts'
import { phonePlays } from './plays.ts'

/** What a process of thinking sockets is given. */
export interface Thinkers {
  readonly url: string
  readonly sockets: number
  /** The play that its first socket begins with. */
  readonly first: number
  /** Bounds of the drawn pause before each step. */
  readonly lowMs: number
  readonly highMs: number
}

/** What all sockets of a process saw since the last time it was asked. */
export interface Seen {
  readonly latencies: readonly number[]
  readonly opened: number
  /** Why sockets ended early, if any did. */
  readonly failures: readonly string[]
}

/** A share of the sockets that think, in a process of its own: one is too slow for ten thousand. */
const { url, sockets, first, lowMs, highMs } = argument<Thinkers>()
const CONNECTING_AT_ONCE = 100
const book = phonePlays()
const pause = () => delay(lowMs + Math.random() * (highMs - lowMs))

let latencies: number[] = []
let failures: string[] = []
let opened = 0
let isOver = false

/** One socket: it opens episodes one after the other, and thinks before each step. */
async function think(client: LoadClient, from: number): Promise<void> {
  await delay(Math.random() * highMs)
  for (let number = from; !isOver; number++) {
    const [frames = []] = await client.open([book.play(number)])
    opened += 1
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
  const next = Math.min(CONNECTING_AT_ONCE, sockets - clients.length)
  const some = Array.from({ length: next }, () => LoadClient.connect(url))
  clients.push(...(await Promise.all(some)))
}
const playing = Promise.all(
  clients.map((client, at) =>
    think(client, first + at).catch((error: unknown) => failures.push(String(error))),
  ),
)

serveMessages(
  url,
  {
    seen: (): Seen => {
      const seen = { latencies, opened, failures }
      latencies = []
      failures = []
      opened = 0
      return seen
    },
  },
  async () => {
    isOver = true
    await playing
    for (const client of clients) client.close()
  },
)
