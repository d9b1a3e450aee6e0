// Guards that a model server is asked for what it gives: tokens, or text only with the reason.
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenResult } from '../../src/wire/results.ts'
import type { ServerStatus } from '../../src/wire/views.ts'
import { type Behaviour, type OpenaiServer, refuse, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { modelServer } from '../support/model-server.ts'
import { postJson } from '../support/post-json.ts'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

type Change = (value: Record<string, unknown>, isStreamed: boolean) => void

const model = (change: Change = () => undefined): Behaviour =>
  modelServer(({ body }) => (body.tools ? { calls: [['look', '{}']] } : { content: 'Yes.' }), {
    change,
  })

/** Takes ids out of a chunk or a body. */
const withoutIds: Change = (value) => {
  for (const choice of value.choices as Record<string, unknown>[]) delete choice.token_ids
}

/** Lists two likely tokens whose gap is `gap` at a temperature. */
const likely =
  (gap: (temperature: number) => number): Behaviour =>
  (response, request) => {
    const { temperature, top_logprobs: top } = request.body
    const change: Change = (value) => {
      if (top === undefined) return
      for (const choice of value.choices as { logprobs: { content: object[] } }[]) {
        const logprobs = [-0.1, -0.1 - gap(Number(temperature))]
        const top_logprobs = logprobs.map((logprob, at) => ({ token: `${at}`, logprob }))
        choice.logprobs.content = [{ token: '0', logprob: -0.1, top_logprobs }]
      }
    }
    return model(change)(response, request)
  }

async function served(behaviour: Behaviour, sampling: object = {}) {
  const upstream: OpenaiServer = await startOpenaiServer(behaviour)
  const profile = { base_urls: [upstream.baseUrl], model: 'small', ...sampling, gateway: {} }
  const server: InProcessServer = await startInProcess({ profiles: { policy: profile } })
  ending.push(() => server.stop(), upstream.close)
  const [offered] = server.host.core.gatewayModels.values()
  if (offered === undefined) throw new Error('no model is offered')
  const asked = {
    ...{ env: 'mock-v1', split: 'train', index: 3 },
    gateway: { profile: 'policy', tools: 'mcp' },
  }
  const opened = (await (await postJson(`${server.url}/v1/episodes`, asked)).json()) as OpenResult
  const chat = async (stream: boolean) => {
    const messages = [{ role: 'user', content: 'Hello?' }]
    const url = `${server.url}${opened.gateway?.base_with_key}/chat/completions`
    const answer = await postJson(url, { model: 'any', messages, stream })
    const text = await answer.text()
    const calls = await fetch(`${server.url}/v1/episodes/${opened.episode_id}/calls`)
    return { text, call: ((await calls.json()) as object[]).at(-1), status: answer.status }
  }
  const status = async () => {
    const answer = await fetch(`${server.url}/v1/status`)
    return ((await answer.json()) as ServerStatus).models
  }
  return { upstream, chat, status }
}

describe('a model server', () => {
  it('that gives ids with every answer is asked for them, streamed too', async () => {
    const { upstream, chat, status } = await served(model())
    expect((await chat(true)).call).toMatchObject({ text_only: null, token_ids: { length: 4 } })
    const kinds = upstream.requests
      .slice(0, 6)
      .map(({ body }) => [body.tools !== undefined, body.stream])
    expect(kinds).toEqual([
      ...[
        [false, false],
        [false, true],
        [true, false],
        [true, true],
        [false, false],
        [false, true],
      ],
    ])
    expect(upstream.requests.at(-1)?.body).toMatchObject({ return_token_ids: true, stream: true })
    expect(await status()).toEqual([
      {
        ...{ profile: 'policy', model: 'small', gives: 'tokens', reason: null },
        ...{ streams_tokens: true, forwards_tokens: false },
      },
    ])
  })

  it('that streams no ids is not asked to stream, and its agent gets a stream', async () => {
    const { upstream, chat, status } = await served(
      model((value, isStreamed) => isStreamed && withoutIds(value, true)),
    )
    const { text, call } = await chat(true)
    expect(text).toContain('chat.completion.chunk')
    expect(call).toMatchObject({ text_only: null, token_ids: { length: 4 } })
    expect(upstream.requests.at(-1)?.body.stream).toBe(false)
    expect(await status()).toMatchObject([{ gives: 'tokens', streams_tokens: false }])
  })

  it('that loses ids of tool calls gives text only, for a reason that is told', async () => {
    const { upstream, chat, status } = await served(
      model((value) => JSON.stringify(value).includes('"look"') && withoutIds(value, false)),
    )
    const { call, status: code } = await chat(true)
    expect([code, call]).toMatchObject([200, { token_ids: null }])
    expect(upstream.requests.at(-1)?.body).not.toHaveProperty('return_token_ids')
    expect(await status()).toMatchObject([
      { gives: 'text only', reason: 'tool calls: the server gave no ids of the answer' },
    ])
  })

  it('that refuses the members for ids is asked without them', async () => {
    const { chat, status } = await served((response, request) =>
      request.body.return_token_ids === undefined
        ? model()(response, request)
        : refuse(400, { error: { message: 'unknown member' } })(response, request),
    )
    expect((await chat(false)).status).toBe(200)
    expect(await status()).toMatchObject([{ gives: 'text only' }])
  })

  it('with raw log-probabilities gives text only if the profile changes them', async () => {
    const reason = 'log-probabilities are those before temperature and top_p'
    const samplings = [
      [{ temperature: 0.7 }, 'text only'],
      [{ temperature: 1, extra_body: { top_p: 0.9 } }, 'text only'],
      [{ temperature: 1, extra_body: { top_p: 1, top_k: -1 } }, 'tokens'],
      [{ temperature: 0, extra_body: { top_p: 0.9 } }, 'tokens'],
    ] as const
    for (const [sampling, gives] of samplings) {
      const { chat, status } = await served(
        likely(() => 3),
        sampling,
      )
      expect((await chat(true)).status).toBe(200)
      const [found] = await status()
      expect([sampling, found?.gives]).toEqual([sampling, gives])
      if (gives === 'text only') expect(found?.reason).toContain(reason)
    }
  })

  it('gives tokens if temperature changes its log-probabilities, or if it lists none', async () => {
    const removed = (temperature: number) => (temperature === 1 ? 3 : 9_999)
    const behaviours = [
      likely((temperature) => 3 / temperature),
      likely(removed),
      likely(() => 9_999),
      likely(() => 0.01),
      likely(() => Number.NaN),
      model(),
    ]
    for (const behaviour of behaviours) {
      const { chat, status } = await served(behaviour, { temperature: 0.7 })
      expect((await chat(true)).call).toMatchObject({ text_only: null })
      expect(await status()).toMatchObject([{ gives: 'tokens' }])
    }
  })

  it('that is away is probed again when it is back', async () => {
    const { upstream, chat, status } = await served(refuse(503, {}))
    expect((await chat(false)).status).toBe(503)
    expect(await status()).toMatchObject([{ gives: 'not probed' }])
    upstream.script(model())
    await expect
      .poll(async () => (await chat(false)).call, { timeout: 10_000, interval: 500 })
      .toMatchObject({ token_ids: { length: 4 } })
  })
})
