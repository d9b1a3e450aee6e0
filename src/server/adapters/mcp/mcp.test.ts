// Guards MCP: episodes by id, rewards, tasks, repeated calls, and violations of the protocol.
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../../test/support/in-process.ts'
import { SILENT_LOG } from '../../host-log.ts'
import { LOCAL } from '../../principal.ts'
import { RepeatedTurns } from './repeated-turns.ts'
import { mcpOverStdio } from './stdio.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess({ tokens: [{ principal: 'a', token: 'alice-token-0123456789' }] })
})
afterAll(() => server.stop())

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: 'Bearer alice-token-0123456789',
}

const post = (body: string, path = '/mcp', headers: Record<string, string> = HEADERS) =>
  fetch(server.url + path, { method: 'POST', headers, body })

interface Result {
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[]
  readonly content: readonly { readonly text: string }[]
  readonly contents: readonly { readonly text: string }[]
  readonly messages: readonly { readonly content: { readonly text: string } }[]
  readonly structuredContent: Readonly<Record<string, unknown>>
  readonly isError?: boolean
  readonly _meta: { readonly fault: { readonly code: string } }
}

/** A call as a client of the session revision makes it. */
async function call(method: string, params: object, path = '/mcp/mock-v1'): Promise<Result> {
  const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), path)
  const text = await response.text()
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return JSON.parse(data).result
}

const tool = (name: string, given: object): Promise<Result> =>
  call('tools/call', { name, arguments: given })
const open = async (): Promise<string> =>
  String((await tool('open_episode', { index: 0 })).structuredContent.episode_id)

it('lists the tools of the worlds, each with a parameter for the episode', async () => {
  const { tools } = await call('tools/list', {}, '/mcp')
  const names = tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['open_episode', 'say', 'q_sandbox']))
  for (const { name, inputSchema } of tools) {
    if (name !== 'open_episode') expect(inputSchema).toHaveProperty('properties.episode_id')
  }
  const own = (await call('tools/list', {})).tools.map(({ name }) => name)
  expect(own).not.toContain('q_sandbox')
})

it('plays several episodes concurrently, with rewards', async () => {
  const [one, two] = [await open(), await open()]
  expect(one).not.toBe(two)
  const { tools } = await call('tools/list', {})
  const own = tools.map(({ name }) => name)
  const world = own.find((name) => !['open_episode', 'say', 'close_episode'].includes(name))
  const played = await tool(String(world), { episode_id: one })
  expect(played.structuredContent).toMatchObject({ episode_id: one, seq: 1, terminated: false })
  expect(played.structuredContent.reward).toEqual(expect.any(Number))
  const said = await tool('say', { episode_id: two, content: 'no idea' })
  expect(said.structuredContent).toMatchObject({ episode_id: two, seq: 1 })
  const again = await tool('say', { episode_id: two, content: 'no idea' })
  expect(again.structuredContent).toMatchObject({ seq: 2 })
  const closed = await tool('close_episode', { episode_id: two })
  expect(closed.structuredContent).toHaveProperty('metrics')
})

it('shows the tools of one episode at its address, without an episode parameter', async () => {
  const id = await open()
  const path = `/mcp/mock-v1/${id}`
  const { tools } = await call('tools/list', {}, path)
  const names = tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['say', 'close_episode']))
  expect(names).not.toContain('open_episode')
  expect(JSON.stringify(tools)).not.toContain('episode_id')
  const at = (name: string, given: object) => call('tools/call', { name, arguments: given }, path)
  const other = await open()
  const said = await at('say', { content: 'well', episode_id: other })
  expect(said.structuredContent).toMatchObject({ episode_id: id, seq: 1 })
  const world = names.find((name) => !['say', 'close_episode'].includes(name))
  expect((await at(String(world), {})).structuredContent).toMatchObject({ episode_id: id, seq: 2 })
  const { messages } = await call('prompts/get', { name: 'task' }, path)
  const { contents } = await call('resources/read', { uri: `episode://${id}/task` }, path)
  expect(messages[0]?.content.text).toBe(contents[0]?.text)
  expect((await at('close_episode', {})).structuredContent).toHaveProperty('metrics')
  const lists = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const nobodys = id.replace(/.{12}$/, '7'.repeat(12))
  const wrong = [
    `/mcp/q-code-v1/${id}`,
    `/mcp/mock-v1/${nobodys}`,
    '/mcp/mock-v1/ep_1',
    `${path}/x`,
  ]
  for (const place of wrong)
    expect([place, (await post(lists, place)).status]).toEqual([place, 404])
})

it('gives the task as a prompt and as a resource', async () => {
  const id = await open()
  const { messages } = await call('prompts/get', { name: 'task', arguments: { episode_id: id } })
  const { contents } = await call('resources/read', { uri: `episode://${id}/task` })
  expect(messages[0]?.content.text).toBe(contents[0]?.text)
  expect(contents[0]?.text.length).toBeGreaterThan(20)
})

it('answers misuse with a text that contains our fault code', async () => {
  const id = await open()
  const wrong: readonly (readonly [string, object, string])[] = [
    ['say', { episode_id: 'ep_none', content: 'x' }, 'episode/not_found'],
    ['open_episode', { split: 'nowhere' }, 'task/unknown'],
    ['open_episode', { index: -1 }, 'request/invalid'],
    ['say', { content: 'x' }, 'request/invalid'],
    ['say', { episode_id: id, content: 7 }, 'request/invalid'],
  ]
  for (const [name, given, code] of wrong) {
    const { isError, content, _meta } = await tool(name, given)
    expect([isError, _meta.fault.code]).toEqual([true, code])
    expect(content[0]?.text).toContain(code)
  }
  await tool('close_episode', { episode_id: id })
  expect((await tool('say', { episode_id: id, content: 'x' }))._meta.fault.code).toBe(
    'episode/closed',
  )
})

it('has our fault code in every protocol error, also in those of the SDK', async () => {
  const asked: readonly (readonly [string, object, string])[] = [
    ['prompts/get', { name: 'task', arguments: { episode_id: 'ep_none' } }, 'episode/not_found'],
    ['resources/read', { uri: 'episode://ep_none/task' }, 'episode/not_found'],
    ['prompts/get', { name: 'task', arguments: {} }, 'request/invalid'],
    ['resources/read', { uri: 'episode://' }, 'request/invalid'],
    ['tools/call', { name: 'nothing', arguments: {} }, 'request/invalid'],
    ['nothing', {}, 'request/unknown_method'],
    ['initialize', {}, 'request/invalid'],
  ]
  const bodies = asked.map(([method, params, code]): readonly [object, string] => [
    { jsonrpc: '2.0', id: 'a",b', method, params },
    code,
  ])
  for (const [body, code] of [...bodies, [{ id: 1 }, 'request/invalid'] as const]) {
    const answer = await (await post(JSON.stringify(body), '/mcp/mock-v1')).text()
    expect([body, JSON.parse(answer).error.data.code]).toEqual([body, code])
  }
  const answer = await (await fetch(`${server.url}/mcp`, { headers: HEADERS })).text()
  expect(JSON.parse(answer).error.data.code).toBe('request/method_not_allowed')
})

it('has the same access checks as all other routes', async () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const { authorization: _, ...nobody } = HEADERS
  expect((await post(ping, '/mcp', nobody)).status).toBe(401)
  expect((await post(ping, '/mcp', { ...HEADERS, origin: 'https://evil.example' })).status).toBe(
    403,
  )
  expect((await post(ping, '/mcp/nothing')).status).toBe(404)
  expect((await post(ping, '/mcp/mock-v1/more')).status).toBe(404)
  const put = { method: 'PUT', headers: HEADERS, body: ping }
  expect((await fetch(`${server.url}/mcp`, put)).status).toBe(405)
  expect((await post('{')).status).toBe(400)
  expect((await fetch(`${server.url}/mcp`, { headers: HEADERS })).status).toBe(405)
  for (const body of ['[]', `[${ping},${ping}]`, 'null', '5', '{}', '{"jsonrpc":"2.0","id":{}}']) {
    const { status } = await post(body)
    expect([body, status >= 400 && status < 500]).toEqual([body, true])
  }
})

it('plays a turn once if it is repeated in flight, or after its answer was lost', async () => {
  const once = new RepeatedTurns<{ readonly seq: number }>()
  let played = 0
  const release: (() => void)[] = []
  const work = async (seq?: number) => {
    if (seq !== undefined) return { seq }
    await new Promise<void>((resolve) => release.push(resolve))
    return { seq: ++played }
  }
  const gone = { ...LOCAL, request: { closedMs: 1, onClose: () => () => undefined } }
  const both = [once.run(gone, 'k', work), once.run(gone, 'k', work)]
  release.shift()?.()
  expect(await Promise.all(both)).toEqual([{ seq: 1 }, { seq: 1 }])
  const key = { episode: 'ep_1', scope: 'view', day: 1, revokedMs: 0 } as const
  const other = once.run({ kind: 'key', key, owner: LOCAL.name }, 'k', work)
  release.shift()?.()
  expect(await other).toEqual({ seq: 2 })
  expect(await once.run(LOCAL, 'k', work)).toEqual({ seq: 1 })
  const meant = once.run(LOCAL, 'k', work)
  release.shift()?.()
  expect(await meant).toEqual({ seq: 3 })
})

it('serves standard input and output, optionally with one environment', async () => {
  const pipes = { input: new PassThrough(), output: new PassThrough() }
  const answers = createInterface({ input: pipes.output })[Symbol.asyncIterator]()
  const { close } = await mcpOverStdio(server.host, SILENT_LOG, 'mock-v1', pipes)
  let id = 0
  const ask = async (method: string, params: object) => {
    pipes.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    const answer = JSON.parse(String((await answers.next()).value))
    expect(answer.id).toBe(id)
    return answer.result as Result
  }
  const clientInfo = { name: 'test', version: '1' }
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  const { tools } = await ask('tools/list', {})
  expect(tools.map(({ name }) => name)).not.toContain('q_sandbox')
  const opened = await ask('tools/call', { name: 'open_episode', arguments: {} })
  const given = { episode_id: opened.structuredContent.episode_id, content: 'no idea' }
  const said = await ask('tools/call', { name: 'say', arguments: given })
  expect(said.structuredContent).toMatchObject({ seq: 1, terminated: false })
  let deep: object = {}
  for (let level = 0; level < 2_000; level += 1) deep = { deep }
  const { episode_id } = given
  const tooDeep = await ask('tools/call', { name: 'read_code', arguments: { episode_id, deep } })
  expect(tooDeep._meta.fault.code).toBe('request/too_deep')
  pipes.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'nothing' })}\n`)
  const refused = JSON.parse(String((await answers.next()).value))
  expect(refused.error.data.code).toBe('request/unknown_method')
  await expect(mcpOverStdio(server.host, SILENT_LOG, 'nothing-v1', pipes)).rejects.toThrow(
    'nothing-v1',
  )
  await close()
})
