import { z } from 'zod'
import type { Json, JsonObject } from '../../sim/json.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import { failedAnswer, type Performer } from '../performer.ts'
import type { PoolAnswer, PythonPool } from './pool.ts'

/** A served world: its workers and their time limit. */
export interface ServedWorld {
  readonly id: string
  readonly digest: string
  readonly deadlineMs: number
  readonly pool: PythonPool
}

/** Size limit for a world's answer to one call, as JSON text. */
export const ANSWER_BYTES_MAX = 250_000

/** Covers the wait, two process starts and two calls. */
const DEADLINE_MS = 180_000

const inputSchema = z.strictObject({ call: z.string(), digest: z.string(), step: z.int() })

/** Plays Python worlds. Each world is a profile named after its environment. */
export function pythonPerformer(worlds: readonly ServedWorld[]): Performer {
  const byId = new Map(worlds.map((world) => [world.id, world]))
  return {
    kind: 'python',
    deadlineMs: DEADLINE_MS,
    concurrency: Number.POSITIVE_INFINITY,
    async perform({ profile = '', input, attached = {} }, signal, owner) {
      const { call, digest } = inputSchema.parse(input)
      const world = byId.get(profile)
      if (world === undefined)
        return failedAnswer('refused', `python/unknown: there is no ${profile}`)
      if (world.digest !== digest) return failedAnswer('refused', changedMessage(profile))
      const { deadlineMs, pool } = world
      const request = { call, input: attached, deadlineMs, bytesMax: ANSWER_BYTES_MAX }
      return effectAnswer(await pool.call(request, signal, owner), {
        call,
        id: profile,
        deadlineMs,
      })
    },
  }
}

const changedMessage = (id: string): string =>
  `python/changed: the code of ${id} is not what this episode was begun with`

/** Converts a worker's answer to an effect's. Callers read its code, operators the rest. */
export function effectAnswer(
  answer: PoolAnswer,
  { call, id, deadlineMs }: { call: string; id: string; deadlineMs: number },
): EffectAnswer {
  switch (answer.status) {
    case 'answered':
      return { status: 'answered', output: answer.output as Json & JsonObject }
    case 'error': {
      const { code, function: functionName, message } = answer.error
      return failedAnswer(
        'invalid',
        `${code} in ${functionName === '' ? call : functionName}: ${message}`,
      )
    }
    case 'late':
      return failedAnswer(
        'timeout',
        `python/deadline in ${call}: it took longer than ${deadlineMs} ms`,
      )
    case 'died':
      return failedAnswer('invalid', `python/died in ${call}: its process ended, twice`)
    case 'garbage':
      return failedAnswer('invalid', `python/garbage in ${call}: its channel carried no answer`)
    case 'evicted':
      return failedAnswer('unavailable', `the workers of ${id} have not enough memory now`)
    default:
      return failedAnswer('unavailable', `the workers of ${id} are busy`)
  }
}
