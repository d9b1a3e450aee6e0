// Guards that an answer interrupted within thoughts or tool calls goes on from its ids as one.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type Behaviour, type OpenaiServer, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { modelServer, toIds } from '../support/model-server.ts'
import { postJson } from '../support/post-json.ts'

const CALL = '<tool_call>{"name": "look", "arguments": {"thing": "hall"}}</tool_call>'
const TEXT = `<think>\nI will look.\n</think>\n\nOk. ${CALL}`
const TOOLS = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]

let upstream: OpenaiServer
let server: InProcessServer

beforeAll(async () => {
  upstream = await startOpenaiServer(modelServer(() => ({ content: 'Yes.' })))
  const shared = { base_urls: [upstream.baseUrl], model: 'small', max_tokens: 200 }
  server = await startInProcess({
    profiles: {
      policy: { ...shared, gateway: { dialect: 'hermes' } },
      plain: { ...shared, gateway: {} },
    },
  })
  for (const { probe } of server.host.core.gatewayModels.values()) {
    while (probe.found === undefined) await new Promise(setImmediate)
  }
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))

const textOf = (ids: readonly number[]): string => String.fromCharCode(...ids)

/** What vLLM's parsers have of the beginning of a text, if the prompt opens its thoughts. */
function parsedPart(text: string, opensThoughts: boolean) {
  const OPEN = '<think>'
  if (!opensThoughts && OPEN.startsWith(text)) return {}
  const rest = opensThoughts ? text : text.slice(OPEN.length)
  const [reasoning = '', said] = rest.split('</think>')
  if (said === undefined) return { reasoning: reasoning.replace(/<[^>]*$/, '') }
  return { reasoning, content: said.replace(/<.*$/s, '') }
}

interface Cut {
  /** How many characters the chat endpoint and the first completion answer. */
  readonly cuts: readonly number[]
  readonly text: string
  /** Ends the prompt. */
  readonly promptEnd?: string
  /** Changes the text that ids are decoded to. */
  readonly decode?: (text: string) => string
}

/** Answers a text, interrupted at each cut. */
function interrupted({ cuts, text, promptEnd = '', decode = (one) => one }: Cut): Behaviour {
  const prompt = toIds(`Look.${promptEnd}`)
  let given = 0
  return (response, { path, body }) => {
    if (path.endsWith('/detokenize')) {
      return send(response, { prompt: decode(textOf(body.tokens as number[])) }, false)
    }
    const isChat = path.endsWith('/chat/completions')
    if (isChat) given = 0
    else {
      const ids = [...prompt, ...toIds(text.slice(0, given))]
      expect(body).toMatchObject({ prompt: ids, skip_special_tokens: false })
    }
    const end = cuts.find((cut) => cut > given) ?? text.length
    const piece = text.slice(given, end)
    given = end
    const ids = toIds(piece)
    const member = { token_ids: ids, finish_reason: end < text.length ? 'abort' : 'stop' }
    const message = { role: 'assistant', ...parsedPart(piece, promptEnd !== '') }
    const values = ids.map(() => -1)
    const choice = isChat
      ? { [body.stream === true ? 'delta' : 'message']: message }
      : { text: piece, logprobs: { tokens: [...piece], token_logprobs: values } }
    const logprobs = { content: ids.map((_, at) => ({ token: piece[at], logprob: -1 })) }
    const choices = [{ index: 0, logprobs, ...choice, ...member }]
    const root = isChat ? { prompt_token_ids: prompt } : {}
    send(response, { ...root, choices }, body.stream === true)
  }
}

function send(response: ServerResponse, body: object, isStreamed: boolean): void {
  response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' })
  const text = JSON.stringify(body)
  response.end(isStreamed ? `data: ${text}\n\ndata: [DONE]\n\n` : text)
}

interface Delta {
  readonly content?: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[]
}

async function asked(stream: boolean, { profile = 'policy', more = {} } = {}) {
  const opening = { env: 'mock-v1', split: 'train', index: 3, gateway: { profile, tools: 'mcp' } }
  const result = (await (await postJson(`${server.url}/v1/episodes`, opening)).json()) as OpenResult
  const url = `${server.url}${result.gateway?.base_with_key}/chat/completions`
  const messages = [{ role: 'user', content: 'Look.' }]
  const body = { model: 'any', messages, tools: TOOLS, stream, ...more }
  const text = await (await postJson(url, body)).text()
  const lines = text.split('\n').map((line) => line.replace(/^data: /, ''))
  const deltas = lines.flatMap((line) => {
    if (!line.startsWith('{')) return []
    const { choices = [] } = JSON.parse(line) as { choices?: { delta?: Delta; message?: Delta }[] }
    return choices.map(({ delta, message }) => delta ?? message ?? {})
  })
  const calls = await fetch(`${server.url}/v1/episodes/${result.episode_id}/calls`)
  const [call] = (await calls.json()) as ModelCallResult[]
  return {
    ...{ text, call },
    thoughts: deltas.map((delta) => delta.reasoning_content ?? '').join(''),
    content: deltas.map((delta) => delta.content ?? '').join(''),
    args: deltas
      .flatMap((delta) => delta.tool_calls ?? [])
      .map((one) => one.function.arguments)
      .join(''),
  }
}

const chats = (): number =>
  upstream.requests.filter(({ path }) => path.endsWith('/chat/completions')).length

describe('an answer with thoughts and a tool call', () => {
  const whole = (text: string) => ({
    ...{ token_ids: toIds(text), text_only: null, failure: null, finish_reason: 'tool_calls' },
  })

  it.each([false, true])(
    'is one answer wherever it is interrupted, once or twice, streamed: %s',
    async (stream) => {
      for (const promptEnd of ['', '<think>\n']) {
        const text = promptEnd === '' ? TEXT : TEXT.slice('<think>\n'.length)
        for (let cut = 1; cut < text.length; cut += 1) {
          upstream.script(interrupted({ cuts: [cut, cut + 5], text, promptEnd }))
          const { call, thoughts, content, args } = await asked(stream)
          expect([cut, call]).toMatchObject([cut, whole(text)])
          expect([cut, thoughts.trim(), content.trim()]).toEqual([cut, 'I will look.', 'Ok.'])
          expect(call?.answer).toMatchObject({ reasoning_content: thoughts, content })
          expect(args).toBe('{"thing":"hall"}')
          expect(chats()).toBe(1)
        }
      }
    },
    60_000,
  )

  it('is sampled again if its raw text is unknown, differs, or cannot be parsed', async () => {
    const other = (text: string) => text.replaceAll('will', "'ll")
    const ways = [
      [{ cuts: [20], text: TEXT, decode: other }, {}],
      [{ cuts: [20], text: TEXT }, { profile: 'plain' }],
      [{ cuts: [20], text: TEXT }, { more: { parallel_tool_calls: false } }],
      [{ cuts: [20], text: TEXT }, { more: { tool_choice: 'required' } }],
    ] as const
    for (const [cut, how] of ways) {
      const behaviour = interrupted(cut)
      const again = modelServer(() => ({ content: 'Good day.' }))
      let isFirst = true
      upstream.script((response, request) => {
        if (request.path.endsWith('/detokenize')) return behaviour(response, request)
        const answers = isFirst ? behaviour : again
        isFirst = false
        return answers(response, request)
      })
      const { call } = await asked(false, how)
      expect(call).toMatchObject({ answer: { content: 'Good day.' }, failure: null })
    }
  })

  it('ends with a fault if the agent has a part that its rest contradicts', async () => {
    upstream.script(interrupted({ cuts: [20], text: TEXT, decode: () => '<think>Something else.' }))
    const { text, call } = await asked(true)
    expect(text).toContain('gateway/unavailable')
    expect(call?.failure).toMatchObject({ code: 'gateway/unavailable' })
  })
})
