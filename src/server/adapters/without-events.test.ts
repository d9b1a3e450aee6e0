// Guards that public events reach trainers by the protocol of this server, and no adapter's client.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { postJson } from '../../../test/support/post-json.ts'
import { RpcSocket } from '../../../test/support/rpc-socket.ts'
import { mock } from '../../env/mock/index.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../wire/results.ts'

/** The locked box with an event in its opening too. */
const marked: AnyEnvironment = {
  ...mock,
  open(context) {
    const opened = mock.open(context)
    return 'next' in opened ? opened : { ...opened, events: [{ kind: 'seen_box' }] }
  },
}
/** Kinds of events, and the member that carries them. */
const EVENTS = /"events"|seen_box|call_rejected|code_entered/

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess({}, [marked])
})
afterAll(() => server.stop())

const TASK_REF = { split: 'train', index: 0 } as const
const called = (name: string, given: object) => ({ name, arguments: given })
const turn = (name: string, given: object) => ({
  tool_calls: [{ id: 'call_1', type: 'function', function: called(name, given) }],
})

const post = async (path: string, body: object, headers = {}): Promise<string> =>
  (await postJson(server.url + path, body, headers)).text()

it('come with an opening, a step and a resume of the own protocol', async () => {
  const rpc = await RpcSocket.connect(server.url)
  const opened = await rpc.call<OpenResult>('episode.open', { env: 'mock-v1', ...TASK_REF })
  const { episode_id } = opened
  expect(opened.info).toEqual({ score: 0, reward_parts: {}, events: [{ kind: 'seen_box' }] })
  const entered = { kind: 'code_entered', code: '1', opens: false, call_id: 'call_1' }
  const action = turn('enter_code', { code: '1' })
  const stepped = await rpc.call<StepResult>('episode.step', { episode_id, action })
  expect(stepped.info.events).toEqual([entered])
  const again = await rpc.call<StepResult>('episode.step', { episode_id, action, seq: 1 })
  expect(again).toEqual(stepped)
  const resumed = await rpc.call<ResumeResult>('episode.resume', { episode_id })
  expect(resumed.info.events).toEqual([{ kind: 'seen_box' }, entered])
  expect(resumed.last?.info.events).toEqual([entered])
  const fork = await rpc.call<ResumeResult>('episode.fork', { episode_id, position: 1 })
  expect(fork.info.events).toEqual(resumed.info.events)
  const log = await fetch(`${server.url}/v1/episodes/${episode_id}/log`)
  expect(await log.text()).toMatch(/seen_box.*code_entered/s)
  await rpc.close()
})

it('stay out of MCP', async () => {
  const tool = (name: string, given: object) =>
    post('/mcp/mock-v1', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: called(name, given),
    })
  const opened = await tool('open_episode', TASK_REF)
  const [, episode_id] = /"episode_id":"(ep_\w+)"/.exec(opened) ?? []
  expect(episode_id).toBeDefined()
  const told = [
    opened,
    await tool('enter_code', { episode_id, code: '1' }),
    await tool('say', { episode_id, content: 'Hm.' }),
    await tool('close_episode', { episode_id }),
  ]
  for (const text of told) expect(text).not.toMatch(EVENTS)
  expect(told[1]).toContain('The lock does not move.')
})

it('stay out of OpenEnv, on a socket and over HTTP, of what was played before too', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/openenv/mock-v1/ws`)
  await once(socket, 'open')
  const say = async (type: string, data: object): Promise<string> => {
    socket.send(JSON.stringify({ type, data }))
    return String((await once(socket, 'message'))[0])
  }
  const opened = await say('reset', TASK_REF)
  const stepped = await say('step', turn('enter_code', { code: '1' }))
  const { episode_id } = JSON.parse(opened).data.metadata
  const again = await say('reset', { episode_id })
  const read = await post('/openenv/mock-v1/reset', TASK_REF)
  for (const text of [opened, stepped, again, read]) expect(text).not.toMatch(EVENTS)
  expect(stepped).toContain('The lock does not move.')
  expect(again).toContain('"last"')
  socket.terminate()
})

it('stay out of ORS', async () => {
  const created = await post('/create_session', {})
  const [, sid] = /data: (\S+)/.exec(created) ?? []
  const headers = { 'x-session-id': sid }
  await post('/create', { ...TASK_REF, env_name: 'mock-v1' }, headers)
  const input = { code: '1' }
  const stepped = await post('/mock-v1/call', { name: 'enter_code', input }, headers)
  expect(stepped).toContain('The lock does not move.')
  const prompt = await fetch(`${server.url}/mock-v1/prompt`, { headers: headers as never })
  for (const text of [created, stepped, await prompt.text()]) expect(text).not.toMatch(EVENTS)
})
