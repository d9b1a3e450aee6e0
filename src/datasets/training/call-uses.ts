import type { TokenParents } from './call-parents.ts'
import type { CallUse, ModelCall } from './model-call.ts'

/** A step of the episode, and the call that caused it. */
export interface StepCall {
  /** Row number of the step in the episode's log. */
  readonly position: number
  /** Null for a step before the first answer. */
  readonly call: number | null
}

/**
 * The call that caused each step: of the answered calls that were stored before it, the last one
 * with tool calls. If none has any, the program acts on text, and it is the last one.
 *
 * @param positions row numbers of the steps, in order
 */
export function callsOfSteps(
  calls: readonly ModelCall[],
  positions: readonly number[],
): readonly StepCall[] {
  const answeredCalls = calls.filter(({ isAnswered }) => isAnswered)
  const acting = answeredCalls.filter(({ hasToolCalls }) => hasToolCalls)
  const lastBefore = (position: number): ModelCall | undefined =>
    acting.findLast((call) => call.position < position) ??
    answeredCalls.findLast((call) => call.position < position)
  return positions.map((position) => ({ position, call: lastBefore(position)?.call ?? null }))
}

/**
 * How training uses each call, by its number; yields after each call. The main conversation is the
 * one with the last step, or the first one without any step.
 */
export function* callUses(
  calls: readonly ModelCall[],
  steps: readonly StepCall[],
  parents: ReadonlyMap<number, TokenParents>,
): Generator<void, ReadonlyMap<number, CallUse>, void> {
  const roots = findRoots(calls)
  const acting = new Set(steps.map(({ call }) => call))
  const answeredCalls = calls.filter(({ isAnswered }) => isAnswered)
  const lastActing = steps.findLast(({ call }) => call !== null)?.call
  const main = roots.get(lastActing ?? answeredCalls[0]?.call ?? -1)
  const last = answeredCalls.findLast(({ call }) => roots.get(call) === main)?.call
  const usedCalls = usedAnswers(calls, parents)
  const classifyCall = (modelCall: ModelCall): CallUse => {
    const { call, tokens, isAnswered } = modelCall
    if (!isAnswered) return 'failed'
    if (tokens === null) return 'no_tokens'
    if ((parents.get(call) ?? []).length > 1) return 'ambiguous'
    if (roots.get(call) !== main) return 'auxiliary'
    if (acting.has(call) || usedCalls.has(call) || call === last) return 'trained'
    return answeredCalls.some((later) => isRetry(later, modelCall)) ? 'retried' : 'abandoned'
  }
  const uses = new Map<number, CallUse>()
  for (const call of calls) {
    uses.set(call.call, classifyCall(call))
    yield
  }
  return uses
}

/** The first call of each call's conversation. */
function findRoots(calls: readonly ModelCall[]): ReadonlyMap<number, number> {
  const roots = new Map<number, number>()
  for (const { call, parent } of calls) {
    roots.set(call, parent === null ? call : (roots.get(parent) ?? call))
  }
  return roots
}

/** The calls whose answer occurs in a later prompt, by its messages or its ids. */
function usedAnswers(
  calls: readonly ModelCall[],
  parents: ReadonlyMap<number, TokenParents>,
): ReadonlySet<number> {
  const usedIds = new Set<number>()
  const lengths = new Map(calls.map(({ call, length }) => [call, length]))
  for (const { call, parent, kept } of calls) {
    for (const parent of parents.get(call) ?? []) usedIds.add(parent)
    if (parent !== null && kept > (lengths.get(parent) ?? kept)) usedIds.add(parent)
  }
  return usedIds
}

function isRetry(later: ModelCall, earlier: ModelCall): boolean {
  if (later.call <= earlier.call || later.tokens === null || earlier.tokens === null) return false
  const [again, first] = [later.tokens.prompt, earlier.tokens.prompt]
  if (again.length !== first.length) return false
  for (let index = 0; index < first.length; index++) if (again[index] !== first[index]) return false
  return true
}
