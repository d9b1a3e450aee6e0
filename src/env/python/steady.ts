import type { Json, JsonObject } from '../../sim/json.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import { WorldFailure } from '../failure.ts'
import { failureOf, functionOf } from './transition.ts'

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
  if (twin.status === 'failed') throw failureOf(twin)
  const path = differingPath(answer.output, twin.output) ?? []
  const shown = [answer, twin].map(({ output }) => beginning(memberAt(output, path)))
  const place = ['answer', ...path].join('.')
  throw new WorldFailure(
    `python/unsteady in ${functionOf(call, path)}: ${place} is ${shown[0]} in one play and ` +
      `${shown[1]} in another of the same call; use stream() or context.random() for chance, ` +
      'no clock, no memory of earlier calls, and sort sets',
  )
}

/** The first place where two answers differ, or undefined. */
function differingPath(
  one: Json | undefined,
  other: Json | undefined,
): readonly string[] | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined
  if (isContainer(one) && isContainer(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const below = differingPath((one as JsonObject)[key], (other as JsonObject)[key])
      if (below !== undefined) return [key, ...below]
    }
  }
  return []
}

const isContainer = (value: Json | undefined): value is JsonObject | readonly Json[] =>
  typeof value === 'object' && value !== null

const memberAt = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (at as JsonObject | undefined)?.[key], value)

function beginning(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
