import type { Attack, Hand } from '../hand.ts'
import { callText, type Line } from '../line.ts'
import { bearer, TOKENS } from '../tokens.ts'
import { longEpisodes, PHONE } from './plays.ts'

/** Sockets that ask, and read nothing of what they get. */
async function askAndSleep(hand: Hand, sockets: number, message: () => string): Promise<void> {
  await hand.repeat(sockets, async () => {
    const line = await hand.line()
    line.socket.pause()
    for (let count = 0; count < 2_000 && line.isOpen && !hand.isOver; count++) {
      line.fire(message())
      if (line.socket.bufferedAmount > 1_000_000) await line.progress(100)
    }
    while (line.isOpen && !hand.isOver) await line.progress(200)
    line.end()
  })
}

async function watchAll(line: Line, ids: readonly string[]): Promise<void> {
  for (const episode_id of ids) line.fire(callText('episode.watch', { episode_id, from: 0 }))
  await line.progress(100)
  for (const episode_id of ids) line.fire(callText('episode.unwatch', { episode_id }))
}

/** Those who do not read, and those who want to read everything. */
export const READER_ATTACKS: readonly Attack[] = [
  {
    name: 'slow readers',
    what: 'asks for whole conversations on many sockets and reads nothing',
    async run(hand) {
      const ids = await longEpisodes(hand, 4)
      if (ids.length === 0) return
      const message = (): string =>
        callText('episode.resume', { episode_id: hand.random.pick(ids) })
      await askAndSleep(hand, 32, message)
    },
  },
  {
    name: 'slow readers of descriptions',
    what: 'asks for descriptions in batches on many sockets and reads nothing',
    run: (hand) => {
      const call = callText('env.describe', { env: 'phone-call-v2' })
      const frame = `[${Array.from({ length: 130 }, () => call).join(',')}]`
      return askAndSleep(hand, 24, () => frame)
    },
  },
  {
    name: 'slow readers over HTTP',
    what: 'asks for logs over HTTP on many connections and reads nothing',
    async run(hand) {
      const [id] = await longEpisodes(hand, 1)
      const head = `GET /v1/episodes/${id}/log HTTP/1.1\r\nHost: 127.0.0.1\r\n`
      const { authorization } = bearer(TOKENS.mallory)
      const request = `${head}Authorization: ${authorization}\r\n\r\n`
      for (let count = 0; count < 500 && !hand.isOver; count++) {
        const socket = await hand.raw()
        socket.pause()
        socket.write(request.repeat(20))
      }
      await hand.rest()
    },
  },
  {
    name: 'watch storm',
    what: 'watches long logs from the start, again and again, on many sockets',
    async run(hand) {
      const ids = await longEpisodes(hand, 30)
      await hand.repeat(12, async () => {
        const line = await hand.line()
        for (let round = 0; round < 20 && line.isOpen && !hand.isOver; round++) {
          await watchAll(line, ids)
        }
        line.end()
      })
    },
  },
  {
    name: 'watchers that sleep',
    what: 'watches episodes on many sockets, reads nothing, and plays them',
    async run(hand) {
      const ids = await hand.opened(20, PHONE)
      await hand.times(20, async () => {
        const line = await hand.line().catch(() => undefined)
        if (line === undefined) return
        for (const episode_id of ids) line.fire(callText('episode.watch', { episode_id }))
        line.socket.pause()
      })
      const action = { content: 'Hello? '.repeat(2_000) }
      const message = (): string =>
        callText('episode.step', { episode_id: hand.random.pick(ids), action })
      await hand.flood(message, { sockets: 2, window: 40 })
    },
  },
  {
    name: 'scraping',
    what: 'reads descriptions, worlds and metrics as fast as they come',
    run: (hand) =>
      hand.repeat(24, () =>
        hand.http(
          hand.random.pick([
            '/v1/environments',
            '/v1/environments/phone-call-v2',
            '/v1/environments/phone-call-v2/world',
            '/metrics',
            '/openapi.yaml',
            '/readyz',
            '/nowhere',
          ]),
        ),
      ),
  },
]
