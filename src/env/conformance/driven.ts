import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'
import type { Play } from '../episode.ts'

/** Has an effect performed where the world is played. */
export type AskWorld = (request: EffectRequest) => Promise<EffectAnswer>

/** Drives a play to its result, with effects that are performed elsewhere. */
export async function driven<Result>(play: Play<Result>, ask: AskWorld): Promise<Result> {
  let progress = play.next()
  while (!progress.done) progress = play.next(await ask(progress.value))
  return progress.value
}
