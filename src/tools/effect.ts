import type { Json, JsonObject } from '../sim/json.ts'

/**
 * Slow or outside work that a step asks for, as plain data. The host performs it and stores the
 * answer with the step; replay feeds the stored answer and calls nothing.
 */
export interface EffectRequest {
  /** Which performer does it: `timer`, `chat`, … */
  readonly kind: string
  /** The configured profile to use, for performers that reach outside. Never a URL or a key. */
  readonly profile?: string
  readonly input: JsonObject
  /**
   * What the performer needs besides, and a log need not keep, since replay makes it again from the
   * rows: the state and the task of a world that is played elsewhere.
   */
  readonly attached?: JsonObject
}

/** A request as logs have it. */
export function recordedRequest(request: EffectRequest): EffectRequest {
  if (request.attached === undefined) return request
  const { attached: _, ...recorded } = request
  return recorded
}

export type EffectFailure = 'timeout' | 'unavailable' | 'refused' | 'invalid'

/** What became of an effect. A failure is an answer too: the environment decides what it means. */
export type EffectAnswer =
  | { readonly status: 'answered'; readonly output: Json }
  | { readonly status: 'failed'; readonly reason: EffectFailure; readonly message: string }

/** A result, or a generator that yields effect requests on the way to it. */
export type Effectful<Result> = Result | Generator<EffectRequest, Result, EffectAnswer>

/** Runs an effectful computation in another generator: `const x = yield* perform(tool.run(…))`. */
export function* perform<Result>(
  work: Effectful<Result>,
): Generator<EffectRequest, Result, EffectAnswer> {
  return isGenerator(work) ? yield* work : work
}

/**
 * Whether something is still to be done. Who asks before it performs saves a generator, of which
 * the common step would make a handful.
 */
export function isGenerator<Result>(
  work: Effectful<Result>,
): work is Generator<EffectRequest, Result, EffectAnswer> {
  if (typeof work !== 'object' || work === null) return false
  // To look for a member that is not there costs as much as a tool call; most results are literals.
  if (Object.getPrototypeOf(work) === Object.prototype) return false
  return typeof (work as { readonly next?: unknown }).next === 'function'
}
