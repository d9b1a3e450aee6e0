import { asMembers } from './completion-chunk.ts'
import type { Usage } from './formats/chat-form.ts'

/** The usage that a model server sent; undefined if it is not valid. */
export function parseUsage(usage: unknown): Usage | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion, ...rest } = asMembers(usage)
  if (!isCount(prompt) || !isCount(completion)) return undefined
  const cached = asMembers(rest.prompt_tokens_details).cached_tokens
  const reasoning = asMembers(rest.completion_tokens_details).reasoning_tokens
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    ...(isCount(cached) ? { cached_tokens: cached } : {}),
    ...(isCount(reasoning) ? { reasoning_tokens: reasoning } : {}),
  }
}

/** A negative count would increase the budget. */
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
