import type { Json, JsonObject } from '../sim/json.ts'

/**
 * Slow or external work that a step requests, as plain data. The host performs it and stores the
 * answer with the step. A replay uses the stored answer and calls nothing.
 */
export interface EffectRequest {
  /** The performer: `timer`, `chat`, … */
  readonly kind: string
  /** The name of a configured profile, for performers that reach outside. Never a URL or a key. */
  readonly profile?: string
  readonly input: JsonObject
  /**
   * Further input for the performer that the log does not store, because a replay derives it from
   * the rows. It holds the state and task of a world that another process plays.
   */
  readonly attached?: JsonObject
}

/** A request as the log stores it. */
export function recordedRequest(request: EffectRequest): EffectRequest {
  if (request.attached === undefined) return request
  const { attached: _, ...recorded } = request
  return recorded
}

export type EffectFailure = 'timeout' | 'unavailable' | 'refused' | 'invalid'

/** The answer to an effect. A failure is an answer too: the environment decides what it means. */
export type EffectAnswer =
  | { readonly status: 'answered'; readonly output: Json }
  | { readonly status: 'failed'; readonly reason: EffectFailure; readonly message: string }

/** Work that yields effect requests on the way to its result. */
export type Work<Result> = Generator<EffectRequest, Result, EffectAnswer>

/** A result, or the work that leads to it. */
export type Effectful<Result> = Result | Work<Result>

/**
 * Runs an effectful computation inside another generator: `const x = yield* perform(tool.run(…))`.
 */
export function* perform<Result>(work: Effectful<Result>): Work<Result> {
  return isGenerator(work) ? yield* work : work
}

/**
 * Whether the result is a generator with work left. Callers check this before `perform`, which
 * saves several generators in a typical step.
 */
export function isGenerator<Result>(work: Effectful<Result>): work is Work<Result> {
  if (typeof work !== 'object' || work === null) return false
  // Looking up an absent member costs as much as a tool call, and most results are literals.
  if (Object.getPrototypeOf(work) === Object.prototype) return false
  return typeof (work as { readonly next?: unknown }).next === 'function'
}
