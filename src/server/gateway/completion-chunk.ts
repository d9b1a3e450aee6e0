import type { JsonObject } from '../../sim/json.ts'

export type Members = Readonly<Record<string, unknown>>

/** The members of a value of a model server; none if it is no object. */
export const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/**
 * Converts a chunk or body of vLLM's `/v1/completions` to a chunk of a chat stream. The text is
 * unchanged, because that endpoint does not parse thoughts or tool calls.
 *
 * @param alternatives how many likely tokens each entry of the log-probabilities lists
 */
export function asChatChunk(chunk: unknown, alternatives: number): unknown {
  const members = asMembers(chunk)
  if (!Array.isArray(members.choices)) return chunk
  const choices = members.choices.map((choice) => {
    const { text, logprobs, ...rest } = asMembers(choice)
    const content = logprobEntries(logprobs, alternatives)
    return { ...rest, delta: { content: text }, logprobs: { content } }
  })
  return { ...members, choices }
}

/**
 * Converts a body of the chat endpoint that was not streamed to the only chunk of a stream. The
 * calls of a body have no index, and some servers give them no id.
 */
export function asOneChunk(body: unknown): unknown {
  const members = asMembers(body)
  if (!Array.isArray(members.choices)) return body
  const choices = members.choices.map((choice) => {
    const { message, ...rest } = asMembers(choice)
    const { tool_calls: calls } = asMembers(message)
    if (!Array.isArray(calls)) return { ...rest, delta: message }
    const tool_calls = calls.map((call, index) => ({ ...asMembers(call), index }))
    return { ...rest, delta: { ...asMembers(message), tool_calls } }
  })
  return { ...members, choices }
}

function logprobEntries(logprobs: unknown, alternatives: number): Members[] {
  const { token_logprobs: values, tokens, top_logprobs: tops } = asMembers(logprobs)
  if (!Array.isArray(values)) return []
  const texts = Array.isArray(tokens) ? tokens : []
  const topLists: readonly unknown[] = Array.isArray(tops) && alternatives > 0 ? tops : []
  return values.map((logprob, index) => {
    // The object has no order: its members are tokens, and digits would come first.
    const top_logprobs = Object.entries(asMembers(topLists[index]))
      .map(([token, value]) => ({ token, logprob: Number(value), bytes: null }))
      .sort((left, right) => right.logprob - left.logprob)
      .slice(0, alternatives)
    return { token: texts[index] ?? '', logprob, bytes: null, top_logprobs }
  })
}

/** The endpoint for a prompt of token ids, after the server's base URL. */
export const COMPLETIONS = '/completions'

/** Members of a chat request that must not occur in the request for the rest of its answer. */
const OF_CHAT = new Set([
  ...['messages', 'tools', 'tool_choice', 'parallel_tool_calls', 'chat_template_kwargs'],
  ...['logprobs', 'top_logprobs', 'stream_options', 'response_format'],
])
const SEEDS = 2 ** 31

/** The known part of an interrupted answer. */
export interface BegunCompletion {
  readonly prompt: readonly number[]
  readonly ids: readonly number[]
}

/**
 * The request for the rest of an answer. Its prompt is the ids of the prompt and of the partial
 * answer.
 */
export function restBody(
  chat: JsonObject,
  { prompt, ids }: BegunCompletion,
  stream: boolean,
): JsonObject {
  const completionMembers = Object.entries(chat).filter(([name]) => !OF_CHAT.has(name))
  return {
    ...Object.fromEntries(completionMembers),
    prompt: [...prompt, ...ids],
    max_tokens: Number(chat.max_tokens) - ids.length,
    // Another seed, so that the random draws of the first part are not repeated.
    seed: (Number(chat.seed) + ids.length) % SEEDS,
    ...{ logprobs: Math.max(1, Number(chat.top_logprobs ?? 1)), return_token_ids: true, stream },
    ...(stream ? { stream_options: { include_usage: true } } : {}),
  }
}
