import { TOKENS } from '../arena.ts'
import { actionFor, callText } from '../frames.ts'
import { problemProblems } from '../judge.ts'
import type { Attack, Raid } from '../raid.ts'

const UPGRADE = [
  'GET /v1/ws HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  `Authorization: Bearer ${TOKENS.mallory}`,
]
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='

const head = (...lines: readonly string[]): string =>
  `${[...UPGRADE, ...lines].join('\r\n')}\r\n\r\n`

/** Ruins a socket of its own and checks with which code the server closes it. */
async function ruin(raid: Raid, codes: readonly number[], send: (raw: Raw) => void): Promise<void> {
  const hostile = await raid.freshSocket()
  await hostile.probe()
  send(hostile.socket)
  const code = await hostile.closeCode()
  if (code === undefined || !codes.includes(code)) {
    raid.complain(`a ruined socket closed with ${code}, not ${codes.join(' or ')}`)
  }
  hostile.socket.terminate()
}
type Raw = Awaited<ReturnType<Raid['freshSocket']>>['socket']

/** Judges what came back on a raw connection: nothing, or one coded refusal. */
function judgeRaw(raid: Raid, text: string): void {
  if (text === '') return
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  if (status < 400) return
  const type = /^content-type: *(.*)$/im.exec(text)?.[1] ?? ''
  const body = text.split('\r\n\r\n').slice(1).join('\r\n\r\n')
  for (const wrong of problemProblems(status, type, body)) raid.complain(wrong, text)
}

/** What is wrong below JSON: frames, upgrades, connections. Only the culprit's own may suffer. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    name: 'oversized frames',
    run: (raid) => ruin(raid, [1009], (socket) => socket.send('x'.repeat(70_000))),
  },
  {
    name: 'oversized fragments',
    run: (raid) =>
      ruin(raid, [1009], (socket) => {
        for (let count = 0; count < 20; count++) socket.send('x'.repeat(5_000), { fin: false })
      }),
  },
  {
    name: 'invalid UTF-8',
    run: (raid) =>
      ruin(raid, [1007], (socket) => {
        const bytes = raid.random.pick([[0xff, 0xfe], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2]])
        socket.send(Buffer.from([0x22, ...bytes]), { binary: false })
      }),
  },
  {
    name: 'broken frames',
    run: (raid) =>
      ruin(raid, [1002, 1006], (socket) => {
        const bytes = raid.random.pick([
          [0xc1, 0x80, 0, 0, 0, 0],
          [0x83, 0x80, 0, 0, 0, 0],
          [0x81, 0x01, 0x61],
          [0x89, 0xfe, 0x01, 0x00],
          [0x80, 0x80, 0, 0, 0, 0],
        ])
        const { _socket } = socket as unknown as { _socket: { write(bytes: Buffer): void } }
        _socket.write(Buffer.from(bytes))
      }),
  },
  {
    name: 'binary frames',
    async run(raid) {
      const bytes = Buffer.from(callText('env.list', {}))
      await (await raid.socket()).exchange(raid.random.pick([bytes, Buffer.alloc(0)]))
    },
  },
  {
    name: 'fragmented frames',
    async run(raid) {
      const socket = await raid.socket()
      const before = { env: 'mock-v1' }
      socket.fireFragments(callText('env.describe', before), raid.random.integer(2, 40))
      await socket.settle()
    },
  },
  {
    name: 'sockets destroyed at work',
    async run(raid) {
      const episodes = [await raid.own(), await raid.own(), await raid.open()]
      const hostile = await raid.freshSocket()
      const batch = episodes.map((episode, id) => {
        const params = { episode_id: episode.id, action: actionFor(raid, episode) }
        return { jsonrpc: '2.0', id, method: 'episode.step', params }
      })
      if (raid.random.chance(0.5)) hostile.fire(JSON.stringify(batch))
      else for (const call of batch) hostile.fire(JSON.stringify(call))
      if (raid.random.chance(0.5)) hostile.socket.terminate()
      else hostile.socket.close(1000)
    },
  },
  {
    name: 'readers that do not read',
    async run(raid) {
      const hostile = await raid.freshSocket()
      hostile.socket.pause()
      for (let count = 0; count < 200; count++) {
        hostile.socket.send(callText('env.describe', { env: 'phone-call-v2' }))
        hostile.socket.ping('p'.repeat(100))
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
      hostile.socket.terminate()
    },
  },
  {
    name: 'broken upgrades',
    async run(raid) {
      const request = raid.random.pick([
        head('Sec-WebSocket-Version: 13'),
        head('Sec-WebSocket-Version: 99', KEY),
        head('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: short'),
        head('Sec-WebSocket-Version: 13', KEY, 'Sec-WebSocket-Protocol: ,,;'),
        head('Sec-WebSocket-Version: 13', KEY).replace('GET', 'POST'),
        head('Sec-WebSocket-Version: 13', KEY).replace('websocket', 'h2c'),
        head('Sec-WebSocket-Version: 13', KEY).replace('/v1/ws', '/v1/environments'),
        head('Sec-WebSocket-Version: 13', KEY).replace('127.0.0.1', ''),
      ])
      judgeRaw(raid, await raid.raw({ parts: [request], gapMs: 0, forMs: 500 }))
    },
  },
  {
    name: 'half-finished upgrades',
    async run(raid) {
      const whole = head('Sec-WebSocket-Version: 13', KEY)
      const cut = whole.slice(0, raid.random.integer(1, whole.length - 1))
      const bytes = Buffer.from([0x81, 0xfe, 0x10])
      const parts = raid.random.pick([[cut], [whole], [whole, bytes], [whole, 'garbage']])
      await raid.raw({ parts, gapMs: 5, forMs: 150 })
    },
  },
  {
    name: 'garbage on the port',
    async run(raid) {
      const noise = Buffer.from(Array.from({ length: 500 }, () => raid.random.integer(0, 255)))
      const part = raid.random.pick<string | Buffer>([
        noise,
        '\r\n\r\n\r\n',
        'GET\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]),
        `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${'A: b\r\n'.repeat(5_000)}\r\n`,
        `GET /${'a'.repeat(30_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
      ])
      judgeRaw(raid, await raid.raw({ parts: [part], gapMs: 0, forMs: 300 }))
    },
  },
  {
    name: 'slow headers',
    async run(raid) {
      const parts = ['GET /healthz HT', 'TP/1.1\r\n', 'Host: 127', '.0.0.1\r\n', 'X: ', 'y', 'z']
      await raid.raw({ parts, gapMs: 20, forMs: raid.random.integer(50, 400) })
    },
  },
]
