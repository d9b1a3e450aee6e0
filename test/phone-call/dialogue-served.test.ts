// Guards that a served episode has the tools of its settings, goes on after a fork, and replays.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDataSets } from '../../src/datasets/load.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT } from '../../src/server/host-log.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../src/wire/results.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'
import { RpcSocket } from '../support/rpc-socket.ts'

let server: InProcessServer
let rpc: RpcSocket
beforeAll(async () => {
  const folder = new URL('../../data/phone-call', import.meta.url).pathname
  const dataSets = loadDataSets(folder)
  const config = configSchema.parse({ db: ':memory:' })
  server = await serveInProcess({ config, dataSets, log: SILENT })
  rpc = await RpcSocket.connect(server.url)
})
afterAll(() => server.stop())

const task = { env: 'phone-call-v1', split: 'train', index: 0 }
const settings = { customer: 'dialogue', conversation: 'on' }
const namesOf = ({ tools }: OpenResult): string[] => tools.map(({ function: { name } }) => name)

it('lists the tools of the settings, and those of the defaults where nothing is set', async () => {
  const plain = await rpc.call<OpenResult>('episode.open', task)
  expect(namesOf(plain)).toEqual(['company_directory', 'auth_info_form', 'phone_call'])
  const talked = await rpc.call<OpenResult>('episode.open', { ...task, settings })
  expect(namesOf(talked)).toContain('ask_customer')
  expect(namesOf(talked)).not.toContain('auth_info_form')
})

it('plays on where an employee waits: resumed, forked, and replayed', async () => {
  const { episode_id: parent } = await rpc.call<OpenResult>('episode.open', { ...task, settings })
  const step = async (id: string, name: string, args: object): Promise<string> => {
    const call = { id: 'c1', type: 'function', function: { name, arguments: args } }
    const action = { content: null, tool_calls: [call] }
    const { messages } = await rpc.call<StepResult>('episode.step', { episode_id: id, action })
    return messages.map(({ content }) => content).join('\n')
  }
  const found = await step(parent, 'company_directory', { query: 'billing' })
  const [number = ''] = found.match(/\(\d{3}\) 555-01\d\d/) ?? []
  const called = { phone_number: number, request: 'Hello.', auth_info: {} }
  await step(parent, 'ask_customer', { fields: ['full_name'] })
  await step(parent, 'phone_call', called)
  const fork = { episode_id: parent, position: 3, seed: 5, open_key: 'a-fork' }
  const { episode_id: child } = await rpc.call<ResumeResult>('episode.fork', fork)
  for (const id of [parent, child]) {
    await step(id, 'say', { text: 'I mean this.' })
    await step(id, 'hang_up', {})
    const resumed = await rpc.call<ResumeResult>('episode.resume', { episode_id: id })
    expect(namesOf(resumed)).toContain('say')
    const replayed = await fetch(`${server.url}/v1/episodes/${id}/replay`, { method: 'POST' })
    expect(await replayed.json()).toMatchObject({ verdict: 'verified' })
  }
})
