// Guards against single attacks that a server may fall over or leave unanswered.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenResult, ResumeResult } from '../../src/wire/results.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'
import { RpcSocket } from '../support/rpc-socket.ts'
import { arenaOptions, TOKENS } from './arena.ts'
import { sendRaw } from './raw-connection.ts'

let server: InProcessServer
let rpc: RpcSocket

beforeAll(async () => {
  server = await serveInProcess(arenaOptions(':memory:'))
  rpc = await RpcSocket.connect(server.url, { authorization: `Bearer ${TOKENS.mallory}` })
})
afterAll(async () => {
  await rpc.close()
  await server.stop()
})

const openOn = async (env: string): Promise<string> => {
  const open = { env, split: 'train', index: 1 }
  return (await rpc.call<OpenResult>('episode.open', open)).episode_id
}

const frame = (text: string) =>
  rpc.raw(text) as Promise<{ error: { message: string; data: { code: string; details: object } } }>

const codeOf = (text: string): unknown => JSON.parse(text.split('\r\n\r\n')[1] ?? '').code

it('tells a conversation whose raw text holds arguments nested very deeply', async () => {
  const episode_id = await openOn('phone-call-v2')
  const deep = `{"a":${'['.repeat(7_500)}${']'.repeat(7_500)}}`
  const text = `<tool_call>{"name":"phone_call","arguments":${deep}}</tool_call>`
  expect(await rpc.fault('episode.step', { episode_id, action: { text } })).toBe('none')
  const { messages } = await rpc.call<ResumeResult>('episode.resume', { episode_id })
  const [called] = messages.flatMap((message) => message.tool_calls ?? [])
  expect(called?.function.arguments).toBeTypeOf('string')
})

it('faults an episode whose environment answers what is no JSON, and closes it', async () => {
  const episode_id = await openOn('broken-json-v1')
  const call = { id: 'a', type: 'function', function: { name: 'enter_code', arguments: '{}' } }
  const step = { episode_id, action: { tool_calls: [call] } }
  expect(await rpc.fault('episode.step', step)).toBe('episode/faulted')
  expect(await rpc.call('episode.close', { episode_id })).toMatchObject({ end_reason: 'faulted' })
})

it('names deeply nested values without writing them out', async () => {
  const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`
  for (const text of [`[${deep}]`, `{"jsonrpc":${deep}}`]) {
    const answer = await frame(text)
    const first = Array.isArray(answer) ? answer[0] : answer
    expect(first.error.data.code).toBe('request/too_deep')
  }
})

it('quotes long names of members in part', async () => {
  const key = 'k'.repeat(30_000)
  for (const params of [`{"${key}":1}`, `{"env":"mock-v1","labels":{"${key}":"x"}}`]) {
    const text = `{"jsonrpc":"2.0","id":"x","method":"episode.open","params":${params}}`
    expect(JSON.stringify(await frame(text)).length).toBeLessThan(2_000)
  }
})

it('answers failed handshakes and garbage with a code', async () => {
  const authorization = `Authorization: Bearer ${TOKENS.mallory}`
  const lines = ['GET /v1/ws HTTP/1.1', 'Host: 127.0.0.1', 'Connection: Upgrade']
  const upgrade = `${[...lines, 'Upgrade: websocket', authorization].join('\r\n')}\r\n\r\n`
  const long = `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`
  const cases = [
    [upgrade, 'request/invalid'],
    ['\u0016\u0003\u0001', 'request/invalid'],
    [long, 'request/too_large'],
  ] as const
  for (const [part, code] of cases) {
    const text = await sendRaw({ ...server, parts: [part], gapMs: 0, forMs: 2_000 })
    expect(codeOf(text)).toBe(code)
  }
})

it('holds nothing for a body that its caller broke off, and counts no failure', async () => {
  const heldBytes = async (): Promise<string | undefined> => {
    const headers = { authorization: `Bearer ${TOKENS.admin}` }
    const page = await (await fetch(`${server.url}/metrics`, { headers })).text()
    return /^backchannel_held_bytes (\d+)$/m.exec(page)?.[1]
  }
  const head = ['POST /v1/episodes HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 500']
  const socket = server.dial()
  socket.write(`${[...head, `Authorization: Bearer ${TOKENS.mallory}`].join('\r\n')}\r\n\r\n{`)
  await expect.poll(heldBytes).toBe('500')
  socket.destroy()
  await expect.poll(heldBytes).toBe('0')
  expect(server.host.metrics.faults.get('server/internal')).toBeUndefined()
})

it('drops who sends pings and does not read the answers', async () => {
  const hostile = await RpcSocket.connect(server.url, { authorization: `Bearer ${TOKENS.mallory}` })
  hostile.socket.pause()
  const { _socket } = hostile.socket as unknown as { _socket: NodeJS.WritableStream }
  const ping = Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)])
  const many = Buffer.concat(new Array(8_000).fill(ping))
  const gone = new Promise((resolve) => _socket.once('close', resolve))
  let open = true
  void gone.then(() => {
    open = false
  })
  for (let count = 0; open && count < 100; count++) {
    _socket.write(many)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  hostile.socket.resume()
  await gone
})
