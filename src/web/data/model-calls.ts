import type { ResultAt } from '../../client/resources.ts'

type ModelCall = ResultAt<'GET /v1/episodes/{episode_id}/calls'>[number]

/** A call of an agent program to its model, beside the calls before it. */
export interface ShownCall {
  readonly call: ModelCall
  /** How many ids the whole prompt has; undefined without ids. */
  readonly promptIds: number | undefined
  readonly tokens: readonly ShownToken[]
  /** Why the prompt does not begin with all ids of the call that it continues. */
  readonly broken: { readonly why: string; readonly lost: number } | undefined
  /** Whether the prompt leaves the conversation of its parent before the parent's answer. */
  readonly isBranch: boolean
}

export interface ShownToken {
  /** Undefined if the model server gave no texts. */
  readonly text: string | undefined
  readonly id: number
  readonly logprob: number
}

/** Calls by the step that was the last one when they began. */
export type CallsByStep = ReadonlyMap<number, readonly ShownCall[]>

const UNEXPLAINED = 'the ids of this prompt differ from those that were sampled'

/** Sets each call beside its parent: which ids it keeps, and whether it goes back before it. */
export function readCalls(calls: readonly ModelCall[]): ShownCall[] {
  const shown: ShownCall[] = []
  const lengths: number[] = []
  const messages: number[] = []
  for (const one of calls) {
    const { parent, kept, prompt_kept: sharedIds, prompt_ids: own, token_ids: ids } = one
    const hasAll = parent === null || kept === messages[parent]
    const before = parent === null ? 0 : (lengths[parent] ?? 0)
    const lost = own === null || !hasAll ? 0 : Math.max(0, before - sharedIds)
    const promptIds = own === null ? undefined : sharedIds + own.length
    shown.push({
      call: one,
      promptIds,
      tokens: tokensOf(one),
      broken: lost > 0 ? { why: one.rendered_anew ?? UNEXPLAINED, lost } : undefined,
      isBranch: !hasAll,
    })
    lengths.push((promptIds ?? 0) + (ids?.length ?? 0))
    messages.push(kept + one.messages.length + (one.answer === null ? 0 : 1))
  }
  return shown
}

const tokensOf = ({ token_ids: ids, logprobs, token_texts: texts }: ModelCall): ShownToken[] =>
  (ids ?? []).map((id, at) => ({ id, text: texts?.[at], logprob: logprobs?.[at] ?? 0 }))

/** How likely a token was when it was drawn: 0 is likely, 4 is less than one in a hundred. */
export function surpriseOf(logprob: number): 0 | 1 | 2 | 3 | 4 {
  const share = Math.exp(logprob)
  if (share >= 0.9) return 0
  if (share >= 0.5) return 1
  if (share >= 0.1) return 2
  return share >= 0.01 ? 3 : 4
}

/** The calls by their step, in order. */
export function callsByStep(calls: readonly ShownCall[]): CallsByStep {
  const found = new Map<number, ShownCall[]>()
  for (const shown of calls) {
    const { position } = shown.call
    const there = found.get(position)
    if (there === undefined) found.set(position, [shown])
    else there.push(shown)
  }
  return found
}

/** Sampled tokens of calls: the model server's count, or else the number of ids. */
export const sampledTokens = (calls: readonly ShownCall[]): number =>
  calls.reduce((sum, { call: { usage }, tokens }) => {
    const { completion_tokens: counted } = (usage ?? {}) as { completion_tokens?: number }
    return sum + (counted ?? tokens.length)
  }, 0)
