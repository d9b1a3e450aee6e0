// Guards that an open episode says which tools are used up, also where its task allows fewer calls.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servedDataSets } from '../src/cli/data-sets.ts'
import { Resources } from '../src/client/index.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { openStore } from '../src/store/open.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'

let server: InProcessServer
let resources: Resources

beforeAll(async () => {
  const store = await openStore({ path: ':memory:', durability: 'process' })
  const config = configSchema.parse({})
  server = await serveInProcess({
    config,
    dataSets: servedDataSets(undefined),
    log: SILENT_LOG,
    store,
  })
  resources = new Resources({ url: server.url })
})
afterAll(() => server.stop())

/** Opens the first task of a level. Only the stream of an environment has all levels. */
async function open(env: string, level: number, settings: object = {}): Promise<string> {
  const split = 'stream'
  const asked = { env, split, difficulty: level, limit: 1 }
  const { tasks } = await resources.call('GET /v1/environments/{env}/tasks', asked)
  const index = Number(tasks[0]?.index)
  const opened = { env, split, index, settings } as never
  return (await resources.call('POST /v1/episodes', opened)).episode_id
}

const nextTurn = async (id: string) =>
  (await resources.call('GET /v1/episodes/{episode_id}', { episode_id: id })).next_turn

const step = (id: string, name: string, given: object) =>
  resources.call('POST /v1/episodes/{episode_id}/steps', {
    episode_id: id,
    action: {
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name, arguments: JSON.stringify(given) } },
      ],
    },
  })

it('counts calls by what the settings and the task both allow', async () => {
  const problem = await open('q-code-v1', 6)
  expect(await nextTurn(problem)).toMatchObject({ used_up: { q_sandbox: '0 of 0 used' } })
  const easy = await open('q-code-v1', 1, { sandbox_calls: 1, answers: 2 })
  expect(await nextTurn(easy)).toEqual({ turns_left: 6, used_up: {}, message: 'answer' })
  await step(easy, 'q_sandbox', { code: '1+1' })
  const used = { used_up: { q_sandbox: '1 of 1 used' }, turns_left: 5 }
  expect(await nextTurn(easy)).toMatchObject(used)
  const hard = await open('math-feedback-v1', 5, { assistant_turns: 6, feedback_turns: 1 })
  await step(hard, 'get_feedback', { current_answer: '1' })
  expect(await nextTurn(hard)).toEqual({
    ...{ turns_left: 5, used_up: { get_feedback: '1 of 1 used' }, message: 'final_answer' },
  })
})

it('says in phone calls what needs an open line or comes too late', async () => {
  const form = await open('phone-call-v2', 1)
  await step(form, 'auth_info_form', { fields: ['email'] })
  const closed = { used_up: { auth_info_form: 'it was used' }, message: 'message' }
  expect(await nextTurn(form)).toMatchObject(closed)
  const talk = await open('phone-call-v2', 1, { stage: 'full' })
  const lines = { say: 'no line is open', hang_up: 'no line is open' }
  expect(await nextTurn(talk)).toMatchObject({ used_up: lines })
})

it('says nothing of an episode that is over', async () => {
  const id = await open('q-code-v1', 1)
  const action = { content: '1' }
  await resources.call('POST /v1/episodes/{episode_id}/steps', { episode_id: id, action })
  expect(await nextTurn(id)).toBeNull()
})
