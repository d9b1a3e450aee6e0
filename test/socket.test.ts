// Guards the WebSocket side against bad frames, foreign callers and failing environments.
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { mock } from '../src/env/mock/index.ts'
import { ENVIRONMENTS } from '../src/env/registry.ts'
import type { RunningServer } from '../src/server/serve.ts'
import type { OpenResult, StepResult } from '../src/wire/results.ts'
import { RpcSocket } from './support/rpc-socket.ts'
import { startServer } from './support/test-server.ts'

const servers: RunningServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

async function start(
  ...options: Parameters<typeof startServer>
): Promise<{ server: RunningServer; rpc: RpcSocket }> {
  const server = await startServer(...options)
  servers.push(server)
  return { server, rpc: await RpcSocket.connect(server.url) }
}

const enter = (code: string) => ({
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'enter_code', arguments: { code } } },
  ],
})
const open = { env: 'mock-v1', split: 'train', index: 3 }

/** The HTTP status and body with which an upgrade is refused. */
function refusal(url: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws'), { headers })
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve([response.statusCode ?? 0, JSON.parse(body).code]))
    })
  })
}

const closeCode = (rpc: RpcSocket): Promise<number> =>
  new Promise((resolve) => rpc.socket.once('close', (code) => resolve(code)))

describe('bad frames', () => {
  const badAction = '{"episode_id":"e","action":{"text":1}}'
  const deep = `${'['.repeat(60)}${']'.repeat(60)}`
  it.each<[string, string | Buffer, number, string]>([
    ['no JSON', '{"jsonrpc":', -32700, 'request/malformed_json'],
    ['a binary frame', Buffer.from('{}'), -32700, 'request/malformed_json'],
    ['a number', '7', -32602, 'request/invalid'],
    ['null', 'null', -32602, 'request/invalid'],
    ['an empty batch', '[]', -32602, 'request/invalid'],
    ['no version', '{"id":1,"method":"env.list"}', -32602, 'request/invalid'],
    ['no id', '{"jsonrpc":"2.0","method":"env.list"}', -32602, 'request/invalid'],
    [
      'an unknown method',
      '{"jsonrpc":"2.0","id":"x","method":"env.lits"}',
      -32601,
      'request/unknown_method',
    ],
    [
      'a method of Object',
      '{"jsonrpc":"2.0","id":"x","method":"constructor"}',
      -32601,
      'request/unknown_method',
    ],
    [
      'unknown params',
      '{"jsonrpc":"2.0","id":"x","method":"env.list","params":{"a":1}}',
      -32602,
      'request/invalid',
    ],
    [
      'params in an array',
      '{"jsonrpc":"2.0","id":"x","method":"env.describe","params":[1]}',
      -32602,
      'request/invalid',
    ],
    [
      'deep params',
      `{"jsonrpc":"2.0","id":"x","method":"env.list","params":{"a":${deep}}}`,
      -32000,
      'request/too_deep',
    ],
    [
      'a broken action',
      `{"jsonrpc":"2.0","id":"x","method":"episode.step","params":${badAction}}`,
      -32000,
      'action/malformed',
    ],
    [
      'an own __proto__',
      '{"jsonrpc":"2.0","id":"x","method":"env.list","params":{"__proto__":{"a":1}}}',
      -32602,
      'request/invalid',
    ],
  ])('%s gets its code and the socket goes on', async (_, frame, rpcCode, code) => {
    const { rpc } = await start()
    const answer = (await rpc.raw(frame)) as { error: { code: number; data: { code: string } } }
    expect([answer.error.code, answer.error.data.code]).toEqual([rpcCode, code])
    expect(await rpc.call('env.list', {})).toHaveLength(ENVIRONMENTS.length)
  })

  const list = (count: number, item: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => item(at)).join(',')
  const members = (count: number): string => `{${list(count, (at) => `"k${at}":"v"`)}}`
  const opening = (more: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"episode.open","params":{"env":"mock-v1",${more}}}`
  it.each<[string, string, string]>([
    ['200,000 labels', opening(`"labels":${members(200_000)}`), 'request/too_large'],
    ['300,000 settings', opening(`"settings":${members(300_000)}`), 'request/too_large'],
    ['a million lists', `[${list(1_000_000, () => '[]')}]`, 'request/too_large'],
    ['a million lists in a call', `{"a":[${list(1_000_000, () => '[]')}]}`, 'request/too_large'],
    ['two million levels', '['.repeat(2_000_000), 'request/too_large'],
    ['as many members as fit', opening(`"labels":${members(6_000)}`), 'request/invalid'],
    ['as many unknown ones', opening(`"settings":${members(6_000)}`), 'task/unknown'],
  ])('refuses %s, and serves others', async (_, frame, code) => {
    const { server, rpc } = await start()
    const other = await RpcSocket.connect(server.url)
    const { error } = (await rpc.raw(frame)) as { error: { data: { code: string } } }
    expect(error.data.code).toBe(code)
    expect(await other.call('env.list', {})).toHaveLength(ENVIRONMENTS.length)
  })

  it('closes a socket that sends too much or no UTF-8, and no other', async () => {
    const { server, rpc } = await start({ limits: { payload_bytes_max: 2_000 } })
    const large = await RpcSocket.connect(server.url)
    large.socket.send('x'.repeat(3_000))
    expect(await closeCode(large)).toBe(1009)
    const broken = await RpcSocket.connect(server.url)
    broken.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
    expect(await closeCode(broken)).toBe(1007)
    expect(await rpc.call('env.list', {})).toHaveLength(ENVIRONMENTS.length)
  })
})

describe('callers', () => {
  const tokens = [
    { principal: 'alice', token: 'alice-token-0123456789' },
    { principal: 'bob', token: 'bobby-token-0123456789' },
  ]

  it('refuses upgrades with a coded answer', async () => {
    const server = await startServer({ tokens, limits: { sockets_per_principal_max: 1 } })
    servers.push(server)
    const path = `${server.url}/v1/ws`
    const authorization = 'Bearer alice-token-0123456789'
    expect(await refusal(path)).toEqual([401, 'auth/missing'])
    expect(await refusal(path, { authorization: 'Bearer wrong' })).toEqual([401, 'auth/denied'])
    expect(await refusal(`${server.url}/v2/ws`, { authorization })).toEqual([
      404,
      'request/not_found',
    ])
    const origin = 'https://evil.example'
    expect(await refusal(path, { authorization, origin })).toEqual([403, 'auth/foreign_origin'])
    await RpcSocket.connect(server.url, { authorization })
    expect(await refusal(path, { authorization })).toEqual([503, 'capacity/sockets'])
  })

  it('takes a token as a subprotocol, and keeps episodes apart', async () => {
    const server = await startServer({ tokens })
    servers.push(server)
    const alice = await RpcSocket.connect(server.url, {
      authorization: 'Bearer alice-token-0123456789',
    })
    const { episode_id, resume_key } = await alice.call<OpenResult>('episode.open', open)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/ws`, [
      'backchannel.v1',
      'bearer.bobby-token-0123456789',
    ])
    await new Promise((resolve) => socket.once('open', resolve))
    expect(socket.protocol).toBe('backchannel.v1')
    socket.close()
    const bob = await RpcSocket.connect(server.url, {
      authorization: 'Bearer bobby-token-0123456789',
    })
    const methods = ['step', 'resume', 'fork', 'close', 'watch'].map((name) => `episode.${name}`)
    for (const method of methods) {
      const params = { episode_id, action: enter('0'), position: 0 }
      const known =
        method === 'episode.step' ? ['action'] : method === 'episode.fork' ? ['position'] : []
      const given = Object.fromEntries(
        Object.entries(params).filter(([key]) => key === 'episode_id' || known.includes(key)),
      )
      expect([method, await bob.fault(method, given)]).toEqual([method, 'episode/not_found'])
    }
    const played = await bob.call<StepResult>('episode.step', {
      episode_id,
      resume_key,
      action: enter('0'),
    })
    expect(played.seq).toBe(1)
  })
})

describe('a broken environment', () => {
  const broken = {
    ...mock,
    id: 'mock-v1',
    step: (...args: Parameters<typeof mock.step>) => {
      if (args[1].content === 'crash') throw new Error('boom at secret.ts:1')
      return mock.step(...args)
    },
    turnRules: { ...mock.turnRules, isFinalAnswer: () => true },
  }

  it('ends its episode as faulted and hurts no other', async () => {
    const { rpc, server } = await start({}, [broken])
    const bad = await rpc.call<OpenResult>('episode.open', open)
    const good = await rpc.call<OpenResult>('episode.open', open)
    const crash = { episode_id: bad.episode_id, action: { content: 'crash' } }
    const [first, other] = await Promise.all([
      rpc.answer('episode.step', crash),
      rpc.call<StepResult>('episode.step', { episode_id: good.episode_id, action: enter('0') }),
    ])
    expect(first.error?.data.code).toBe('episode/faulted')
    expect(JSON.stringify(first)).not.toContain('secret.ts')
    expect(other.reward).toBe(-0.1)
    expect(await rpc.fault('episode.step', crash)).toBe('episode/faulted')
    const report = await fetch(`${server.url}/v1/episodes/${bad.episode_id}/replay`, {
      method: 'POST',
    })
    expect(await report.json()).toMatchObject({ verdict: 'verified' })
  })
})

describe('stopping', () => {
  it('finishes the step that is under way and refuses new ones', async () => {
    const { rpc, server } = await start()
    const { episode_id } = await rpc.call<OpenResult>('episode.open', open)
    const slow = {
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'read_code', arguments: { milliseconds: 150 } },
        },
      ],
    }
    const running = rpc.call<StepResult>('episode.step', { episode_id, action: slow })
    await rpc.call('env.list', {})
    const stopping = server.stop()
    expect(await rpc.fault('episode.open', open)).toBe('server/draining')
    expect((await running).seq).toBe(1)
    expect(await closeCode(rpc)).toBe(1001)
    await stopping
  })

  it('gives up effects that outlast the drain, so that nothing holds the process', async () => {
    const { server } = await start({ limits: { drain_ms: 0 } })
    const input = { milliseconds: 50_000 }
    const effects = Array.from({ length: 20 }, () =>
      server.host.core.performEffect({ kind: 'timer', input }, 'local'),
    )
    await server.stop()
    for (const answer of await Promise.all(effects)) expect(answer.status).toBe('failed')
  })
})
