import type { ResultAt } from '../../client/resources.ts'

type ModelCall = ResultAt<'GET /v1/episodes/{episode_id}/calls'>[number]

/** A model call of an agent program, and how it relates to its parent call. */
export interface CallView {
  readonly call: ModelCall
  /** The length of the prompt in tokens; undefined if its ids are unknown. */
  readonly promptIds: number | undefined
  readonly tokens: readonly TokenView[]
  /** Set if the prompt does not begin with all token ids of the parent call. */
  readonly prefixBreak: { readonly why: string; readonly lostTokens: number } | undefined
  /** Whether the prompt leaves the conversation of its parent before the parent's answer. */
  readonly isBranch: boolean
}

export interface TokenView {
  /** Undefined if the model server sent no texts. */
  readonly text: string | undefined
  readonly id: number
  readonly logprob: number
}

/** Calls by the last step before they began. */
export type CallsByStep = ReadonlyMap<number, readonly CallView[]>

const UNEXPLAINED = 'the ids of this prompt differ from those that were sampled'

/** Compares each call with its parent: kept token ids, lost token ids, and branches. */
export function toCallViews(calls: readonly ModelCall[]): CallView[] {
  const views: CallView[] = []
  const totalIds: number[] = []
  const totalMessages: number[] = []
  for (const one of calls) {
    const { parent, kept, prompt_kept: sharedIds, prompt_ids: own, token_ids: ids } = one
    const keepsParent = parent === null || kept === totalMessages[parent]
    const parentIds = parent === null ? 0 : (totalIds[parent] ?? 0)
    const lostTokens = own === null || !keepsParent ? 0 : Math.max(0, parentIds - sharedIds)
    const promptIds = own === null ? undefined : sharedIds + own.length
    views.push({
      call: one,
      promptIds,
      tokens: tokensOf(one),
      prefixBreak:
        lostTokens > 0 ? { why: one.rendered_anew ?? UNEXPLAINED, lostTokens } : undefined,
      isBranch: !keepsParent,
    })
    totalIds.push((promptIds ?? 0) + (ids?.length ?? 0))
    totalMessages.push(kept + one.messages.length + (one.answer === null ? 0 : 1))
  }
  return views
}

const tokensOf = ({ token_ids: ids, logprobs, token_texts: texts }: ModelCall): TokenView[] =>
  (ids ?? []).map((id, at) => ({ id, text: texts?.[at], logprob: logprobs?.[at] ?? 0 }))

/** How unlikely a token was when it was sampled: from 0 (90 % or more) to 4 (less than 1 %). */
export function surpriseLevel(logprob: number): 0 | 1 | 2 | 3 | 4 {
  const share = Math.exp(logprob)
  if (share >= 0.9) return 0
  if (share >= 0.5) return 1
  if (share >= 0.1) return 2
  return share >= 0.01 ? 3 : 4
}

/** The calls by their step, in order. */
export function callsByStep(calls: readonly CallView[]): CallsByStep {
  const byStep = new Map<number, CallView[]>()
  for (const shown of calls) {
    const { position } = shown.call
    const there = byStep.get(position)
    if (there === undefined) byStep.set(position, [shown])
    else there.push(shown)
  }
  return byStep
}

/** The number of sampled tokens, by the model server's count or by the ids. */
export const sampledTokens = (calls: readonly CallView[]): number =>
  calls.reduce((sum, { call: { usage }, tokens }) => {
    const { completion_tokens: counted } = (usage ?? {}) as { completion_tokens?: number }
    return sum + (counted ?? tokens.length)
  }, 0)
