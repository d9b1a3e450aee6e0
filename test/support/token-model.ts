import type { ServerResponse } from 'node:http'
import type { Behaviour, RecordedRequest } from '../openai-server.ts'

/** The tokens that begin and end each message. */
export const [BEGIN, END] = [1, 2]
/** Pairs of equal letters are one token for the tokenizer, and two for the sampling model. */
const PAIR = 100_000
const THINK = { open: '<think>', close: '</think>' }

interface Message {
  readonly role: string
  readonly content?: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly { readonly function: { name: string; arguments: string } }[]
}

/** The ids of a text from its tokenizer. */
export function encoded(text: string): number[] {
  const ids: number[] = []
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isPair = code === text.charCodeAt(index + 1)
    ids.push(isPair ? PAIR + code : code)
    if (isPair) index++
  }
  return ids
}

/** The ids that the model samples for a text: no pairs, and the end of its turn. */
export const sampledIds = (text: string): number[] => [
  ...[...text].map((letter) => letter.charCodeAt(0)),
  END,
]

/** The text of ids, with `[` and `]` where messages begin and end. */
export const decoded = (ids: readonly number[]): string =>
  ids
    .map((id) => {
      if (id === BEGIN || id === END) return id === BEGIN ? '[' : ']'
      const letter = String.fromCharCode(id % PAIR)
      return id >= PAIR ? letter + letter : letter
    })
    .join('')

/** A template like Qwen's: thoughts appear only after the user's last question. */
export function renderedChat({ messages, tools = [] }: Chat, isPrompt: boolean): number[] {
  const lastAsked = messages.findLastIndex(({ role }) => role === 'user')
  const ids = messages.flatMap((message, index) => [
    ...[BEGIN, ...encoded(`${message.role}\n${messageText(message, index > lastAsked)}`)],
    ...[END, ...encoded('\n')],
  ])
  const head = tools.length === 0 ? [] : [BEGIN, ...encoded(JSON.stringify(tools)), END]
  return [...head, ...ids, ...(isPrompt ? [BEGIN, ...encoded('assistant\n')] : [])]
}

interface Chat {
  readonly messages: readonly Message[]
  readonly tools?: readonly object[]
}

function messageText(message: Message, hasThoughts: boolean): string {
  const { content, reasoning_content: thoughts, tool_calls: calls = [] } = message
  const thoughtText = thoughts && hasThoughts ? `${THINK.open}${thoughts}${THINK.close}` : ''
  const callTexts = calls.map(({ function: { name, arguments: given } }) => {
    const call = { name, arguments: JSON.parse(given) as object }
    return `<tool_call>${JSON.stringify(call)}</tool_call>`
  })
  return `${thoughtText}${content ?? ''}${callTexts.join('')}`
}

/** The model's answer, as raw text. */
type Sample = (prompt: string) => string

/** A server of a model with a tokenizer and a chat template, which answers like vLLM. */
export function tokenModel(sample: Sample, logprobOf = (id: number) => -id / 1_000): Behaviour {
  return (response, request) => {
    const { path, body } = request
    const chat = body as unknown as Chat
    if (path.endsWith('/tokenize')) {
      const tokens = renderedChat(chat, body.add_generation_prompt === true)
      return send(response, { count: tokens.length, tokens })
    }
    const isRaw = path.endsWith('/completions') && !path.endsWith('/chat/completions')
    const prompt = isRaw ? (body.prompt as number[]) : renderedChat(chat, true)
    const text = sample(decoded(prompt))
    return answer(response, request, { isRaw, prompt, text, logprobOf })
  }
}

interface Answer {
  readonly isRaw: boolean
  readonly prompt: readonly number[]
  readonly text: string
  readonly logprobOf: (id: number) => number
}

function answer(response: ServerResponse, { body }: RecordedRequest, answered: Answer): void {
  const { isRaw, prompt, text, logprobOf } = answered
  const ids = sampledIds(text)
  const message = parseAnswer(text)
  const isStreamed = body.stream === true
  const entries = ids.map((id) => ({ token: decoded([id]), logprob: logprobOf(id) }))
  const logprobs = isRaw
    ? {
        tokens: entries.map(({ token }) => token),
        token_logprobs: entries.map((one) => one.logprob),
        top_logprobs: entries.map(({ token, logprob }) => likelyTokens(token, logprob, body)),
      }
    : { content: entries }
  const choiceMember = isStreamed ? { delta: message } : { message }
  const reason = !isRaw && message.tool_calls !== undefined ? 'tool_calls' : 'stop'
  const choice = {
    ...{ index: 0, logprobs, token_ids: ids, finish_reason: reason },
    ...(isRaw ? { text } : choiceMember),
  }
  const usage = { prompt_tokens: prompt.length, completion_tokens: ids.length }
  const root = isRaw ? {} : { prompt_token_ids: prompt }
  const answerBody = { ...root, choices: [choice], usage }
  if (isStreamed) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(answerBody)}\n\ndata: [DONE]\n\n`)
  } else send(response, answerBody)
}

/** The sampled token, and as many others as the request asks for, as vLLM gives them. */
function likelyTokens(token: string, logprob: number, { logprobs = 0 }: RecordedRequest['body']) {
  const others = Array.from({ length: Number(logprobs) }, (_, index) => [`${index}`, -9 - index])
  return Object.fromEntries([[token, logprob], ...others]) as Record<string, number>
}

/** An answer as vLLM's parsers of thoughts and hermes calls return it. */
function parseAnswer(text: string) {
  const [, thoughts, rest = text] = /^(?:<think>)?(.*?)<\/think>(.*)$/s.exec(text) ?? []
  const calls = [...rest.matchAll(/<tool_call>(.*?)<\/tool_call>/gs)].map(([, json], index) => {
    const { name, arguments: given } = JSON.parse(json as string) as Record<string, unknown>
    const functionCall = { name, arguments: JSON.stringify(given) }
    return { index, id: `call_${index}`, type: 'function', function: functionCall }
  })
  const content = rest.split('<tool_call>')[0] || null
  return {
    ...{ role: 'assistant', content },
    ...(thoughts === undefined ? {} : { reasoning_content: thoughts }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
