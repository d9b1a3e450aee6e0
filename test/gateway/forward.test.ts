// Guards that a conversation goes on from the ids that were sampled, so that it stays one segment.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type Behaviour, type OpenaiServer, refuse, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { postJson } from '../support/post-json.ts'
import { decoded, sampledIds, tokenModel } from '../support/token-model.ts'

const TOOLS = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]

/** Looks three times, with spaces and pairs that the template would write otherwise. */
function lookingModel(prompt: string): string {
  const looks = prompt.split('[tool\n').length - 1
  if (!prompt.includes('look') || looks >= 3) return 'Well, all is good.'
  const call = `{"name":  "look", "arguments": {"thing":  "hall ${looks}"}}`
  return `<think>I will look ${looks}.</think><tool_call>${call}</tool_call>`
}

let upstream: OpenaiServer
let server: InProcessServer

beforeAll(async () => {
  upstream = await startOpenaiServer(tokenModel(lookingModel))
  const shared = { base_urls: [upstream.baseUrl], model: 'small', max_tokens: 200 }
  server = await startInProcess({
    profiles: {
      policy: { ...shared, gateway: { dialect: 'hermes' } },
      plain: { ...shared, gateway: {} },
    },
  })
  for (const { probe } of server.host.core.gatewayModels.values()) {
    while (probe.found === undefined) await new Promise(setImmediate)
    expect(probe.found).toMatchObject({ forwardsTokens: true, textOnly: null })
  }
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))
beforeEach(() => upstream.script(tokenModel(lookingModel)))

interface Message {
  readonly role: string
  readonly content?: string | null
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[]
}

async function opened(profile = 'policy') {
  const gateway = { profile, tools: 'mcp' }
  const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
  const result = (await (await postJson(`${server.url}/v1/episodes`, asked)).json()) as OpenResult
  const path = `${server.url}/v1/episodes/${result.episode_id}`
  const chat = async (messages: readonly object[], more: object = {}): Promise<Message> => {
    const body = { model: 'any', messages, ...more }
    const url = `${server.url}${result.gateway?.base_with_key}/chat/completions`
    const answer = await (await postJson(url, body)).json()
    return (answer as { choices: { message: Message }[] }).choices[0]?.message as Message
  }
  const get = async <Result>(what: string) =>
    (await (await fetch(`${path}/${what}`)).json()) as Result
  return {
    ...{ chat, url: `${server.url}${result.gateway?.base_with_key}/chat/completions` },
    calls: () => get<ModelCallResult[]>('calls'),
    segments: () => get<{ segments: object[] }>('segments'),
  }
}

const user = (content: string) => ({ role: 'user', content })

/** Plays a tool agent to the end of its task; gives its messages. */
async function played(chat: (messages: object[]) => Promise<Message>, messages: object[]) {
  for (;;) {
    const message = await chat(messages)
    // Many clients drop thoughts and write arguments anew.
    const calls = message.tool_calls?.map((call) => ({
      ...call,
      function: {
        ...call.function,
        arguments: JSON.stringify(JSON.parse(call.function.arguments)),
      },
    }))
    messages.push({
      role: 'assistant',
      content: message.content,
      ...(calls && { tool_calls: calls }),
    })
    if (calls === undefined) return messages
    for (const { id } of calls) {
      messages.push({ role: 'tool', tool_call_id: id, content: 'A small hall.' })
    }
  }
}

/** The whole prompts of calls in order, each with the ids that were sampled behind it. */
function conversationOf(calls: readonly ModelCallResult[]): number[] {
  let ids: number[] = []
  for (const { prompt_kept: kept, prompt_ids: prompt, token_ids: sampled } of calls) {
    ids = [...ids.slice(0, kept), ...(prompt ?? []), ...(sampled ?? [])]
  }
  return ids
}

interface Entry {
  readonly top_logprobs: readonly { readonly token: string }[]
}

/** The log-probability entries of an answer, streamed or not. */
function entriesIn(text: string): Entry[] {
  const bodies = text.split('\n').flatMap((line) => {
    const json = line.replace(/^data: /, '')
    return json.startsWith('{') ? [JSON.parse(json)] : []
  }) as { choices: { logprobs: { content: Entry[] } | null }[] }[]
  return bodies.flatMap(({ choices }) => choices.flatMap(({ logprobs }) => logprobs?.content ?? []))
}

describe('a tool agent', () => {
  it('stays one segment, in which its thoughts and its own spelling are kept', async () => {
    const { chat, calls, segments } = await opened()
    const messages = await played((all) => chat(all, { tools: TOOLS }), [user('Look around.')])
    await played((all) => chat(all, { tools: TOOLS }), [...messages, user('Sure?')])
    const rows = await calls()
    expect(rows).toHaveLength(5)
    expect(rows.map(({ forwarded }) => forwarded)).toEqual([undefined, true, true, true, true])
    expect(rows.map(({ text_only: reason }) => reason)).toEqual(Array(5).fill(null))
    expect((await segments()).segments).toHaveLength(1)
    const text = decoded(conversationOf(rows))
    for (const said of ['I will look 0.', 'I will look 2.', '"thing":  "hall 1"']) {
      expect(text.split(said)).toHaveLength(2)
    }
    expect(text.endsWith('good.]\n[user\nSure?]\n[assistant\nWell, all is good.]')).toBe(true)
    expect(rows[1]?.answer).toMatchObject({
      reasoning_content: 'I will look 1.',
      tool_calls: [{ function: { name: 'look', arguments: '{"thing":"hall 1"}' } }],
    })
    expect(rows[1]).toMatchObject({
      finish_reason: 'tool_calls',
      usage: { completion_tokens: rows[1]?.token_ids?.length },
    })
  })

  it('streams answers that are parsed here, whole', async () => {
    const { chat, url, calls } = await opened()
    const first = await chat([user('Look around.')], { tools: TOOLS })
    const [called] = first.tool_calls ?? []
    const messages = [
      ...[user('Look around.'), first],
      { role: 'tool', tool_call_id: called?.id, content: 'A small hall.' },
    ]
    const answer = await postJson(url, { model: 'any', messages, tools: TOOLS, stream: true })
    const text = await answer.text()
    expect(text).toContain('"name":"look"')
    expect(text).not.toContain('tool_call>')
    expect((await calls())[1]).toMatchObject({ forwarded: true, text_only: null })
  })

  it('has its conversation rendered anew without a dialect, with the reason', async () => {
    const { chat, calls, segments } = await opened('plain')
    await played((all) => chat(all, { tools: TOOLS }), [user('Look around.')])
    const rows = await calls()
    expect(rows[1]).toMatchObject({ rendered_anew: 'the profile names no dialect' })
    expect(rows.some(({ forwarded }) => forwarded)).toBe(false)
    expect((await segments()).segments.length).toBeGreaterThan(1)
  })
})

describe('a conversation', () => {
  const asks = [user('Is it well?')]
  const said = { role: 'assistant', content: 'Well, all is good.' }

  it('of text goes on from its ids with any profile, and is streamed while it comes', async () => {
    const { chat, url, calls, segments } = await opened('plain')
    await chat(asks)
    const answer = await postJson(url, {
      ...{ model: 'any', stream: true },
      messages: [...asks, said, user('Why?')],
    })
    expect(await answer.text()).toContain('Well, all is good.')
    const rows = await calls()
    expect(rows[1]?.forwarded).toBe(true)
    expect(rows[1]?.token_ids).toEqual(sampledIds('Well, all is good.'))
    expect((await segments()).segments).toHaveLength(1)
  })

  it('with thoughts is rendered anew without a dialect, so that they are read', async () => {
    upstream.script(tokenModel((prompt) => `<think>Hm ${prompt.length}.</think>All is good.`))
    for (const profile of ['plain', 'policy']) {
      const { chat, calls } = await opened(profile)
      const first = await chat(asks)
      const withoutThoughts = { role: 'assistant', content: first.content }
      for (const [index, sent] of [first, withoutThoughts].entries()) {
        expect(await chat([...asks, sent, user(`Why ${index}?`)])).toMatchObject({
          content: 'All is good.',
          reasoning_content: expect.stringMatching(/^Hm \d+\.$/),
        })
      }
      const why = profile === 'plain' ? 'the profile names no dialect' : undefined
      expect((await calls()).map((row) => row.rendered_anew)).toEqual([undefined, why, why])
    }
  })

  it('goes on from its ids if the program repeats a request, or the first one failed', async () => {
    let count = 0
    const model = tokenModel(() => `So ${count++}.`)
    upstream.script(model)
    const { chat, calls, segments } = await opened()
    const messages: object[] = [...asks, await chat(asks), user('Why?')]
    await chat(messages)
    const broken: Behaviour = (response, request) => {
      if (request.path !== '/v1/completions') return model(response, request)
      response.destroy()
    }
    upstream.script(broken)
    await chat(messages).catch(() => undefined)
    upstream.script(model)
    await chat([...messages, await chat(messages), user('Sure?')])
    const rows = await calls()
    expect(rows[2]?.failure?.code).toBe('gateway/failed')
    expect(rows.map(({ forwarded }) => forwarded)).toEqual([undefined, true, true, true, true])
    expect((await segments()).segments).toHaveLength(1)
  })

  it('goes on from its ids if the program strips the answer, which is restored', async () => {
    upstream.script(tokenModel(() => '\n\nAll is good. '))
    const stripped = { role: 'assistant', content: 'All is good.' }
    const { chat, calls } = await opened()
    expect((await chat(asks)).content).toBe('\n\nAll is good. ')
    const messages = [...asks, stripped, user('Why?')]
    await chat(messages)
    // This one is rendered anew.
    await chat(messages, { response_format: { type: 'json_object' } })
    expect((await calls()).map(({ forwarded }) => forwarded)).toEqual([undefined, true, undefined])
    const sent = upstream.requests.at(-1)?.body.messages as Message[]
    expect(sent[1]?.content).toBe('\n\nAll is good. ')
  })

  it('goes on if a client of Anthropic leaves line breaks before a call out', async () => {
    const call = '<tool_call>{"name": "look", "arguments": {}}</tool_call>'
    upstream.script(tokenModel((prompt) => (prompt.includes('hall') ? 'Good.' : `\n\n${call}`)))
    const { url, calls } = await opened()
    const ask = async (messages: readonly object[]) => {
      const tools = [{ name: 'look', input_schema: { type: 'object' } }]
      const body = { model: 'any', max_tokens: 99, tools, messages }
      const answer = await postJson(url.replace('chat/completions', 'messages'), body)
      return (await answer.json()) as { content: { type: string; id?: string }[] }
    }
    const { content } = await ask(asks)
    const used = content.filter(({ type }) => type === 'tool_use')
    const result = { type: 'tool_result', tool_use_id: used[0]?.id, content: 'A hall.' }
    const turns = [
      { role: 'assistant', content: used },
      { role: 'user', content: [result] },
    ]
    await ask([...asks, ...turns])
    expect((await calls()).map(({ forwarded }) => forwarded)).toEqual([undefined, true])
  })

  it('has thoughts that are cut read as thoughts if the prompt opens them', async () => {
    const model = (prompt: string) =>
      prompt.includes('Why?') ? 'I see a do' : 'I see.</think>All is good.'
    upstream.script(tokenModel(model))
    const { chat, calls } = await opened()
    const first = await chat(asks)
    expect(first).toMatchObject({ content: 'All is good.', reasoning_content: 'I see.' })
    const cut = await chat([...asks, first, user('Why?')])
    expect(cut).toMatchObject({ content: '', reasoning_content: 'I see a do' })
    expect((await calls())[1]).toMatchObject({ forwarded: true, text_only: null })
  })

  it('keeps its likely tokens if the program asks for them', async () => {
    const { url, calls } = await opened()
    const more = { logprobs: true, top_logprobs: 2 }
    await postJson(url, { model: 'any', messages: asks, ...more })
    for (const [stream, count] of [
      [false, 2],
      [true, 2],
      [false, 0],
    ] as const) {
      const options = count === 0 ? { logprobs: true } : more
      const messages = [...asks, said, user(`Why ${stream} ${count}?`)]
      const answer = await postJson(url, { model: 'any', messages, stream, ...options })
      const entries = entriesIn(await answer.text())
      const lists = entries.map(({ top_logprobs: likely }) => likely.map(({ token }) => token))
      expect(lists).toHaveLength(sampledIds('Well, all is good.').length)
      expect(lists[0]).toEqual(['W', '0'].slice(0, count))
    }
    expect((await calls()).slice(1).map(({ forwarded }) => forwarded)).toEqual([true, true, true])
  })

  const changed: Readonly<Record<string, [messages: object[], more: object, why: string]>> = {
    'with an answer of its own': [
      [...asks, said, user('Why?'), { role: 'assistant', content: 'So.' }, user('Hm.')],
      {},
      'the program wrote an answer itself',
    ],
    'with another answer': [
      [...asks, { role: 'assistant', content: 'Bad.' }, user('Why?')],
      {},
      'the conversation was changed before the last answer',
    ],
    'whose answer is constrained': [
      [...asks, said, user('Why?')],
      { response_format: { type: 'json_object' } },
      'the answer is constrained by response_format',
    ],
    'with other tools': [[...asks, said, user('Why?')], { tools: TOOLS }, 'the tools were changed'],
  }
  for (const [name, [messages, more, why]] of Object.entries(changed)) {
    it(`${name} is rendered anew`, async () => {
      const { chat, calls } = await opened()
      await chat(asks)
      await chat(messages, more)
      expect((await calls())[1]).toMatchObject({ rendered_anew: why, failure: null })
    })
  }

  it('is rendered anew if the model server does not go on from its ids', async () => {
    const model = tokenModel(lookingModel)
    const refusing: Behaviour = (response, request) =>
      request.path === '/v1/completions'
        ? refuse(400, { error: { message: 'no ids today' } })(response, request)
        : model(response, request)
    const { chat, calls } = await opened()
    await chat(asks)
    upstream.script(refusing)
    expect(await chat([...asks, said, user('Why?')])).toMatchObject({ content: said.content })
    const rows = await calls()
    expect(rows[1]?.rendered_anew).toContain('no ids today')
    expect(rows[1]).toMatchObject({ failure: null, text_only: null })
  })

  it('that was cut is rendered anew', async () => {
    const { chat, calls } = await opened()
    const cut: Behaviour = (response, request) => {
      const end = response.end.bind(response)
      response.end = ((text: string) => end(text.replaceAll('"stop"', '"length"'))) as never
      return tokenModel(lookingModel)(response, request)
    }
    upstream.script(cut)
    await chat(asks)
    await chat([...asks, said, user('Why?')])
    expect((await calls())[1]?.rendered_anew).toBe('the model did not end its last answer itself')
  })
})
