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
 * The call that caused each step: of the answered calls that began before it, the last one with
 * tool calls. If none has any, the program acts on text, and it is the last one.
 *
 * @param positions row numbers of the steps, in order
 */
export function callsOfSteps(
  calls: readonly ModelCall[],
  positions: readonly number[],
): readonly StepCall[] {
  const answered = calls.filter(({ isAnswered }) => isAnswered)
  const acting = answered.filter(({ hasToolCalls }) => hasToolCalls)
  const lastBefore = (position: number): ModelCall | undefined =>
    acting.findLast((call) => call.position < position) ??
    answered.findLast((call) => call.position < position)
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
  const roots = rootsOf(calls)
  const acting = new Set(steps.map(({ call }) => call))
  const answered = calls.filter(({ isAnswered }) => isAnswered)
  const lastActing = steps.findLast(({ call }) => call !== null)?.call
  const main = roots.get(lastActing ?? answered[0]?.call ?? -1)
  const last = answered.findLast(({ call }) => roots.get(call) === main)?.call
  const used = usedAnswers(calls, parents)
  const useOf = (one: ModelCall): CallUse => {
    const { call, tokens, isAnswered } = one
    if (!isAnswered) return 'failed'
    if (tokens === null) return 'no_tokens'
    if ((parents.get(call) ?? []).length > 1) return 'ambiguous'
    if (roots.get(call) !== main) return 'auxiliary'
    if (acting.has(call) || used.has(call) || call === last) return 'trained'
    return answered.some((later) => isRetryOf(later, one)) ? 'retried' : 'abandoned'
  }
  const uses = new Map<number, CallUse>()
  for (const one of calls) {
    uses.set(one.call, useOf(one))
    yield
  }
  return uses
}

/** The first call of each call's conversation. */
function rootsOf(calls: readonly ModelCall[]): ReadonlyMap<number, number> {
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
  const used = new Set<number>()
  const lengths = new Map(calls.map(({ call, length }) => [call, length]))
  for (const { call, parent, kept } of calls) {
    for (const before of parents.get(call) ?? []) used.add(before)
    if (parent !== null && kept > (lengths.get(parent) ?? kept)) used.add(parent)
  }
  return used
}

function isRetryOf(later: ModelCall, earlier: ModelCall): boolean {
  if (later.call <= earlier.call || later.tokens === null || earlier.tokens === null) return false
  const [again, first] = [later.tokens.prompt, earlier.tokens.prompt]
  if (again.length !== first.length) return false
  for (let at = 0; at < first.length; at++) if (again[at] !== first[at]) return false
  return true
}
