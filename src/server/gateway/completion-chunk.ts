import type { JsonObject } from '../../sim/json.ts'

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/**
 * A chunk or a body of vLLM's `/v1/completions` as a chunk of a chat stream. Its text is that of
 * the answer: nothing there looks for thoughts or tool calls.
 */
export function asChatChunk(chunk: unknown): unknown {
  const members = membersOf(chunk)
  if (!Array.isArray(members.choices)) return chunk
  const choices = members.choices.map((choice) => {
    const { text, logprobs, ...rest } = membersOf(choice)
    return { ...rest, delta: { content: text }, logprobs: { content: entriesOf(logprobs) } }
  })
  return { ...members, choices }
}

function entriesOf(logprobs: unknown): Members[] {
  const { token_logprobs: values, tokens } = membersOf(logprobs)
  if (!Array.isArray(values)) return []
  const texts = Array.isArray(tokens) ? tokens : []
  return values.map((logprob, at) => ({ token: texts[at] ?? '', logprob, top_logprobs: [] }))
}

/** Where a model server goes on from token ids, behind its base URL. */
export const COMPLETIONS = '/completions'

/** Members of a chat request that a request for the rest of its answer does not have. */
const OF_CHAT = new Set([
  ...['messages', 'tools', 'tool_choice', 'parallel_tool_calls', 'chat_template_kwargs'],
  ...['logprobs', 'top_logprobs', 'stream_options', 'response_format'],
])
const SEEDS = 2 ** 31

/** What is known of an answer that was broken off. */
interface Begun {
  readonly prompt: readonly number[]
  readonly ids: readonly number[]
}

/** The request for the rest of an answer, from the very ids of its prompt and its beginning. */
export function restBody(chat: JsonObject, { prompt, ids }: Begun, stream: boolean): JsonObject {
  const kept = Object.entries(chat).filter(([name]) => !OF_CHAT.has(name))
  return {
    ...Object.fromEntries(kept),
    prompt: [...prompt, ...ids],
    max_tokens: Number(chat.max_tokens) - ids.length,
    // The draws of the beginning are not made again.
    seed: (Number(chat.seed) + ids.length) % SEEDS,
    ...{ logprobs: 1, return_token_ids: true, stream },
    ...(stream ? { stream_options: { include_usage: true } } : {}),
  }
}
