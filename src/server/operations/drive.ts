import type { Play } from '../../env/episode.ts'
import type { RecordedEffect } from '../../env/log.ts'
import { type EffectAnswer, type EffectRequest, recordedRequest } from '../../tools/effect.ts'
import type { HostCore } from '../core.ts'

export interface Driven<Result> {
  readonly result: Result
  readonly effects: readonly RecordedEffect[]
  /** The duration of each effect in milliseconds; absent without effects. */
  readonly tookMs?: readonly number[]
}

const NO_EFFECTS: readonly RecordedEffect[] = []

/**
 * Runs a play to its end and performs its effects. Without effects the result is returned
 * synchronously, so the common step costs no trip through the event loop.
 *
 * @param owner the principal of the episode, whoever makes the call
 */
export function drive<Result>(
  core: HostCore,
  owner: string,
  play: Play<Result>,
): Driven<Result> | Promise<Driven<Result>> {
  const first = play.next()
  if (first.done) return { result: first.value, effects: NO_EFFECTS }
  return driveEffects(core, owner, play, first)
}

async function driveEffects<Result>(
  core: HostCore,
  owner: string,
  play: Play<Result>,
  first: ReturnType<Play<Result>['next']>,
): Promise<Driven<Result>> {
  const effects: RecordedEffect[] = []
  const tookMs: number[] = []
  let progress = first
  while (!progress.done) {
    const request = progress.value
    const startedMs = core.nowMs()
    const answer = await performCounted(core, request, owner)
    tookMs.push(Math.round(core.nowMs() - startedMs))
    effects.push({ request: recordedRequest(request), answer })
    progress = play.next(answer)
  }
  return { result: progress.value, effects, tookMs }
}

/** Performs an effect, and counts it while it is under way. */
export async function performCounted(
  core: Pick<HostCore, 'metrics' | 'performEffect'>,
  request: EffectRequest,
  owner: string,
  signal?: AbortSignal,
): Promise<EffectAnswer> {
  core.metrics.effects += 1
  core.metrics.effectsUnderWay += 1
  try {
    return await core.performEffect(request, owner, signal)
  } finally {
    core.metrics.effectsUnderWay -= 1
  }
}
