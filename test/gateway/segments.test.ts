// Guards that the segments of an episode are the very ids that its model was given and sampled.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TextMessage } from '../../src/server/gateway/formats/chat-form.ts'
import { EpisodeCalls } from '../../src/server/gateway/recorder.ts'
import type { Result } from '../../src/wire/operations.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { logprobAt, toIds } from '../support/model-server.ts'

const TOKENS = { alice: 'alice-token-0123456789', bob: 'bob-token-0123456789' }

let server: InProcessServer

/** A template that only appends: each turn is rendered as it was sampled. */
const rendered = (messages: readonly TextMessage[]): string =>
  `${messages.map(({ role, content }) => `<${role}>${content}`).join('')}<assistant>`

const SAID = ['Hello.', 'It is the lamp.', 'Goodbye.', 'Once more.', 'The end.'] as const

beforeAll(async () => {
  const upstream = { base_urls: ['http://127.0.0.1:9/v1'], model: 'small', gateway: {} }
  server = await startInProcess({
    tokens: Object.entries(TOKENS).map(([principal, token]) => ({
      ...{ principal, token, role: 'client' as const },
    })),
    profiles: { policy: upstream },
  })
})
afterAll(() => server.stop())

/** What the gateway stores of a call that a model server answered with ids. */
function stored(messages: readonly TextMessage[], said: string, position: number) {
  const ids = toIds(said)
  return [
    {
      ...{ request: { messages, options: {} }, profile: 'policy', format: 'chat', params: {} },
      ...{ ignored: [], constraints: [], finish_reason: 'stop', usage: null, text_only: null },
      ...{ position, started_ms: 0, took_ms: 1, failure: null },
      answer: { role: 'assistant', content: said },
    },
    {
      prompt: Int32Array.from(toIds(rendered(messages))),
      ids: Int32Array.from(ids),
      logprobs: Float32Array.from(ids.map((_, at) => logprobAt(at))),
    },
  ] as const
}

async function call(path: string, key: string, body?: unknown): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
}

type Segments = Result<'episode.segments'>

describe('the segments of an episode', () => {
  let opened: OpenResult
  let start: TextMessage[]
  const path = () => `/v1/episodes/${opened.episode_id}/segments`
  const read = async (query = ''): Promise<Segments> =>
    (await call(`${path()}${query}`, TOKENS.alice)).json() as Promise<Segments>

  beforeAll(async () => {
    const gateway = { profile: 'policy', tools: 'mcp' }
    const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
    opened = (await (await call('/v1/episodes', TOKENS.alice, asked)).json()) as OpenResult
    const calls = new EpisodeCalls(server.host.core.store.calls, opened.episode_id)
    let position = 0
    let turn = 0
    const ask = async (messages: readonly TextMessage[]): Promise<TextMessage> => {
      const [row, tokens] = stored(messages, SAID[turn++] as string, position)
      await calls.store(row, tokens)
      return row.answer
    }
    const step = async () => {
      const action = { tool_calls: [{ function: { name: 'read_code', arguments: '{}' } }] }
      await call(`/v1/episodes/${opened.episode_id}/steps`, TOKENS.alice, { action })
      position += 1
    }
    const user = (content: string): TextMessage => ({ role: 'user', content })
    start = [{ role: 'system', content: 'Be kind.' }, user('Who is there?')]
    const first = [...start, await ask(start), user('Well?')]
    await step()
    const second = [...first, await ask(first), user('And?')]
    await ask(second)
    await step()
    // Another conversation, and one whose beginning the program has changed.
    await ask([user('A title, please.')])
    await ask([...start.slice(0, 1), user('A summary.')])
  })

  it('are the ids and log-probabilities that the model server gave', async () => {
    const { segments, sampled, trained } = await read()
    const [one] = segments
    if (one === undefined) throw new Error('no segment')
    expect(one.prompt_ids).toEqual(toIds(rendered(start)))
    const said = SAID.slice(0, 3)
    const text = `${said[0]}<user>Well?<assistant>${said[1]}<user>And?<assistant>${said[2]}`
    expect(one.response_ids).toEqual(toIds(text))
    const places = one.calls.map(({ start: from, end }) => one.response_ids.slice(from, end))
    expect(places).toEqual(said.map((each) => toIds(each)))
    for (const { start: from, end } of one.calls) {
      const known = one.logprobs.slice(from, end).map(Math.fround)
      expect(known).toEqual(known.map((_, at) => logprobAt(at)))
    }
    const untrained = text.replaceAll(/<user>.*?<assistant>/g, (between) =>
      '0'.repeat(between.length),
    )
    expect(one.response_mask.join('')).toBe(untrained.replaceAll(/[^0]/g, '1'))
    expect([sampled, trained]).toEqual([
      SAID.join('').length,
      SAID.join('').length - SAID[3].length,
    ])
  })

  it('say what became of each call, and which one led to each step', async () => {
    const { calls, steps, segments } = await read()
    expect(calls.map(({ use }) => use)).toEqual([
      ...['trained', 'trained', 'trained', 'auxiliary', 'trained'],
    ])
    expect(segments.map((each) => each.calls.map(({ call: number }) => number))).toEqual([
      ...[[0, 1, 2], [4]],
    ])
    expect(steps).toEqual([
      { position: 1, call: 0 },
      { position: 2, call: 2 },
    ])
  })

  it('have other calls if they are asked for', async () => {
    const { segments } = await read('?also=auxiliary')
    expect(segments.map((each) => each.calls.map(({ call: number }) => number))).toEqual([
      ...[[0, 1, 2], [3], [4]],
    ])
  })

  it('are for the owner of the episode alone', async () => {
    const { key } = opened.gateway as NonNullable<OpenResult['gateway']>
    expect((await call(path(), TOKENS.bob)).status).toBe(404)
    expect((await call(path(), key)).status).toBe(401)
    expect((await call(path(), opened.resume_key ?? '')).status).toBe(401)
  })
})
