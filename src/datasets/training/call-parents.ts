import type { CallTokens, ModelCall } from './model-call.ts'

/** The parents of a call by its token ids: none, one, or several that fit equally well. */
export type TokenParents = readonly number[]

/**
 * For each call, the earlier answered calls whose prompt and answer are the longest prefix of its
 * prompt. The time is linear in the number of ids. It yields after each call.
 */
export function* tokenParents(
  calls: readonly ModelCall[],
): Generator<void, ReadonlyMap<number, TokenParents>, void> {
  const conversations = new Conversations()
  const parents = new Map<number, TokenParents>()
  for (const { call, tokens, isAnswered } of calls) {
    if (tokens === null) continue
    parents.set(call, conversations.longestWithin(tokens.prompt))
    if (isAnswered) conversations.add(call, tokens)
    yield
  }
  return parents
}

/** Prompts with their answers, by length and hash. */
class Conversations {
  readonly #byLength = new Map<number, Map<number, { call: number; tokens: CallTokens }[]>>()

  add(call: number, tokens: CallTokens): void {
    const length = tokens.prompt.length + tokens.ids.length
    const hash = extended(extended(0, tokens.prompt), tokens.ids)
    const sameLength = this.#byLength.get(length) ?? new Map()
    this.#byLength.set(length, sameLength)
    sameLength.set(hash, [...(sameLength.get(hash) ?? []), { call, tokens }])
  }

  longestWithin(prompt: ArrayLike<number>): number[] {
    let longest: number[] = []
    let hash = 0
    for (let length = 1; length <= prompt.length; length++) {
      hash = mixed(hash, prompt[length - 1] as number)
      const alike = this.#byLength.get(length)?.get(hash) ?? []
      const begins = alike.filter(({ tokens }) => beginsWith(prompt, tokens))
      if (begins.length > 0) longest = begins.map(({ call }) => call)
    }
    return longest
  }
}

const mixed = (hash: number, id: number): number => (Math.imul(hash, 1_000_003) ^ (id + 1)) | 0

function extended(hash: number, ids: ArrayLike<number>): number {
  let mix = hash
  for (let index = 0; index < ids.length; index++) mix = mixed(mix, ids[index] as number)
  return mix
}

function beginsWith(prompt: ArrayLike<number>, { prompt: parentPrompt, ids }: CallTokens): boolean {
  for (let index = 0; index < parentPrompt.length; index++)
    if (prompt[index] !== parentPrompt[index]) return false
  for (let index = 0; index < ids.length; index++)
    if (prompt[parentPrompt.length + index] !== ids[index]) return false
  return true
}
