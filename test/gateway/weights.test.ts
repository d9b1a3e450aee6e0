// Guards that an answer says which weights sampled it, and outlasts an update of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type Behaviour, type OpenaiServer, refuse, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { logprobAt, modelServer, promptText, toIds } from '../support/model-server.ts'

const [ALICE, BOB] = ['alice-token-0123456789', 'bob-token-0123456789']

let upstream: OpenaiServer
let server: InProcessServer

beforeAll(async () => {
  upstream = await startOpenaiServer(modelServer(() => ({ content: 'Hello.' })))
  const profile = { base_urls: [upstream.baseUrl], model: 'small', max_tokens: 50, gateway: {} }
  server = await startInProcess({
    tokens: [
      { principal: 'alice', token: ALICE, role: 'client' },
      { principal: 'bob', token: BOB, role: 'client' },
    ],
    profiles: { policy: profile },
  })
  const [model] = server.host.core.gatewayModels.values()
  while (model?.probe.found === undefined) await new Promise(setImmediate)
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))

const post = (path: string, body: unknown, token = ALICE) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

const announce = async (version: number, token = ALICE) =>
  (await post('/v1/weights', { profile: 'policy', version }, token)).json()

/** One call of a new episode, its answer as text and its row. */
async function asked(
  stream: boolean,
  more: object = {},
  onText: (text: string) => void = () => {},
) {
  const gateway = { profile: 'policy', tools: 'mcp' }
  const opening = { env: 'mock-v1', split: 'train', index: 3, gateway }
  const opened = (await (await post('/v1/episodes', opening)).json()) as OpenResult
  const { base = '', key = '' } = opened.gateway ?? {}
  const messages = [{ role: 'user', content: 'Hello?' }]
  const answer = await post(
    `${base}/chat/completions`,
    { messages, model: 'any', stream, ...more },
    key,
  )
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of answer.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(piece)
    onText(text)
  }
  const path = `${server.url}/v1/episodes/${opened.episode_id}/calls`
  const calls = await fetch(path, { headers: { authorization: `Bearer ${ALICE}` } })
  const [call, ...others] = (await calls.json()) as ModelCallResult[]
  expect(others).toEqual([])
  return { status: answer.status, text, call }
}

/** The texts that a stream gave, in order. */
const said = (events: string): string =>
  [...events.matchAll(/"content":"([^"]+)"/g)].map(([, text]) => text).join('')

/** Says a text and is broken off. */
const broken = (content: string, more: object = {}): Behaviour =>
  modelServer(() => ({ content, ...more }), {
    change: ({ choices }) => {
      for (const choice of choices as Record<string, unknown>[]) {
        if (choice.finish_reason !== null) choice.finish_reason = 'abort'
      }
    },
  })

/** Goes on from ids with a text, as vLLM's completions do. */
const goesOn =
  (text: string, before: () => unknown = () => undefined): Behaviour =>
  async (response, { body }) => {
    await before()
    const logprobs = { tokens: [...text], token_logprobs: [...text].map((_, at) => -at) }
    const choice = { index: 0, text, logprobs, token_ids: toIds(text), finish_reason: 'stop' }
    const prompt = (body.prompt as number[]).length
    const usage = { prompt_tokens: prompt, completion_tokens: text.length }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
    response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
    response.end('data: [DONE]\n\n')
  }

describe('an answer', () => {
  it('has the version that its own principal announced last', async () => {
    upstream.script(modelServer(() => ({ content: 'Hello.' })))
    expect((await asked(false)).call).not.toHaveProperty('spans')
    expect(await announce(3)).toEqual({ profile: 'policy', version: 3, previous: null })
    expect(await announce(9, BOB)).toMatchObject({ previous: null })
    expect((await asked(false)).call?.spans).toEqual([{ version: 3, first: 0 }])
    expect(await announce(4)).toMatchObject({ previous: 3 })
    const unknown = await post('/v1/weights', { profile: 'none', version: 1 })
    expect(await unknown.json()).toMatchObject({ code: 'settings/unknown_profile' })
  })

  it('has the first token of a version that came while it was sampled, if known', async () => {
    await announce(5)
    let read: () => void = () => undefined
    const half = new Promise<void>((resolve) => {
      read = resolve
    })
    const between = async (_: unknown, sent: number) => {
      // Before the second half of the text.
      if (sent !== 4) return
      await half
      await announce(6)
    }
    upstream.script(modelServer(() => ({ content: 'Hello.' }), { betweenChunks: between }))
    const onText = (text: string) => text.includes('Hel') && read()
    expect((await asked(true, {}, onText)).call?.spans).toEqual([
      { version: 5, first: 0 },
      { version: 6, first: 3 },
    ])
    upstream.script(async (response, request) => {
      await announce(7)
      await modelServer(() => ({ content: 'Hello.' }))(response, request)
    })
    expect((await asked(false)).call?.spans).toEqual([
      { version: 6, first: 0 },
      { version: 7, first: null },
    ])
  })
})

describe('an answer that an update breaks off', () => {
  it.each([false, true])(
    'goes on from its ids and stays one answer, streamed: %s',
    async (stream) => {
      await announce(1)
      const busy = refuse(503, { message: 'updating' })
      upstream.script(
        broken('Hel'),
        busy,
        goesOn('lo.', () => announce(2)),
      )
      const { text, call } = await asked(stream)
      if (stream) expect(said(text)).toBe('Hello.')
      else expect(text).toContain('"Hello."')
      const [first, , rest] = upstream.requests
      const prompt = toIds(promptText(first as NonNullable<typeof first>))
      expect(rest).toMatchObject({
        path: '/v1/completions',
        body: { prompt: [...prompt, ...toIds('Hel')], max_tokens: 47, return_token_ids: true },
      })
      expect(rest?.body).not.toHaveProperty('messages')
      expect(call).toMatchObject({
        answer: { role: 'assistant', content: 'Hello.' },
        ...{ finish_reason: 'stop', text_only: null, failure: null },
        usage: { prompt_tokens: prompt.length, completion_tokens: 6 },
        token_ids: toIds('Hello.'),
        logprobs: [...[0, 1, 2].map(logprobAt), -0, -1, -2].map((value) => value + 0),
        spans: [
          { version: 1, first: 0 },
          { version: 2, first: 3 },
        ],
      })
    },
  )

  it('is asked for anew if its rest would need a parser and the agent has none', async () => {
    await announce(1)
    const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }]
    upstream.script(
      broken('Hel', { calls: [['look', '{}']] }),
      modelServer(() => ({ content: 'Good day.' })),
    )
    const { call } = await asked(false, { tools })
    expect(call).toMatchObject({ answer: { content: 'Good day.' }, token_ids: toIds('Good day.') })
    expect(upstream.requests.map(({ path }) => path)).toEqual(Array(2).fill('/v1/chat/completions'))
  })

  it('is asked for anew by a model server that goes on from no ids', async () => {
    const again = modelServer(() => ({ content: 'Good day.' }))
    upstream.script(broken('Hel'), refuse(404, {}), again)
    expect((await asked(false)).call).toMatchObject({
      answer: { content: 'Good day.' },
      ...{ failure: null, token_ids: toIds('Good day.') },
    })
  })

  it('fails so that the agent asks again if it has a part that nobody can go on with', async () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }]
    upstream.script(broken('Hel'))
    const { text, call } = await asked(true, { tools })
    expect(text).toContain('gateway/unavailable')
    expect(call?.failure).toMatchObject({ code: 'gateway/unavailable' })
  })

  it('is whole if it has as many tokens as were asked for', async () => {
    upstream.script(broken('Hel'))
    const { call } = await asked(false, { max_tokens: 3 })
    expect(call).toMatchObject({ answer: { content: 'Hel' }, finish_reason: 'length' })
    expect(upstream.requests).toHaveLength(1)
  })
})
