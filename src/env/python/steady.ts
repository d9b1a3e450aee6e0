import { firstJsonDifference, type Json } from '../../sim/json.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import { WorldFailure } from '../failure.ts'
import { functionName, toFailure } from './transition.ts'

const SHOWN_MAX = 200

/**
 * The answer to a call that another process played too: with another hash seed and another clock,
 * and twice, so that whatever a function keeps from one call to the next shows.
 *
 * @throws WorldFailure naming the function whose answers differ
 */
export function steadyAnswer(
  call: string,
  answer: EffectAnswer,
  twin: EffectAnswer | undefined,
): EffectAnswer {
  if (twin === undefined || answer.status === 'failed') return answer
  if (twin.status === 'failed') throw toFailure(twin)
  const { path, pair } = firstJsonDifference(answer.output, twin.output)
  const beginnings = pair.map(beginning)
  const member = ['answer', ...path].join('.')
  throw new WorldFailure(
    `python/unsteady in ${functionName(call, path)}: ${member} is ${beginnings[0]} in one play ` +
      `and ${beginnings[1]} in another of the same call; use stream() or ` +
      'context.random() for chance, no clock, no memory of earlier calls, and sort sets',
  )
}

function beginning(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
