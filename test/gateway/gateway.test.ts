// Guards that agent programs reach their model under the key of their episode, and nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenResult } from '../../src/wire/results.ts'
import { type OpenaiServer, refuse, reply, reset, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { modelServer } from '../support/model-server.ts'

const TOKEN = 'alice-token-0123456789'
const auth = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

let upstream: OpenaiServer
let server: InProcessServer

beforeAll(async () => {
  upstream = await startOpenaiServer()
  const shared = { base_urls: [upstream.baseUrl], model: 'small', temperature: 0.5, max_tokens: 50 }
  server = await startInProcess({
    tokens: [{ principal: 'alice', token: TOKEN, role: 'client' }],
    profiles: {
      closed: shared,
      open: { ...shared, gateway: {} },
      frugal: { ...shared, gateway: { tokens_max: 18 } },
      single: { ...shared, concurrency: 1, gateway: {} },
      tight: {
        ...shared,
        gateway: { calls_max: 2, concurrency_per_key: 1, concurrency_per_principal: 1 },
      },
    },
  })
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))
beforeEach(() => upstream.script(modelServer(() => ({ content: 'Good day.' }))))

async function post(path: string, key: string, body: unknown, signal?: AbortSignal) {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: auth(key),
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
}

async function open(gateway: object = { profile: 'open', tools: 'mcp' }): Promise<OpenResult> {
  const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
  return (await (await post('/v1/episodes', TOKEN, asked)).json()) as OpenResult
}

async function opened(profile = 'open') {
  const { episode_id: episode, gateway } = await open({ profile, tools: 'mcp' })
  if (gateway === undefined) throw new Error('the opening has no gateway')
  return { episode, gateway }
}

/** Something that waits until it is let go. */
function holding() {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { held, letGo }
}

/** Reads an answer until a text has come, and then the rest. */
async function readUntil(answer: Response, wanted: string) {
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(wanted)) text += decoder.decode((await reader.read()).value)
  const rest = async (): Promise<string> => {
    let more = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      more += decoder.decode(part.value)
    }
    return more
  }
  return { text, rest }
}

const prompt = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello?' }] }
const CHAT = '/v1/gateway/v1/chat/completions'

describe('an opening', () => {
  it('gives a key and paths for a profile that is offered, and for no other', async () => {
    const { episode, gateway } = await opened()
    expect(gateway).toEqual({
      key: expect.stringMatching(/^ck_/),
      key_id: expect.stringMatching(/^ck_[0-9a-f]{32}$/),
      base: '/v1/gateway/v1',
      base_with_key: `/v1/gateway/${gateway.key}/v1`,
      mcp: `/connect/${gateway.key}/mcp/mock-v1/${episode}`,
      model: 'small',
    })
    expect((await open({ profile: 'open', tools: 'injected' })).gateway?.mcp).toBeNull()
    for (const profile of ['closed', 'nowhere']) {
      expect(await open({ profile, tools: 'mcp' })).toMatchObject({
        code: 'settings/unknown_profile',
        details: { known: ['open', 'frugal', 'single', 'tight'] },
      })
    }
  })
})

describe('the key', () => {
  it('opens its models in a header or in the path, and nothing else', async () => {
    const { gateway } = await opened()
    const list = { object: 'list', data: [expect.objectContaining({ id: 'small' })] }
    const get = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${server.url}${path}`, { headers })).json()
    expect(await get(`${gateway.base}/models`, auth(gateway.key))).toEqual(list)
    expect(await get(`${gateway.base}/models`, { 'x-api-key': gateway.key })).toEqual(list)
    expect(await get(`${gateway.base_with_key}/models`)).toEqual(list)
    expect((await post('/v1/episodes', gateway.key, { env: 'mock-v1' })).status).toBe(401)
  })

  it('is looked up once for each model call, and its episode once', async () => {
    const { gateway } = await opened()
    const lookUps = vi.spyOn(server.host.core.store.book, 'revokedMs')
    expect((await post(CHAT, gateway.key, prompt)).status).toBe(200)
    expect(lookUps).toHaveBeenCalledTimes(2)
    lookUps.mockRestore()
  })

  it('is refused in the format of the caller if it is unknown or not for this', async () => {
    const connect = await post('/v1/keys', TOKEN, { env: 'mock-v1' })
    const { connect_key: other } = (await connect.json()) as { connect_key: string }
    for (const key of [TOKEN, other, 'ck_nothing', 'sk-any']) {
      const refused = await post(CHAT, key, prompt)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('x-should-retry')).toBe('false')
      const text = await refused.text()
      expect(JSON.parse(text)).toMatchObject({
        error: { type: 'authentication_error', code: 'auth/denied' },
      })
      expect(text).toMatch(/gateway key .*Send the gateway\.key that episode\.open returned/)
      expect(text).not.toContain(key)
    }
    const inPath = await post('/v1/gateway/ck_nothing/v1/chat/completions', TOKEN, prompt)
    expect(inPath.status).toBe(401)
    const messages = await post('/v1/gateway/v1/messages', 'sk-any', {})
    expect(await messages.json()).toMatchObject({
      type: 'error',
      error: { type: 'authentication_error' },
    })
    expect(upstream.requests).toEqual([])
  })

  it('ends with its episode, after one last answer that asks no model', async () => {
    const { episode, gateway } = await opened()
    await post(`/v1/episodes/${episode}/close`, TOKEN, {})
    const said = 'The episode is over: client_closed.'
    const responses = { model: 'm', input: 'Hello?' }
    const messages = { ...prompt, max_tokens: 9 }
    for (const stream of [false, true]) {
      for (const [path, body] of [
        [CHAT, prompt],
        ['/v1/gateway/v1/responses', responses],
        ['/v1/gateway/v1/messages', messages],
      ] as const) {
        const answer = await post(path, gateway.key, { ...body, stream })
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(said)])
      }
    }
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) {
      statuses.push((await post(CHAT, gateway.key, prompt)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 401, 401])
    expect(upstream.requests).toEqual([])
    expect(await server.host.core.store.calls.load(episode)).toEqual([])
    expect((await post('/v1/gateway/v1/messages/count_tokens', gateway.key, messages)).status).toBe(
      401,
    )
    const now = server.host.core.store.nowMs()
    const later = vi.spyOn(server.host.core.store, 'nowMs').mockReturnValue(now + 60_000)
    expect((await post(CHAT, gateway.key, prompt)).status).toBe(401)
    later.mockRestore()
  })

  it('ends with a revocation of it, and with one of the episode', async () => {
    const ends: ((episode: string, keyId: string) => [string, object])[] = [
      (_, keyId) => [`/v1/keys/${keyId}/revoke`, {}],
      (episode) => [`/v1/episodes/${episode}/revoke`, {}],
    ]
    for (const end of ends) {
      const { episode, gateway } = await opened()
      expect((await post(CHAT, gateway.key, prompt)).status).toBe(200)
      const [path, body] = end(episode, gateway.key_id)
      expect((await post(path, TOKEN, body)).status).toBe(200)
      expect((await post(CHAT, gateway.key, prompt)).status).toBe(401)
    }
  })
})

describe('a chat completion', () => {
  it('has the model and the sampling of the profile, whatever the agent asks for', async () => {
    const { gateway } = await opened()
    const asked = { ...prompt, temperature: 1.5, seed: 7, max_tokens: 4_000, top_p: 0.1 }
    const answer = await post(CHAT, gateway.key, asked)
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      model: 'small',
      choices: [{ message: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 9 },
    })
    const body = upstream.requests[0]?.body ?? {}
    expect(body).toMatchObject({ model: 'small', temperature: 0.5, max_tokens: 50 })
    expect(body).not.toHaveProperty('top_p')
    await post(`${gateway.base_with_key}/chat/completions`, TOKEN, { ...prompt, max_tokens: 9 })
    const second = upstream.requests[1]?.body
    expect(second?.max_tokens).toBe(9)
    expect(second?.seed).not.toBe(body.seed)
  })

  it('is streamed while it comes, without the ids of its tokens', async () => {
    const { held, letGo } = holding()
    const between = (_: unknown, sent: number) => (sent === 4 ? held : undefined)
    upstream.script(modelServer(() => ({ content: 'Good day.' }), { betweenChunks: between }))
    const { gateway } = await opened()
    const asked = { ...prompt, stream: true, stream_options: { include_usage: true } }
    const answer = await post(CHAT, gateway.key, asked)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const { text: begun, rest } = await readUntil(answer, 'Good')
    expect(begun).not.toContain('day')
    letGo()
    const text = begun + (await rest())
    const events = text
      .trim()
      .split('\n\n')
      .map((line) => line.replace('data: ', ''))
    expect(events.at(-1)).toBe('[DONE]')
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event))
    const said = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    expect(said).toBe('Good day.')
    expect(chunks.at(-1)?.usage.completion_tokens).toBe(9)
    expect(text).not.toContain('token_ids')
  })

  it('refuses several choices, and what is no request, before the model is asked', async () => {
    const { gateway } = await opened()
    for (const body of [{ ...prompt, n: 2 }, {}, { ...prompt, messages: [] }]) {
      const refused = await post(CHAT, gateway.key, body)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    }
    const long = { ...prompt, messages: [{ role: 'user', content: 'x'.repeat(5_000_000) }] }
    expect((await post(CHAT, gateway.key, long)).status).toBe(413)
    expect(upstream.requests).toEqual([])
  })

  it('answers for a model server that refuses, fails or is away', async () => {
    const { gateway } = await opened()
    const asked = async () => post(CHAT, gateway.key, prompt)
    upstream.script(refuse(400, { error: { message: 'too long' } }))
    const refused = await asked()
    expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([400, 'false'])
    expect(await refused.text()).toContain('too long')
    upstream.script(refuse(429, {}, { 'retry-after': '7' }))
    const busy = await asked()
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '7'])
    upstream.script(reset)
    const away = await asked()
    expect([away.status, away.headers.get('retry-after')]).toEqual([502, '1'])
  })

  it('ends a stream that broke off with an error', async () => {
    const { held, letGo } = holding()
    const between = async (response: { destroy(): void }, sent: number) => {
      if (sent < 4) return
      await held
      response.destroy()
    }
    upstream.script(modelServer(() => ({ content: 'Good day.' }), { betweenChunks: between }))
    const { gateway } = await opened()
    const answer = await post(CHAT, gateway.key, { ...prompt, stream: true })
    const { rest } = await readUntil(answer, 'Good')
    letGo()
    const text = await rest()
    expect(text).toContain('gateway/failed')
    expect(text).not.toContain('day')
  })

  it('is bounded in number for an episode, and at once for a key and a principal', async () => {
    const [{ held, letGo }, { held: isThere, letGo: arrive }] = [holding(), holding()]
    upstream.script(async (response, request) => {
      arrive()
      await held
      await modelServer(() => ({ content: 'Yes.' }))(response, request)
    })
    const [one, two] = [await opened('tight'), await opened('tight')]
    const first = post(CHAT, one.gateway.key, prompt)
    await isThere
    for (const { gateway } of [one, two]) {
      const refused = await post(CHAT, gateway.key, prompt)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    }
    letGo()
    expect((await first).status).toBe(200)
    expect((await post(CHAT, one.gateway.key, prompt)).status).toBe(200)
    const spent = await post(CHAT, one.gateway.key, prompt)
    expect([spent.status, spent.headers.get('x-should-retry')]).toEqual([429, 'false'])
    expect(await spent.json()).toMatchObject({ error: { code: 'gateway/budget' } })
  })

  it('ends with the tokens of answers that the model server does not count', async () => {
    const uncounted = modelServer(() => ({ content: 'Good day.' }), {
      change: (body) => {
        delete body.usage
        delete body.prompt_token_ids
      },
    })
    upstream.script(uncounted)
    const { gateway } = await opened('frugal')
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await post(CHAT, gateway.key, prompt)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('shares the slots of its profile with effects of environments', async () => {
    const { gateway } = await opened('single')
    const { held, letGo } = holding()
    upstream.script(async (response, request) => {
      await held
      await modelServer(() => ({ content: 'Good day.' }))(response, request)
    })
    const asked = post(CHAT, gateway.key, prompt)
    while (upstream.requests.length === 0) await new Promise(setImmediate)
    const input = { messages: [{ role: 'user', content: 'Hello?' }] }
    const effect = server.host.core.performEffect(
      { kind: 'chat', profile: 'single', input },
      'alice',
    )
    for (let round = 0; round < 20; round++) await new Promise(setImmediate)
    expect(upstream.requests).toHaveLength(1)
    letGo()
    expect((await asked).status).toBe(200)
    expect(await effect).toMatchObject({ status: 'answered' })
  })
})

describe('a count of tokens', () => {
  const COUNT = '/v1/gateway/v1/messages/count_tokens'
  const asked = { ...prompt, system: 'Be brief.', tools: [{ name: 'look', input_schema: {} }] }

  it('is that of the tokenizer beside the model server, for the whole prompt', async () => {
    const { gateway, episode } = await opened()
    upstream.script(reply({ count: 42, max_model_len: 100, tokens: [] }))
    const answer = await post(COUNT, gateway.key, asked)
    expect([answer.status, await answer.json()]).toEqual([200, { input_tokens: 42 }])
    const { path, body } = upstream.requests[0] as (typeof upstream.requests)[number]
    expect([path, body.model, body.add_generation_prompt]).toEqual(['/tokenize', 'small', true])
    expect(body).toMatchObject({
      messages: [{ role: 'system', content: 'Be brief.' }, prompt.messages[0]],
      tools: [{ function: { name: 'look' } }],
    })
    const calls = await fetch(`${server.url}/v1/episodes/${episode}/calls`, {
      headers: auth(TOKEN),
    })
    expect(await calls.json()).toEqual([])
  })

  it('is given for a conversation that ends with an answer, which starts no other', async () => {
    const { gateway } = await opened()
    upstream.script(reply({ count: 7, tokens: [] }))
    const messages = [...asked.messages, { role: 'assistant', content: 'Good day.' }]
    const answer = await post(COUNT, gateway.key, { ...asked, messages })
    expect([answer.status, await answer.json()]).toEqual([200, { input_tokens: 7 }])
    expect(upstream.requests.at(-1)?.body).toMatchObject({ add_generation_prompt: false })
    const path = '/v1/gateway/v1/messages'
    const refused = await post(path, gateway.key, { ...asked, messages, max_tokens: 9 })
    expect([refused.status, upstream.requests.length]).toEqual([400, 1])
  })

  it('is refused for good if the model server gives none, and for now if it is away', async () => {
    const { gateway } = await opened()
    upstream.script(refuse(404, { detail: 'Not Found' }))
    const none = await post(COUNT, gateway.key, asked)
    expect([none.status, none.headers.get('x-should-retry')]).toEqual([404, 'false'])
    expect(await none.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
    upstream.script(refuse(503, {}))
    expect((await post(COUNT, gateway.key, asked)).status).toBe(503)
    expect((await post(COUNT, TOKEN, asked)).status).toBe(401)
  })
})
