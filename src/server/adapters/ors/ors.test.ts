// Guards ORS: sessions and their tasks, repeated calls, ends, and violations of the protocol.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcessServer, serveInProcess } from '../../../../test/support/in-process.ts'
import { servedDataSets } from '../../../cli/data-sets.ts'
import { configSchema } from '../../config/schema.ts'
import { SILENT_LOG } from '../../host-log.ts'

const KEYS = { a: 'alice-token-0123456789', b: 'bobby-token-0123456789' }
let server: InProcessServer
beforeAll(async () => {
  const tokens = Object.entries(KEYS).map(([principal, token]) => ({ principal, token }))
  const config = configSchema.parse({ db: ':memory:', tokens })
  server = await serveInProcess({ config, dataSets: servedDataSets(undefined), log: SILENT_LOG })
})
afterAll(() => server.stop())

interface Asked {
  readonly body?: unknown
  readonly sid?: string
  readonly who?: 'a' | 'b'
  readonly headers?: Record<string, string>
}

function ask(method: string, path: string, { body, sid, who = 'a', headers = {} }: Asked = {}) {
  const session: Record<string, string> = sid === undefined ? {} : { 'x-session-id': sid }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = { 'content-type': 'application/json', 'x-api-key': KEYS[who] }
  return fetch(server.url + path, { method, headers: { ...type, ...session, ...headers }, ...sent })
}
const parsed = async (answered: Promise<Response>) => JSON.parse(await (await answered).text())

/** The events of a stream, by their names. */
async function events(answered: Promise<Response>): Promise<Record<string, string>> {
  const text = await (await answered).text()
  const pairs = text.split('\n\n').flatMap((event) => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? []
    return name === undefined ? [] : [[name, data ?? '']]
  })
  return Object.fromEntries(pairs)
}

async function session(env = 'mock-v1', who: 'a' | 'b' = 'a'): Promise<string> {
  const { task_id: sid = '' } = await events(ask('POST', '/create_session', { body: {}, who }))
  const body = { split: 'train', index: 0, env_name: env }
  expect(await parsed(ask('POST', '/create', { body, sid, who }))).toEqual({ sid })
  return sid
}

async function call(sid: string, name: string, input: object, more: object = {}, who?: 'a' | 'b') {
  const asked = { body: { name, input, ...more }, sid, ...(who ? { who } : {}) }
  const { task_id: task, end = 'null' } = await events(ask('POST', '/mock-v1/call', asked))
  return { task, result: JSON.parse(end) }
}

it('lists environments, splits, tasks and tools', async () => {
  expect(await parsed(ask('GET', '/list_environments'))).toContain('math-feedback-v1')
  const splits = await parsed(ask('GET', '/math-feedback-v1/splits'))
  expect(splits).toContainEqual({ name: 'val', type: 'validation' })
  const { num_tasks: count } = await parsed(
    ask('POST', '/math-feedback-v1/num_tasks', { body: { split: 'val' } }),
  )
  const range = { split: 'val', start: -2 }
  const { tasks, env_name } = await parsed(
    ask('POST', '/math-feedback-v1/task_range', { body: range }),
  )
  expect([tasks.length, tasks[1].index, env_name]).toEqual([2, count - 1, 'math-feedback-v1'])
  const body = { split: 'val', index: 1 }
  const { task } = await parsed(ask('POST', '/math-feedback-v1/task', { body }))
  expect(task.index).toBe(1)
  const tools = await parsed(ask('GET', '/math-feedback-v1/tools'))
  expect(tools.terminal_tool).toMatchObject({ name: 'answer', arg: 'content' })
  const own = await parsed(ask('GET', '/tools', { headers: { 'x-deployment': 'lab/mock-v1' } }))
  expect(own.terminal_tool).toBeNull()
  expect(own.tools[0]).toMatchObject({ name: 'read_code' })
})

it('plays a task to its end', async () => {
  const sid = await session()
  expect(await parsed(ask('GET', '/mock-v1/prompt', { sid }))).toContainEqual(
    expect.objectContaining({ text: 'Please open the locked box.', type: 'text' }),
  )
  const said = await parsed(ask('GET', '/mock-v1/messages', { sid }))
  expect(said.map(({ role }: { role: string }) => role)).toEqual(['system', 'user'])
  const read = await call(sid, 'read_code', {})
  expect(read.result).toMatchObject({ ok: true, output: { reward: 0, finished: false } })
  const code = /\d{3}/.exec(read.result.output.blocks[0].text)?.[0]
  const { result } = await call(sid, 'enter_code', { code })
  expect(result.output).toMatchObject({ reward: 1, finished: true })
  expect(result.output.metadata.metrics).toMatchObject({ success: 1 })
  const late = await call(sid, 'read_code', {})
  expect(late.result).toMatchObject({ ok: false, reason: 'episode_finished' })
})

it('plays the episode of a session at the address of its environment only', async () => {
  const sid = await session()
  const body = { name: 'read_code', input: {} }
  expect((await ask('POST', '/q-code-v1/call', { body, sid })).status).toBe(404)
  expect((await call(sid, 'read_code', {})).task).toBe('step-1')
})

it('accepts a task as it was listed, and a final answer', async () => {
  const env = 'math-feedback-v1'
  const { task } = await parsed(ask('POST', `/${env}/task`, { body: { split: 'val', index: 3 } }))
  const { task_id: sid = '' } = await events(ask('POST', '/create_session', { body: {} }))
  await ask('POST', '/create', { body: { task_spec: task, env_name: env }, sid })
  const body = { name: 'answer', input: { content: 'I do not know.' } }
  const { end = '' } = await events(ask('POST', `/${env}/call`, { body, sid }))
  expect(JSON.parse(end)).toMatchObject({ ok: true, output: { metadata: { seq: 1 } } })
})

it('plays a call once if it is repeated with its task id, and plays calls in order', async () => {
  const sid = await session()
  const first = await call(sid, 'enter_code', { code: '000' })
  const again = await call(sid, 'enter_code', { code: '000' }, { task_id: first.task })
  expect(again).toEqual(first)
  expect((await call(sid, 'enter_code', { code: '000' })).task).toBe('step-2')
  const both = await Promise.all([
    call(sid, 'enter_code', { code: '001' }),
    call(sid, 'enter_code', { code: '002' }),
    call(sid, 'read_code', {}),
  ])
  expect(both.map(({ task }) => task)).toEqual(['step-3', 'step-4', 'step-5'])
})

it('opens one episode for repeated create requests', async () => {
  const sid = await session()
  await call(sid, 'enter_code', { code: '000' })
  const body = { split: 'train', index: 0, env_name: 'mock-v1' }
  expect((await ask('POST', '/create', { body, sid })).status).toBe(200)
  expect((await call(sid, 'enter_code', { code: '001' })).task).toBe('step-2')
  const other = { ...body, index: 1 }
  expect((await parsed(ask('POST', '/create', { body: other, sid }))).code).toBe(
    'episode/key_reused',
  )
  expect(await parsed(ask('POST', '/delete', { sid }))).toEqual({ sid })
  expect((await ask('POST', '/ping', { sid })).status).toBe(404)
})

it('lets nobody use the sessions of others', async () => {
  const sid = await session()
  expect(await parsed(ask('POST', '/ping', { sid }))).toEqual({ status: 'ok' })
  for (const [method, path] of [
    ['POST', '/ping'],
    ['GET', '/mock-v1/prompt'],
    ['GET', '/mock-v1/task_tools'],
  ] as const) {
    expect((await ask(method, path, { sid, who: 'b' })).status).toBe(404)
  }
  const body = { name: 'read_code', input: {} }
  expect((await ask('POST', '/mock-v1/call', { body, sid, who: 'b' })).status).toBe(404)
  await ask('POST', '/delete', { sid, who: 'b' })
  expect((await ask('POST', '/ping', { sid })).status).toBe(200)
})

it('refuses invalid requests with our fault code', async () => {
  const sid = await session()
  const create = { split: 'train', index: 0, env_name: 'mock-v1' }
  const wrong: readonly (readonly [string, string, Asked, number])[] = [
    ['POST', '/ping', {}, 400],
    ['POST', '/ping', { sid: 'x'.repeat(151) }, 400],
    ['POST', '/create_session', { body: { env: { PATH: '/tmp' } } }, 400],
    ['POST', '/create', { sid, body: { ...create, toolset_name: 'codex' } }, 400],
    ['POST', '/create', { sid, body: { ...create, task_spec: { id: 'train-000000' } } }, 400],
    ['POST', '/create', { sid, body: { ...create, env_name: '../v1' } }, 404],
    ['POST', '/create', { sid, body: { split: 'train', index: 0 } }, 404],
    ['POST', '/mock-v1/task', { body: { split: 'train', index: -1 } }, 400],
    ['POST', '/mock-v1/num_tasks', { body: { split: 'nowhere' } }, 404],
    ['GET', '/mock-v1/call', { sid }, 405],
    ['POST', '/mock-v1/call', { sid, body: { name: 'x', input: [] } }, 400],
    ['POST', '/mock-v1/call', { sid, body: { name: 'x', input: {}, task_id: 'step-9' } }, 409],
    ['POST', '/mock-v1/call', { sid, body: { name: 'x', input: {}, task_id: 'none' } }, 400],
    ['GET', '/list_environments', { headers: { 'x-api-key': 'nobody' } }, 401],
    ['GET', '/list_environments', { headers: { origin: 'https://evil.example' } }, 403],
  ]
  for (const [method, path, asked, status] of wrong) {
    const answer = await ask(method, path, asked)
    const text = await answer.text()
    expect([path, answer.status, text]).toEqual([path, status, expect.stringContaining('detail')])
    expect(JSON.parse(text).code).toMatch(/^[a-z]+\/[a-z_]+$/)
    for (const key of Object.values(KEYS)) expect(text).not.toContain(key)
  }
})
