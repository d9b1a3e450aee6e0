// Guards that a program whose tools the gateway calls may repeat a request: no step is lost.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenResult } from '../../src/wire/results.ts'
import { type Behaviour, type OpenaiServer, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { modelServer } from '../support/model-server.ts'
import { parseAnswer, postJson } from '../support/post-json.ts'

let upstream: OpenaiServer
let server: InProcessServer

const says = (content: string) => modelServer(() => ({ content }))
const reads = modelServer(() => ({ calls: [['read_code', '{}']] }))
const isBusy: Behaviour = (response) => {
  response.writeHead(503)
  response.end('{}')
}

beforeAll(async () => {
  upstream = await startOpenaiServer(says('Hello.'))
  const profile = { base_urls: [upstream.baseUrl], model: 'small' }
  const profiles = {
    policy: { ...profile, gateway: {} },
    short: { ...profile, gateway: { calls_max: 1 } },
  }
  server = await startInProcess({ profiles })
  for (const model of server.host.core.gatewayModels.values())
    await model.probe.capability(model as never)
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))

async function opened(profile = 'policy') {
  const gateway = { profile, tools: 'injected' }
  const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
  const answer = await postJson(`${server.url}/v1/episodes`, asked)
  const { episode_id: episode, gateway: given } = (await answer.json()) as OpenResult
  const path = `${server.url}${given?.base_with_key}/chat/completions`
  const messages = [{ role: 'user', content: 'Play.' }]
  const ask = () => postJson(path, { model: 'any', messages })
  const close = () => postJson(`${server.url}/v1/episodes/${episode}/close`, {})
  const steps = async () => {
    const log = await server.host.core.store.log.load(episode)
    return (log?.rows ?? []).filter(({ kind }) => kind === 'stepped').length
  }
  return { episode, ask, close, steps }
}

const contentOf = async (answer: Response): Promise<string> =>
  parseAnswer(await answer.text()).choices[0].message.content

const rolesSent = () =>
  upstream.requests.map(({ body }) =>
    (body.messages as { role: string }[]).map(({ role }) => role).join(' '),
  )

it('a request that is repeated after a failure goes on behind the steps of the first', async () => {
  const { ask, steps } = await opened()
  upstream.script(reads, isBusy, says('Done.'))
  expect((await ask()).status).toBe(503)
  expect(await contentOf(await ask())).toBe('Done.')
  expect(rolesSent()).toEqual(['user', 'user assistant tool', 'user assistant tool'])
  expect(await steps()).toBe(1)
  // The program lost the answer, and the tools were called already.
  expect(await contentOf(await ask())).toBe('Done.')
  expect(rolesSent().at(-1)).toBe('user assistant tool')
  expect(await steps()).toBe(1)
})

it('an action whose result no call has read is not played a second time', async () => {
  const { ask, steps } = await opened('short')
  upstream.script(reads)
  for (const status of [429, 429]) {
    expect((await ask()).status).toBe(status)
    expect(await steps()).toBe(1)
  }
})

it('two requests at once are answered one after the other', async () => {
  const { ask, steps } = await opened()
  upstream.script(reads, says('One.'), reads, says('Two.'))
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await steps()).toBe(2)
})

it('a program whose episode is closed while the model answers gets its end', async () => {
  const { ask, close, steps } = await opened()
  upstream.script(async (response, request) => {
    await close()
    await reads(response, request)
  })
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(await contentOf(answer)).toBe('The episode is over: client_closed.')
  expect(await steps()).toBe(0)
})
