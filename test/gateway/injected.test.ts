// Guards that a program whose tools the gateway calls can answer a task whose answer is a message.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDataSets } from '../../src/datasets/load.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type OpenaiServer, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'
import { modelServer } from '../support/model-server.ts'
import { postJson } from '../support/post-json.ts'

let upstream: OpenaiServer
let server: InProcessServer

const says = (content: string) => modelServer(() => ({ content }))
const asks = modelServer(() => ({ calls: [['get_feedback', '{"current_answer":"\\\\boxed{1}"}']] }))

beforeAll(async () => {
  upstream = await startOpenaiServer(says('Hello.'))
  const profile = { base_urls: [upstream.baseUrl], model: 'small', gateway: {} }
  server = await serveInProcess({
    config: configSchema.parse({ db: ':memory:', profiles: { policy: profile } }),
    dataSets: loadDataSets('data/math-feedback'),
    log: SILENT_LOG,
  })
  const [model] = server.host.core.gatewayModels.values()
  while (model?.probe.found === undefined) await new Promise(setImmediate)
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))

async function opened() {
  const gateway = { profile: 'policy', tools: 'injected' }
  const asked = { env: 'math-feedback-v1', split: 'train', index: 3, gateway }
  const result = (await (await postJson(`${server.url}/v1/episodes`, asked)).json()) as OpenResult
  const path = `${server.url}${result.gateway?.base_with_key}/chat/completions`
  const ask = async (stream: boolean) => {
    const { messages } = result
    return (await postJson(path, { model: 'any', messages, stream })).text()
  }
  const close = async () => {
    const answer = await postJson(`${server.url}/v1/episodes/${result.episode_id}/close`, {})
    return (await answer.json()) as { end_reason: string; metrics: Record<string, number> }
  }
  return { ask, close }
}

it.each([false, true])(
  'the message is a step, and the program reads it (stream %s)',
  async (stream) => {
    const { ask, close } = await opened()
    upstream.script(asks, says('So it is \\boxed{1}.'))
    expect(await ask(stream)).toContain('So it is ')
    expect(await close()).toMatchObject({ end_reason: 'answered', metrics: { feedback_calls: 1 } })
  },
)

it('a message that states no answer is asked for once more', async () => {
  const { ask, close } = await opened()
  upstream.script(says('I think so.'), says('\\boxed{1}'))
  expect(await ask(false)).toContain('boxed{1}')
  expect(await close()).toMatchObject({ end_reason: 'answered', metrics: { no_answer: 0 } })
  const last = upstream.requests.at(-1)?.body.messages as { role: string; content: string }[]
  expect(last.slice(-2).map(({ role }) => role)).toEqual(['assistant', 'user'])
})
