// Guards that an agent program can be forked at a model call: only later calls are sampled.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult, ResumeResult } from '../../src/wire/results.ts'
import { type OpenaiServer, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { modelServer } from '../support/model-server.ts'
import { parseAnswer, postJson } from '../support/post-json.ts'

let upstream: OpenaiServer
let server: InProcessServer
let sampled = 0

/** Calls a tool three times and then answers, never in the same words. */
const policy = modelServer(({ body }) => {
  sampled += 1
  const turns = (body.messages as { role: string }[]).filter(({ role }) => role === 'assistant')
  if (turns.length >= 3) return { content: `Done ${sampled}.` }
  return { content: `Try ${sampled}.`, calls: [['enter_code', `{"code":"${100 + sampled}"}`]] }
})

beforeAll(async () => {
  upstream = await startOpenaiServer(policy)
  const profile = { base_urls: [upstream.baseUrl], model: 'small', max_tokens: 50, gateway: {} }
  server = await startInProcess({ profiles: { policy: profile } })
  const [model] = server.host.core.gatewayModels.values()
  await model?.probe.capability(model as never)
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))
beforeEach(() => upstream.script(policy))

type Gateway = NonNullable<OpenResult['gateway']>
type Message = Readonly<Record<string, unknown>>

const post = async <Result>(path: string, body: unknown): Promise<Result> =>
  (await (await postJson(server.url + path, body)).json()) as Result

const opening = (tools: 'mcp' | 'injected'): Promise<OpenResult> =>
  post('/v1/episodes', {
    ...{ env: 'mock-v1', split: 'train', index: 3 },
    gateway: { profile: 'policy', tools },
  })

const fork = (episode: string, gateway: object, position = 0): Promise<ResumeResult> =>
  post(`/v1/episodes/${episode}/fork`, { position, gateway: { profile: 'policy', ...gateway } })

async function callsOf(episode: string): Promise<ModelCallResult[]> {
  return (await (await fetch(`${server.url}/v1/episodes/${episode}/calls`)).json()) as never
}

interface ToolCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

interface Answer {
  readonly choices: readonly {
    readonly message: { readonly content: string }
    readonly logprobs: { readonly content: readonly { readonly token: string }[] }
  }[]
}

/** An agent program that knows no more than its base address and its tools over MCP. */
async function program({ base_with_key: base, mcp }: Gateway, stream = false): Promise<void> {
  const messages: Message[] = [{ role: 'user', content: 'Open the box.' }]
  for (;;) {
    const path = `${base}/chat/completions`
    const answer = await postJson(server.url + path, { model: 'any', messages, stream })
    const message = stream
      ? messageIn(await answer.text())
      : parseAnswer(await answer.text()).choices[0].message
    const { content, tool_calls: calls = [] } = message as {
      content: string
      tool_calls?: ToolCall[]
    }
    messages.push({ role: 'assistant', content, tool_calls: calls })
    if (calls.length === 0) return
    for (const { id, function: called } of calls) {
      const params = { name: called.name, arguments: JSON.parse(called.arguments) }
      const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const answered = parseAnswer(await (await postJson(server.url + mcp, asked)).text())
      messages.push({ role: 'tool', tool_call_id: id, content: answered.result.content[0].text })
    }
  }
}

/** The message of a stream whose calls come in two pieces. */
function messageIn(text: string): Message {
  const chunks = text.match(/^data: \{.*$/gm)?.map((line) => JSON.parse(line.slice(6))) ?? []
  const deltas = chunks.flatMap(({ choices }) => choices.map((one: Message) => one.delta))
  const content = deltas.map((delta) => delta.content ?? '').join('')
  const pieces: ToolCall[] = deltas.flatMap((delta) => delta.tool_calls ?? [])
  const [first, ...rest] = pieces
  if (first === undefined) return { content }
  const args = rest.map((piece) => piece.function.arguments).join('')
  return { content, tool_calls: [{ ...first, function: { ...first.function, arguments: args } }] }
}

const stepsOf = async (episode: string) => {
  const log = await server.host.core.store.log.load(episode)
  return (log?.rows ?? []).slice(1).map(({ payload }) => payload)
}

describe('a program that plays over MCP', () => {
  it('reaches the tools of its episode under its key', async () => {
    const { episode_id: episode, gateway } = await opening('mcp')
    await program(gateway as Gateway)
    expect(await stepsOf(episode)).toHaveLength(3)
    const calls = await callsOf(episode)
    expect(calls.map(({ position }) => position)).toEqual([0, 1, 2, 3])
    expect(calls.map(({ kept }) => kept)).toEqual([0, 2, 4, 6])
  })

  it.each([false, true])('gets its first calls again in a fork, streamed: %s', async (stream) => {
    const { episode_id: episode, gateway } = await opening('mcp')
    await program(gateway as Gateway, stream)
    const copy = await fork(episode, { tools: 'mcp', calls: 2 })
    const before = sampled
    await program(copy.gateway as Gateway, stream)
    expect(sampled - before).toBe(2)
    const [first, second] = [await callsOf(episode), await callsOf(copy.episode_id)]
    for (const at of [0, 1]) {
      const { position, answer, token_ids: ids, logprobs, prompt_ids: prompt } = first[at] ?? {}
      expect(second[at]).toMatchObject({
        ...{ position, answer, token_ids: ids, logprobs, prompt_ids: prompt },
        replayed: { episode, call: at },
      })
      expect(ids?.length).toBeGreaterThan(0)
    }
    expect(second.map(({ replayed }) => replayed?.call)).toEqual([0, 1, undefined, undefined])
    expect(second[2]?.answer).not.toEqual(first[2]?.answer)
    const [steps, again] = [await stepsOf(episode), await stepsOf(copy.episode_id)]
    expect(again.slice(0, 2)).toEqual(steps.slice(0, 2))
    expect(again[2]).not.toEqual(steps[2])
  })

  it('gets different answers again that it asked for at once with one prompt', async () => {
    const { episode_id: episode, gateway } = await opening('mcp')
    const messages = [{ role: 'user', content: 'Vote.' }]
    const vote = async ({ base_with_key: base }: Gateway) =>
      (await post<Answer>(`${base}/chat/completions`, { model: 'any', messages, logprobs: true }))
        .choices[0]
    const votes = (access: Gateway) => Promise.all([vote(access), vote(access)])
    const first = await votes(gateway as Gateway)
    const copy = await fork(episode, { tools: 'mcp', calls: 2 })
    const second = await votes(copy.gateway as Gateway)
    const texts = (given: typeof first) => given.map((choice) => choice?.message.content).sort()
    expect(new Set(texts(first)).size).toBe(2)
    expect(texts(second)).toEqual(texts(first))
    const tokens = (given: typeof first) =>
      given.flatMap((choice) => choice?.logprobs.content.map(({ token }) => token)).sort()
    expect(tokens(second)).toEqual(tokens(first))
  })

  it('reads again which stop text ended an answer', async () => {
    const { episode_id: episode, gateway } = await opening('mcp')
    const stopped = modelServer(() => ({ content: 'One' }), {
      change: ({ choices }) =>
        Object.assign((choices as object[])[0] ?? {}, { stop_reason: 'END' }),
    })
    upstream.script(stopped)
    const ask = ({ base_with_key: base }: Gateway): Promise<object> => {
      const messages = [{ role: 'user', content: 'Stop.' }]
      const asked = { model: 'any', max_tokens: 20, messages, stop_sequences: ['END'] }
      return post(`${base}/messages`, asked)
    }
    const end = { stop_reason: 'stop_sequence', stop_sequence: 'END' }
    expect(await ask(gateway as Gateway)).toMatchObject(end)
    const copy = await fork(episode, { tools: 'mcp', calls: 1 })
    expect(await ask(copy.gateway as Gateway)).toMatchObject(end)
    expect(upstream.requests).toHaveLength(1)
  })

  it('is sampled from where it asks something else', async () => {
    const { episode_id: episode, gateway } = await opening('mcp')
    await program(gateway as Gateway)
    const copy = await fork(episode, { tools: 'mcp', calls: 4 })
    const path = `${copy.gateway?.base_with_key}/chat/completions`
    const messages = [{ role: 'user', content: 'Something else.' }]
    await post(path, { model: 'any', messages })
    expect((await callsOf(copy.episode_id)).map(({ replayed }) => replayed)).toEqual([undefined])
  })
})

describe('a program whose tools are injected', () => {
  it('gets its first calls again in a fork', async () => {
    const { episode_id: episode, gateway } = await opening('injected')
    const ask = async ({ base_with_key: base }: Gateway) =>
      post(`${base}/chat/completions`, {
        ...{ model: 'any', messages: [{ role: 'user', content: 'Open the box.' }] },
      })
    await ask(gateway as Gateway)
    const copy = await fork(episode, { tools: 'injected', calls: 3 })
    const before = sampled
    await ask(copy.gateway as Gateway)
    expect(sampled - before).toBe(1)
    expect((await stepsOf(copy.episode_id)).length).toBe(3)
    expect(await stepsOf(copy.episode_id)).toEqual(await stepsOf(episode))
  })
})

it('refuses to repeat calls from the middle of an episode', async () => {
  const { episode_id: episode, gateway } = await opening('mcp')
  await program(gateway as Gateway)
  expect(await fork(episode, { tools: 'mcp', calls: 1 }, 1)).toMatchObject({
    code: 'request/invalid',
  })
  expect((await fork(episode, { tools: 'mcp', calls: 0 }, 1)).gateway?.model).toBe('small')
})
