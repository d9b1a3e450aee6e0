import { randomBytes } from 'node:crypto'
import type { Attack, Hand } from '../hand.ts'
import { callText, pause } from '../line.ts'
import { bearer, TOKENS } from '../tokens.ts'
import { PHONE } from './plays.ts'

const { authorization } = bearer(TOKENS.mallory)
const MEGABYTE = 1024 ** 2

/** Sends bytes on many connections, which then stay as they are. */
async function leave(hand: Hand, count: number, bytes: string | Buffer): Promise<void> {
  for (let made = 0; made < count && !hand.isOver; made++) {
    const socket = await hand.raw().catch(() => undefined)
    socket?.on('error', () => undefined).write(bytes)
    if (made % 50 === 0) await pause(1)
  }
  await hand.rest()
}

const UPGRADE = [
  'GET /v1/ws HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  `Authorization: ${authorization}`,
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Protocol: backchannel.v1',
].join('\r\n')

const upgrade = (): string => {
  const key = randomBytes(16).toString('base64')
  return `${UPGRADE}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`
}

/** Connections that are begun and not ended, or ended as soon as they are begun. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    name: 'silent connections',
    what: 'connects two thousand times and says nothing',
    run: (hand) => leave(hand, 2_000, ''),
  },
  {
    name: 'half requests',
    what: 'sends the head of a request up to its last line',
    run: (hand) => leave(hand, 1_000, 'GET /v1/episodes HTTP/1.1\r\nHost: 127.0.0.1\r\nX: '),
  },
  {
    name: 'half bodies',
    what: 'announces bodies of four megabytes and sends all but the last byte',
    run: (hand) => {
      const size = 4 * MEGABYTE - 1_024
      const head = 'POST /v1/episodes HTTP/1.1\r\nHost: 127.0.0.1\r\n'
      const token = `Authorization: ${authorization}`
      const request = `${head}${token}\r\nContent-Length: ${size}\r\n\r\n${' '.repeat(size - 1)}`
      return leave(hand, 250, Buffer.from(request))
    },
  },
  {
    name: 'half frames',
    what: 'sends frames of four megabytes without their last fragment, on many sockets',
    async run(hand) {
      const part = Buffer.alloc(3 * MEGABYTE, ' ')
      for (let count = 0; count < 250 && !hand.isOver; count++) {
        const line = await hand.line().catch(() => undefined)
        line?.socket.send(part, { fin: false, binary: false })
        await pause(2)
      }
      await hand.rest()
    },
  },
  {
    name: 'many small fragments',
    what: 'sends messages in fragments of a byte',
    run: (hand) =>
      hand.repeat(2, async () => {
        const line = await hand.line()
        for (let count = 0; count < 20_000 && line.isOpen && !hand.isOver; count++) {
          line.socket.send(' ', { fin: false, binary: false })
          if (count % 1_000 === 0) await pause(1)
        }
        line.end()
      }),
  },
  {
    name: 'pings',
    what: 'sends pings and empty messages as fast as the socket takes them',
    run: (hand) =>
      hand.repeat(4, async () => {
        const line = await hand.line()
        for (let count = 0; count < 20_000 && line.isOpen && !hand.isOver; count++) {
          line.socket.ping(Buffer.alloc(125))
          if (line.socket.bufferedAmount > MEGABYTE) await line.progress(10)
        }
        line.end()
      }),
  },
  {
    name: 'sockets that come and go',
    what: 'opens sockets and drops them, some in the middle of a call',
    run: (hand) =>
      hand.repeat(16, async () => {
        const line = await hand.line()
        if (hand.random.chance(0.5)) line.fire(callText('episode.open', PHONE))
        line.end()
      }),
  },
  {
    name: 'idle sockets',
    what: 'opens two thousand sockets and leaves them',
    async run(hand) {
      for (let count = 0; count < 2_000 && !hand.isOver; count++) {
        const socket = await hand.raw().catch(() => undefined)
        socket?.on('error', () => undefined).write(upgrade())
        if (count % 50 === 0) await pause(1)
      }
      await hand.rest()
    },
  },
  {
    name: 'wrong tokens',
    what: 'tries tokens and keys that there are not',
    run: (hand) =>
      hand.repeat(24, () => {
        const token = hand.random.pick([
          `${TOKENS.mallory}x`,
          'x'.repeat(10_000),
          `rk_play_ep_${'0'.repeat(32)}_20779_0_${'A'.repeat(22)}`,
        ])
        return hand.http('/v1/episodes', { headers: bearer(token) })
      }),
  },
  {
    name: 'callers by resume key',
    what: 'calls with the keys of a hundred episodes, each a caller of its own',
    async run(hand) {
      const line = await hand.line()
      const keys: string[] = []
      for (let count = 0; count < 100; count++) {
        const { result } = await line.ask('episode.open', PHONE)
        if (result !== undefined) keys.push(`${result.resume_key} ${result.episode_id}`)
      }
      line.end()
      await hand.times(keys.length, (place) => {
        const [token, episode_id] = (keys[place] as string).split(' ')
        const message = (): string => callText('episode.resume', { episode_id })
        return hand.flood(message, { sockets: 1, window: 20, token: token as string })
      })
    },
  },
  {
    name: 'pipelined requests',
    what: 'writes thousands of requests on a connection without waiting',
    run: (hand) =>
      hand.repeat(4, async () => {
        const socket = await hand.raw()
        socket.on('error', () => undefined).resume()
        const head = 'GET /v1/environments HTTP/1.1\r\nHost: 127.0.0.1\r\n'
        socket.write(`${head}Authorization: ${authorization}\r\n\r\n`.repeat(2_000))
        await pause(Math.min(500, hand.leftMs))
        socket.destroy()
      }),
  },
]
