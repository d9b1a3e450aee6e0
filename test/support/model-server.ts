import type { ServerResponse } from 'node:http'
import type { Behaviour, RecordedRequest } from '../openai-server.ts'

/** One turn of the model. */
export interface ModelTurn {
  readonly content?: string
  readonly reasoning?: string
  readonly calls?: readonly (readonly [name: string, args: string])[]
}

/** How a model server differs from one that answers like vLLM. */
export interface ModelServerOptions {
  /** Changes each chunk and each body before it is sent. */
  readonly change?: (value: Record<string, unknown>, isStreamed: boolean) => void
  /** Called between two chunks of a stream. */
  readonly betweenChunks?: (response: ServerResponse, sentChunks: number) => Promise<void> | void
}

/** The ids of a text: one for each of its characters. */
export const toIds = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** The text of the prompt, as a model of this server gets it. */
export const promptText = ({ body }: RecordedRequest): string =>
  `${JSON.stringify(body.messages)}${JSON.stringify(body.tools ?? [])}`

/** The text that a turn is sampled as. */
export const sampledText = ({ content = '', reasoning = '', calls = [] }: ModelTurn): string =>
  `${reasoning}${content}${calls.map(([name, args]) => name + args).join('')}`

/** The log-probability of the token at a position from 0: a different fixed value for each. */
export const logprobAt = (at: number): number => Math.fround(-(at + 1) / 7)

/** Answers like vLLM: with token ids and log-probabilities if the request asks for them. */
export function modelServer(
  turnOf: (request: RecordedRequest) => ModelTurn,
  { change = () => undefined, betweenChunks: between = () => undefined }: ModelServerOptions = {},
): Behaviour {
  return async (response, request) => {
    const turn = turnOf(request)
    const isStreamed = request.body.stream === true
    const chunks = isStreamed ? answerChunks(request, turn) : [answerBody(request, turn)]
    for (const chunk of chunks) change(chunk, isStreamed)
    if (!isStreamed) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(chunks[0]))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const [at, chunk] of chunks.entries()) {
      await between(response, at)
      if (response.destroyed) return
      response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    }
    response.end('data: [DONE]\n\n')
  }
}

const head = { id: 'chatcmpl-up', created: 1, model: 'small' }

const wantsIds = ({ body }: RecordedRequest): boolean => body.return_token_ids === true

function countUsage(request: RecordedRequest, turn: ModelTurn) {
  const [prompt, completion] = [promptText(request).length, sampledText(turn).length]
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

function tokenMembers(request: RecordedRequest, text: string, start: number) {
  const content = [...text].map((token, at) => ({ token, logprob: logprobAt(start + at) }))
  return {
    ...(wantsIds(request) ? { token_ids: toIds(text) } : {}),
    logprobs: request.body.logprobs === true ? { content } : null,
  }
}

const toCalls = ({ calls = [] }: ModelTurn) =>
  calls.map(([name, args], index) => ({
    ...{ id: `call_${index}`, type: 'function', index },
    function: { name, arguments: args },
  }))

const finishReason = ({ calls = [] }: ModelTurn): string =>
  calls.length > 0 ? 'tool_calls' : 'stop'

function answerBody(request: RecordedRequest, turn: ModelTurn): Record<string, unknown> {
  const { content = null, reasoning = null } = turn
  const calls = toCalls(turn).map(({ index: _, ...call }) => call)
  const message = { role: 'assistant', content, reasoning, tool_calls: calls }
  return {
    ...{ ...head, object: 'chat.completion' },
    choices: [
      {
        ...{ index: 0, message, finish_reason: finishReason(turn) },
        ...tokenMembers(request, sampledText(turn), 0),
      },
    ],
    usage: countUsage(request, turn),
    ...(wantsIds(request) ? { prompt_token_ids: toIds(promptText(request)) } : {}),
  }
}

function answerChunks(request: RecordedRequest, turn: ModelTurn): Record<string, unknown>[] {
  const { content = '', reasoning = '' } = turn
  const chunk = (choice: object | undefined, members: object = {}): Record<string, unknown> => ({
    ...{ ...head, object: 'chat.completion.chunk', ...members },
    choices: choice === undefined ? [] : [{ index: 0, finish_reason: null, ...choice }],
  })
  const first = wantsIds(request) ? { prompt_token_ids: toIds(promptText(request)) } : {}
  let start = 0
  const piece = (delta: object, text: string) => {
    const deltaChunk = chunk({ delta, ...tokenMembers(request, text, start) })
    start += text.length
    return deltaChunk
  }
  const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)]
  return [
    chunk({ delta: { role: 'assistant', content: '' }, logprobs: null }, first),
    ...halves(reasoning).map((text) => piece({ reasoning: text }, text)),
    ...halves(content).map((text) => piece({ content: text }, text)),
    ...toCalls(turn).map((call) =>
      piece({ tool_calls: [call] }, call.function.name + call.function.arguments),
    ),
    chunk({ delta: {}, finish_reason: finishReason(turn), logprobs: null }),
    chunk(undefined, { usage: countUsage(request, turn) }),
  ]
}
