import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'
import type { Play } from '../episode.ts'

/** Performs an effect where the world runs. */
export type AskWorld = (request: EffectRequest) => Promise<EffectAnswer>

/** Runs a play to its result, with effects that run elsewhere. */
export async function driven<Result>(play: Play<Result>, ask: AskWorld): Promise<Result> {
  let progress = play.next()
  while (!progress.done) progress = play.next(await ask(progress.value))
  return progress.value
}
