import { connect, type Socket } from 'node:net'
import type { Attack, Scene } from '../attack.ts'

const TOO_LARGE = 1009
const NOT_UTF8 = 1007
const PROTOCOL_ERROR = 1002
/** A socket that is gone before a close frame was read. */
const GONE = 1006

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Sends raw bytes over TCP and gives what comes back until the end, or for a while. */
async function raw(url: string, bytes: string | Buffer, waitMs: number): Promise<string> {
  const { hostname, port } = new URL(url)
  const stream: Socket = connect(Number(port), hostname)
  let text = ''
  stream.setEncoding('latin1')
  stream.on('error', () => undefined)
  stream.on('data', (part) => {
    text += part
  })
  const ended = new Promise<void>((resolve) => stream.once('close', () => resolve()))
  stream.write(bytes)
  await Promise.race([ended, pause(waitMs)])
  stream.destroy()
  return text
}

interface Upgrade {
  readonly path?: string
  readonly token?: string
  readonly host?: string
  readonly origin?: string
  readonly version?: string
}

const upgrade = (given: Upgrade): string =>
  [
    `GET ${given.path ?? '/v1/ws'} HTTP/1.1`,
    `Host: ${given.host ?? '127.0.0.1'}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Version: ${given.version ?? '13'}`,
    ...(given.origin === undefined ? [] : [`Origin: ${given.origin}`]),
    ...(given.token === undefined ? [] : [`Authorization: Bearer ${given.token}`]),
    '\r\n',
  ].join('\r\n')

/** Upgrades that must be refused, each with its status and code. */
async function refusedUpgrades({ url, token, judge }: Scene): Promise<void> {
  const cases: readonly (readonly [Upgrade, string])[] = [
    [{}, '401 auth/missing'],
    [{ token: 'x'.repeat(20) }, '401 auth/denied'],
    [{ token, host: 'evil.example' }, '403 auth/foreign_host'],
    [{ token, origin: 'https://evil.example' }, '403 auth/foreign_origin'],
    [{ token, origin: 'null' }, '403 auth/foreign_origin'],
    [{ token, path: '/v1/other' }, '404 request/not_found'],
  ]
  for (const [given, expected] of cases) {
    const text = await raw(url, upgrade(given), 5_000)
    if (!text.startsWith(`HTTP/1.1 ${expected}`)) {
      judge.complain(`an upgrade got ${JSON.stringify(text.slice(0, 80))} instead of ${expected}`)
    }
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    judge.http(Number(text.slice(9, 12)), 'application/problem+json', body)
  }
}

async function halfOpen({ url, token, random }: Scene): Promise<void> {
  const whole = upgrade({ token, version: random.pick(['13', '12', 'x']) })
  const parts = [whole.slice(0, random.integer(1, whole.length - 1)), whole, '\r\n\r\n', '\u0000']
  await Promise.all(parts.map((part) => raw(url, part, random.integer(1, 50))))
}

/** Bytes that drip in and never make a request. */
async function slowLoris({ url, token, random }: Scene): Promise<void> {
  const { hostname, port } = new URL(url)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => undefined)
  const text = upgrade({ token })
  for (let at = 0; at < 20; at++) {
    stream.write(text[at] ?? '')
    await pause(random.integer(1, 5))
  }
  stream.destroy()
}

/** Frames that break the WebSocket protocol itself, after a proper upgrade. */
async function brokenFraming(scene: Scene): Promise<void> {
  const frames = [
    Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
    Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
    Buffer.from([0x80, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]),
    Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  ]
  const hostile = await scene.connect()
  const inner = (hostile.socket as unknown as { _socket: Socket })._socket
  inner.write(scene.random.pick(frames))
  await hostile.closedWith([PROTOCOL_ERROR, TOO_LARGE, GONE])
}

async function tooLarge(scene: Scene): Promise<void> {
  const hostile = await scene.connect()
  hostile.socket.send('x'.repeat(scene.random.integer(300_000, 900_000)))
  await hostile.closedWith([TOO_LARGE, GONE])
}

async function notUtf8(scene: Scene): Promise<void> {
  const hostile = await scene.connect()
  hostile.socket.send(Buffer.from([0x7b, 0xc3, 0x28, 0x7d]), { binary: false })
  await hostile.closedWith([NOT_UTF8])
}

/** Leaves while steps are under way; the steps must be stored or not, never half. */
async function dropMidStep(scene: Scene): Promise<void> {
  const hostile = await scene.connect()
  const { result } = await hostile.call('episode.open', { env: 'mock-v1', split: 'val', index: 3 })
  if (result === undefined) return hostile.drop()
  const { episode_id } = result as { episode_id: string }
  const wait = { name: 'read_code', arguments: { milliseconds: scene.random.integer(0, 20) } }
  const action = { tool_calls: [{ id: 'a', type: 'function', function: wait }] }
  const step = { jsonrpc: '2.0', id: 1, method: 'episode.step', params: { episode_id, action } }
  hostile.socket.send(JSON.stringify(step))
  await pause(scene.random.integer(0, 10))
  hostile.drop()
}

/** Asks for much and reads nothing. */
async function slowReader(scene: Scene): Promise<void> {
  const hostile = await scene.connect()
  hostile.socket.pause()
  const ask = '{"jsonrpc":"2.0","id":1,"method":"env.describe","params":{"env":"phone-call-v1"}}'
  for (let count = 0; count < 150; count++) hostile.socket.send(ask)
  await pause(50)
  hostile.drop()
}

/** Misuse below the protocol: connections that are refused, broken, slow or gone. */
export const SOCKET_ATTACKS: readonly Attack[] = [
  { name: 'refused upgrades', run: refusedUpgrades },
  { name: 'half-open upgrades', run: halfOpen },
  { name: 'slow loris', run: slowLoris },
  { name: 'broken framing', run: brokenFraming },
  { name: 'frames too large', run: tooLarge },
  { name: 'invalid UTF-8', run: notUtf8 },
  { name: 'dropped mid-step', run: dropMidStep },
  { name: 'slow readers', run: slowReader },
]
