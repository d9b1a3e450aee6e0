// Guards that every model call of an agent program is stored, with its tokens and only once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callHash } from '../../src/store/call-log.ts'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { hang, type OpenaiServer, refuse, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { logprobAt, modelServer, promptText, toIds } from '../support/model-server.ts'
import { postJson } from '../support/post-json.ts'
import { runCommand } from '../support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-calls-'))

let upstream: OpenaiServer
let server: InProcessServer

const says = (content: string) => modelServer(() => ({ content }))

beforeAll(async () => {
  upstream = await startOpenaiServer(says('Hello.'))
  const shared = { base_urls: [upstream.baseUrl], model: 'small', max_tokens: 50 }
  const gateway = { concurrency_per_key: 100, stall_ms: 200 }
  server = await startInProcess({ profiles: { policy: { ...shared, gateway } } })
  const [model] = server.host.core.gatewayModels.values()
  while (model?.probe.found === undefined) await new Promise(setImmediate)
  expect(model.probe.found).toMatchObject({ streamsTokens: true, textOnly: null })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all([server.stop(), upstream.close()])
})
beforeEach(() => upstream.script(says('Hello.')))

async function opened(tools: 'mcp' | 'injected' = 'mcp') {
  const gateway = { profile: 'policy', tools }
  const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
  const result = (await (await postJson(`${server.url}/v1/episodes`, asked)).json()) as OpenResult
  const base = `${server.url}${result.gateway?.base_with_key}`
  const chat = (messages: unknown, more: object = {}, signal?: AbortSignal) =>
    fetch(`${base}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'any', messages, ...more }),
      ...(signal === undefined ? {} : { signal }),
    })
  return { ...result, base, chat }
}

async function callsOf(episode: string): Promise<ModelCallResult[]> {
  const answer = await fetch(`${server.url}/v1/episodes/${episode}/calls`)
  return (await answer.json()) as ModelCallResult[]
}

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

describe('a model server', () => {
  it('gets each answer as the model wrote it, whatever the client made of it', async () => {
    const { chat } = await opened()
    const args = '{"thing": "door",  "n": 1}'
    upstream.script(modelServer(() => ({ reasoning: 'I must look.', calls: [['look', args]] })))
    await (await chat([user('Look.')])).json()
    const sentBack = (text: string, more: object = {}) => ({
      ...{ role: 'assistant', content: null, ...more },
      tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'look', arguments: text } }],
    })
    const asked = async (answer: object) => {
      const result = { role: 'tool', tool_call_id: 'call_0', content: 'It is open.' }
      await (await chat([user('Look.'), answer, result])).json()
      const { body } = upstream.requests.at(-1) as (typeof upstream.requests)[number]
      return (body.messages as object[])[1]
    }
    const thoughts = { reasoning_content: 'I must look.' }
    expect(await asked(sentBack('{"n":1,"thing":"door"}'))).toMatchObject(sentBack(args, thoughts))
    const others = { reasoning_content: 'I may look.' }
    expect(await asked(sentBack(args, others))).toMatchObject(sentBack(args, others))
    const other = sentBack('{"thing":"window"}')
    expect(await asked(other)).toMatchObject({ tool_calls: other.tool_calls })
    expect(await asked(other)).not.toHaveProperty('reasoning_content')
  })
})

describe('a stored call', () => {
  it('has its prompt, answer, tokens and parameters, streamed or not', async () => {
    for (const stream of [false, true]) {
      const { episode_id: episode, chat } = await opened()
      const asked = {
        stream,
        temperature: 2,
        stop: ['END'],
        response_format: { type: 'json_object' },
      }
      await (await chat([user('Hello?')], asked)).text()
      const [call, ...others] = await callsOf(episode)
      expect(others).toEqual([])
      const request = upstream.requests.at(-1) as (typeof upstream.requests)[number]
      expect(call).toMatchObject({
        ...{ call: 0, parent: null, kept: 0, messages: [user('Hello?')], tools: [] },
        answer: assistant('Hello.'),
        ...{ finish_reason: 'stop', failure: null, text_only: null, prompt_kept: 0, position: 0 },
        prompt_ids: toIds(promptText(request)),
        token_ids: toIds('Hello.'),
        logprobs: [0, 1, 2, 3, 4, 5].map(logprobAt),
        usage: { completion_tokens: 6 },
        params: { model: 'small', temperature: 0, max_tokens: 50, stop: ['END'] },
        ignored: ['temperature'],
        constraints: ['response_format'],
        ...{ profile: 'policy', format: 'chat' },
      })
    }
  })

  it('has only what its prompt and its ids add to the call that it continues', async () => {
    const { episode_id: episode, chat } = await opened()
    const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }]
    const first = [{ role: 'system', content: 'Be brief.' }, user('Hello?')]
    const second = [...first, assistant('Hello.'), user('And now?')]
    const branch = [...first, assistant('Something else.'), user('Well?')]
    await chat(first, { tools })
    await chat(second, { tools })
    await chat(branch, { tools: [] })
    await chat([user('Summarize.')])
    const calls = await callsOf(episode)
    expect(calls.map(({ parent, kept, messages }) => [parent, kept, messages.length])).toEqual([
      ...[
        [null, 0, 2],
        [0, 3, 1],
        [0, 2, 2],
        [null, 0, 1],
      ],
    ])
    expect(calls.map((call) => call.tools)).toEqual([tools, undefined, [], []])
    const whole = upstream.requests.map((request) => toIds(promptText(request)))
    const before = [...(whole[0] ?? []), ...toIds('Hello.')]
    const kept = calls[1]?.prompt_kept ?? 0
    expect(kept).toBeGreaterThan(0)
    expect([...before.slice(0, kept), ...(calls[1]?.prompt_ids ?? [])]).toEqual(whole[1])
  })

  it('takes at most 16 kB for 2,000 tokens, with exact log-probabilities', async () => {
    const words = Array.from({ length: 2_000 }, (_, at) => ` w${(at * 7919) % 1_000}`)
    const content = words.join('').slice(0, 8_000)
    upstream.script(
      modelServer(() => ({ content }), {
        change: (body) => {
          const [choice] = body.choices as Record<string, unknown>[]
          const ids = words.map((_, at) => (at * 48_271) % 151_000)
          const logprobs = {
            content: ids.map((id, at) => ({
              token: words[at],
              logprob: Math.fround(Math.log(id / 151_001 || 0.5)),
            })),
          }
          Object.assign(choice as object, { token_ids: ids, logprobs })
          body.usage = {
            prompt_tokens: (body.prompt_token_ids as []).length,
            completion_tokens: 2_000,
          }
        },
      }),
    )
    const { episode_id: episode, chat } = await opened()
    await chat([user('Tell me all.')])
    const [row] = await server.host.core.store.calls.load(episode)
    expect(row?.body.length).toBeLessThanOrEqual(16_000)
    const [call] = await callsOf(episode)
    expect(call?.token_ids).toHaveLength(2_000)
    expect(call?.token_texts).toEqual(words)
    expect(call?.logprobs?.[7]).toBe(Math.fround(Math.log(((7 * 48_271) % 151_000) / 151_001)))
  })

  it('says why it has no tokens if they do not agree in number', async () => {
    const change = (body: Record<string, unknown>) => {
      const [choice] = body.choices as { token_ids: number[] }[]
      choice?.token_ids.pop()
    }
    upstream.script(modelServer(() => ({ content: 'Hello.' }), { change }))
    const { episode_id: episode, chat } = await opened()
    expect((await chat([user('Hello?')])).status).toBe(200)
    expect(await callsOf(episode)).toMatchObject([
      { token_ids: null, text_only: 'the server gave 5 ids and 6 log-probabilities' },
    ])
  })

  it('is there for calls that failed, and is chained to the one before', async () => {
    const { episode_id: episode, chat } = await opened()
    upstream.script(refuse(503, {}))
    expect((await chat([user('Hello?')])).status).toBe(503)
    upstream.script(says('Hello.'))
    await chat([user('Hello?')])
    const rows = await server.host.core.store.calls.load(episode)
    expect(rows.map((row) => callHash(row))).toEqual(rows.map(({ hash }) => hash))
    expect(rows[1]?.previousHash).toBe(rows[0]?.hash)
    expect(await callsOf(episode)).toMatchObject([
      { answer: null, failure: { code: 'gateway/unavailable' } },
      { parent: 0, kept: 1, messages: [], failure: null },
    ])
  })

  it.each([true, false])('is stored before its last byte is sent, streamed: %s', async (stream) => {
    const { calls } = server.host.core.store
    const append = calls.append.bind(calls)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const begun = new Promise<void>((resolve) => {
      vi.spyOn(calls, 'append').mockImplementationOnce(async (row) => {
        resolve()
        await held
        return append(row)
      })
    })
    const { chat } = await opened()
    let text = ''
    const answered = chat([user('Hello?')], { stream }).then(async ({ body }) => {
      const decoder = new TextDecoder()
      for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(part, { stream: true })
      }
    })
    await begun
    for (let round = 0; round < 50; round++) await new Promise(setImmediate)
    expect(text).not.toContain('"finish_reason":"stop"')
    letGo()
    await answered
    expect(text).toContain('"finish_reason":"stop"')
  })
})

describe('an export', () => {
  it('has every model call on a line of its own, with what its episode is', async () => {
    const { episode_id: episode, chat } = await opened()
    await chat([user('Hello?')])
    await chat([user('Hello?'), assistant('Hello.'), user('And now?')])
    const out = join(folder, 'calls.jsonl')
    const words = ['--format', 'calls', '--url', server.url, '--out', out]
    expect(await runCommand('export', ...words)).toMatchObject({ code: 0 })
    const lines = readFileSync(out, 'utf8').trim().split('\n')
    const own = lines.map((line) => JSON.parse(line)).filter((line) => line.episode_id === episode)
    const about = { episode_id: episode, env: 'mock-v1', split: 'train', success: null }
    const calls = await callsOf(episode)
    expect(own).toMatchObject(calls.map((call) => ({ ...about, ...call })))
  })
})

describe('an agent that does not wait for its answer', () => {
  const row = async (episode: string): Promise<ModelCallResult | undefined> => {
    for (;;) {
      const [call] = await callsOf(episode)
      if (call !== undefined) return call
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const letGo = async () => {
    while (upstream.load.now > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  it('ends the request to the model server when it hangs up, and its row is closed', async () => {
    upstream.script(hang)
    const { episode_id: episode, chat } = await opened()
    const controller = new AbortController()
    const answer = chat([user('Hello?')], {}, controller.signal)
    while (upstream.load.now === 0) await new Promise(setImmediate)
    controller.abort()
    await answer.catch(() => undefined)
    await letGo()
    expect(await row(episode)).toMatchObject({ failure: { code: 'gateway/client_gone' } })
  })

  it('ends it as well when it stops reading its stream', async () => {
    const content = 'x'.repeat(400_000)
    const change = (chunk: Record<string, unknown>) => {
      for (const choice of chunk.choices as Record<string, unknown>[]) {
        choice.logprobs = null
        delete choice.token_ids
      }
    }
    const between = (_: unknown, sent: number) => {
      if (sent === 5) return new Promise<void>(() => undefined)
      return undefined
    }
    upstream.script(modelServer(() => ({ content }), { change, betweenChunks: between }))
    const { episode_id: episode, chat } = await opened()
    const answer = await chat([user('Hello?')], { stream: true })
    const call = await row(episode)
    expect(call).toMatchObject({ failure: { code: 'gateway/client_gone' } })
    expect(call?.answer?.content).toContain('xxx')
    await letGo()
    await answer.body?.cancel().catch(() => undefined)
  })
})

describe('tools that the gateway calls', () => {
  const calling = (name: string) => modelServer(() => ({ calls: [[name, '{"words":["door"]}']] }))

  it('are played as steps until the model answers without one', async () => {
    const { episode_id: episode, chat, tools } = await opened('injected')
    const [tool] = tools
    const name = tool?.function.name ?? ''
    upstream.script(calling(name), calling(name), says('Done.'))
    const answer = await chat([user('Play.')])
    expect(await answer.json()).toMatchObject({
      choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }],
    })
    expect(upstream.requests[0]?.body.tools).toEqual(tools)
    const calls = await callsOf(episode)
    expect(calls.map(({ parent, kept, position }) => [parent, kept, position])).toEqual([
      ...[
        [null, 0, 0],
        [0, 2, 1],
        [1, 4, 2],
      ],
    ])
    expect(calls[1]?.messages).toMatchObject([{ role: 'tool', tool_call_id: 'call_0' }])
    const next = await chat([user('Play.'), assistant('Done.'), user('Go on.')])
    expect(next.status).toBe(200)
    const sent = upstream.requests.at(-1)?.body.messages as { role: string }[]
    expect(sent.map(({ role }) => role).join(' ')).toBe(
      'user assistant tool assistant tool assistant user',
    )
  })

  it('are remembered for an agent that was not shown them, after a restart too', async () => {
    const db = join(folder, 'injected.db')
    const profile = { base_urls: [upstream.baseUrl], model: 'small', gateway: {} }
    const config = { db, profiles: { policy: profile } }
    const gateway = { profile: 'policy', tools: 'injected' }
    const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
    let path = ''
    const messages: object[] = [user('Play.')]
    for (const restarted of [false, true]) {
      const own = await startInProcess(config)
      if (!restarted) {
        const opening = await postJson(`${own.url}/v1/episodes`, asked)
        const { gateway: given } = (await opening.json()) as OpenResult
        path = `${given?.base_with_key}/chat/completions`
        // It answers when the model server was probed.
        await fetch(`${own.url}${given?.base_with_key}/models`)
        upstream.script(calling('read_code'), says('Done.'))
      }
      const [model] = own.host.core.gatewayModels.values()
      await postJson(own.url + path, { model: 'any', messages })
      expect(model?.probe.found).toBeDefined()
      messages.push(assistant('Done.'), user('Go on.'))
      await own.stop()
    }
    const sent = upstream.requests.at(-1)?.body.messages as { role: string }[]
    expect(sent.map(({ role }) => role).join(' ')).toBe('user assistant tool assistant user')
  })

  it('are the only ones: an agent with its own is refused', async () => {
    const { chat } = await opened('injected')
    const own = [{ type: 'function', function: { name: 'own', parameters: {} } }]
    const refused = await chat([user('Play.')], { tools: own })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('\\"tools\\": \\"mcp\\"')
  })
})
