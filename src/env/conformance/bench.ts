import type { JsonObject } from '../../sim/json.ts'
import type { EpisodeSetup, EpisodeState } from '../episode.ts'
import type { Action } from '../message.ts'
import type { EffectScript, Playthrough } from '../playthrough.ts'
import type { AnyEnvironment } from '../plugin.ts'
import type { BaseTask } from '../task-data.ts'

/** A play with its actions. The transcript lacks what raw text was. */
export interface SampledPlay extends Playthrough {
  readonly actions: readonly Action[]
}

/** A task under test, with the ways to play it. */
export interface Bench {
  readonly environment: AnyEnvironment
  readonly world: JsonObject
  /** Seed of the sampled play. The same seed reproduces a finding. */
  readonly seed: number
  readonly script: EffectScript
  readonly setup: EpisodeSetup
  readonly task: BaseTask & JsonObject
  /** Plays sampled actions; the same name repeats the same choices. */
  sampled(name: string, setup?: EpisodeSetup): SampledPlay
  solved(): Playthrough
}

/** Throws if a promise of the contract is broken. */
export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

export const lastState = ({ states }: Playthrough): EpisodeState => states.at(-1) as EpisodeState
