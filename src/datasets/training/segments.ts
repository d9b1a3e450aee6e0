import { tokenParents } from './call-parents.ts'
import { callsOfSteps, callUses, type StepCall } from './call-uses.ts'
import type { CallTokens, CallUse, ModelCall } from './model-call.ts'

/**
 * One sequence of token ids to train on. The ids before each trained answer are those that the
 * model got when it sampled the answer.
 */
export interface Segment {
  /** The ids of the first call's prompt; none of them is trained. */
  readonly prompt: readonly number[]
  /** The remaining ids: answers, and the ids between them. */
  readonly response: readonly number[]
  /** 1 for trained ids. */
  readonly mask: readonly (0 | 1)[]
  /** Log-probabilities of the trained ids, and 0 for the others. */
  readonly logprobs: readonly number[]
  /** Its calls, with the index of each answer in `response`. */
  readonly calls: readonly SegmentCall[]
}

interface SegmentCall {
  readonly call: number
  readonly start: number
  readonly end: number
  readonly isTrained: boolean
}

/** The segments of one episode, and why calls are not in them. */
export interface EpisodeSegments {
  readonly segments: readonly Segment[]
  /** The use of each call, in order. */
  readonly uses: readonly { readonly call: number; readonly use: CallUse }[]
  /** The call that caused each step, so that the step's reward reaches it. */
  readonly steps: readonly StepCall[]
  /** Number of sampled ids in all answered calls, and of the trained ones. */
  readonly sampled: number
  readonly trained: number
}

/** Uses that are trained only on request, because their ids are known. */
type ExtraUse = Exclude<CallUse, 'trained' | 'failed' | 'no_tokens' | 'ambiguous'>

/**
 * Converts the calls of an episode to segments. A call continues the segment of the call whose
 * prompt and answer are the longest prefix of its prompt. If there is none, or another call already
 * continues that segment, it starts a new segment. Every answer is trained at most once. Yields
 * after pieces of about a millisecond each.
 *
 * @param calls in order of their numbers
 * @param positions row numbers of the episode's steps in its log, in order
 * @param also further uses to train besides `trained`
 */
export function* segmentsInPieces(
  calls: readonly ModelCall[],
  positions: readonly number[],
  also: ReadonlySet<ExtraUse> = new Set(),
): Generator<void, EpisodeSegments, void> {
  const steps = callsOfSteps(calls, positions)
  const parents = yield* tokenParents(calls)
  const uses = yield* callUses(calls, steps, parents)
  const isTrained = ({ call }: ModelCall): boolean => {
    const use = uses.get(call)
    return use === 'trained' || (also as ReadonlySet<unknown>).has(use)
  }
  const parentOf = ({ call }: ModelCall): number | undefined => {
    const [parent, ...others] = parents.get(call) ?? []
    return others.length === 0 ? parent : undefined
  }
  const chains = buildChains(calls, isTrained, parentOf)
  const segments: Segment[] = []
  for (const chain of chains) {
    segments.push(yield* splitChain(chain, isTrained))
  }
  const sampled = calls.filter(({ isAnswered }) => isAnswered)
  return {
    segments,
    uses: calls.map(({ call }) => ({ call, use: uses.get(call) as CallUse })),
    steps,
    sampled: sum(sampled.map(({ tokens }) => tokens?.ids.length ?? 0)),
    trained: sum(segments.map(trainedIds)),
  }
}

/** Number of trained ids in a segment. */
const trainedIds = ({ mask }: Segment): number => sum(mask)

type TokenCall = ModelCall & { readonly tokens: CallTokens }

/** Chains of calls that end with a trained one. Calls that lead to none are left out. */
function buildChains(
  calls: readonly ModelCall[],
  isTrained: (call: ModelCall) => boolean,
  parentOf: (call: ModelCall) => number | undefined,
): TokenCall[][] {
  const leading = new Set<number>()
  for (const call of [...calls].reverse()) {
    if (!isTrained(call) && !leading.has(call.call)) continue
    leading.add(call.call)
    const parent = parentOf(call)
    if (parent !== undefined) leading.add(parent)
  }
  const chains: TokenCall[][] = []
  const endsOf = new Map<number, TokenCall[]>()
  for (const call of calls) {
    if (!leading.has(call.call) || call.tokens === null) continue
    const parent = parentOf(call)
    const chain = (parent === undefined ? undefined : endsOf.get(parent)) ?? []
    if (chain.length === 0) chains.push(chain)
    if (parent !== undefined) endsOf.delete(parent)
    chain.push(call as TokenCall)
    endsOf.set(call.call, chain)
  }
  return chains
}

function* splitChain(
  chain: readonly TokenCall[],
  isTrained: (call: ModelCall) => boolean,
): Generator<void, Segment, void> {
  const [first] = chain as readonly [TokenCall]
  const response: number[] = []
  const mask: (0 | 1)[] = []
  const logprobs: number[] = []
  const calls: SegmentCall[] = []
  const add = (
    ids: ArrayLike<number>,
    start: number,
    sampledLogprobs: ArrayLike<number> | undefined,
  ): void => {
    for (let index = start; index < ids.length; index++) {
      response.push(ids[index] as number)
      mask.push(sampledLogprobs === undefined ? 0 : 1)
      logprobs.push(sampledLogprobs?.[index] ?? 0)
    }
  }
  for (const call of chain) {
    const { prompt, ids, logprobs: callLogprobs } = call.tokens
    add(prompt, first.tokens.prompt.length + response.length, undefined)
    const start = response.length
    add(ids, 0, isTrained(call) ? callLogprobs : undefined)
    calls.push({ call: call.call, start, end: response.length, isTrained: isTrained(call) })
    yield
  }
  return { prompt: Array.from(first.tokens.prompt), response, mask, logprobs, calls }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((left, right) => left + right, 0)
