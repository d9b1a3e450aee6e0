// Guards that clients of other protocols see the tools that an episode's settings give it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcessServer, serveInProcess } from '../../../test/support/in-process.ts'
import { parseAnswer, postJson } from '../../../test/support/post-json.ts'
import { servedDataSets } from '../../cli/data-sets.ts'
import { configSchema } from '../config/schema.ts'
import { SILENT_LOG } from '../host-log.ts'

let server: InProcessServer
beforeAll(async () => {
  const config = configSchema.parse({ db: ':memory:' })
  server = await serveInProcess({ config, dataSets: servedDataSets(undefined), log: SILENT_LOG })
})
afterAll(() => server.stop())

const ENV = 'phone-call-v2'
const SETTINGS = { stage: 'full' }
const USUAL = ['company_directory', 'auth_info_form', 'phone_call']
const TALKING = ['company_directory', 'ask_customer', 'phone_call', 'say', 'hang_up', 'report']

const namesIn = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name)

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await postJson(server.url + path, body, headers)
  return parseAnswer(await response.text())
}

const rpc = (path: string, method: string, params: object = {}) =>
  post(path, { jsonrpc: '2.0', id: 1, method, params })

async function get(path: string, headers: Record<string, string>) {
  const body: unknown = await (await fetch(server.url + path, { headers })).json()
  return body as { readonly tools: readonly { readonly name: string }[] }
}

it('MCP lists the tools of all settings, and at an episode only its own', async () => {
  const path = `/mcp/${ENV}`
  const open = { name: 'open_episode', arguments: { settings: SETTINGS } }
  const { content, structuredContent } = (await rpc(path, 'tools/call', open)).result
  expect(content[0].text).toContain('ask_customer, phone_call, world_say, hang_up, report.')
  const listed = namesIn((await rpc(path, 'tools/list')).result.tools)
  expect(listed).toEqual(expect.arrayContaining(['auth_info_form', 'ask_customer', 'world_say']))
  const at = `${path}/${structuredContent.episode_id}`
  const own = namesIn((await rpc(at, 'tools/list')).result.tools)
  expect(own).toEqual(
    expect.arrayContaining(['say', 'close_episode', 'ask_customer', 'world_say', 'hang_up']),
  )
  expect(own).not.toContain('auth_info_form')
  const said = { name: 'world_say', arguments: { answer: 'yes' } }
  const { result } = await rpc(at, 'tools/call', said)
  expect(result.content[0].text).toMatch(/nobody|line/i)
})

it('OpenEnv lists the tools of the episode at a seat', async () => {
  const path = `/openenv/${ENV}/sessions/one`
  const list = async () =>
    namesIn((await post(`${path}/step`, { action: { type: 'list_tools' } })).observation.tools)
  expect(await list()).toEqual(USUAL)
  await post(`${path}/reset`, { index: 0, settings: SETTINGS })
  expect(await list()).toEqual(TALKING)
  expect(namesIn((await rpc(`${path}/mcp`, 'tools/list')).result.tools)).toEqual(TALKING)
})

it('ORS accepts settings beside a task, and lists the tools that they give', async () => {
  const { task } = await post(`/${ENV}/task`, { split: 'val', index: 0 })
  const sid = { 'x-session-id': 'a-session-of-ors' }
  await post('/create', { env_name: ENV, task_spec: { ...task, settings: SETTINGS } }, sid)
  expect(namesIn((await get(`/${ENV}/task_tools`, sid)).tools)).toEqual(TALKING)
  expect(namesIn((await get(`/${ENV}/tools`, sid)).tools)).toEqual(USUAL)
})
