import {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  type StepAnswer,
} from '../../src/env/episode.ts'
import type { Action, Transcript } from '../../src/env/message.ts'
import {
  critiqueAtOnce,
  type EffectScript,
  noOutsideWorld,
  playthrough,
  setupIn,
} from '../../src/env/playthrough.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { Conversation } from '../../src/env/public-event.ts'
import { solutionTurn } from '../../src/env/usual-players.ts'
import type { Policy } from '../../src/policies/policy.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { RandomStream } from '../../src/sim/random.ts'

/** A task as a world of its own types has it. */
interface SomeTask {
  readonly id: string
  readonly seed: number
}

/** The setup of an episode on a task, whose world and settings are given as they come. */
export function plainSetup(
  environment: AnyEnvironment,
  world: unknown,
  task: SomeTask,
  settings: JsonObject = {},
): EpisodeSetup {
  const plain = task as unknown as EpisodeSetup['task']
  const parsed = environment.settings.schema.parse(settings)
  return setupIn({ environment, world: world as JsonObject, settings: parsed }, plain)
}

/** One finished rollout, as tests look at it. */
export interface Rollout {
  readonly transcript: Transcript
  /** Those of the opening too. */
  readonly events: Conversation['events']
  readonly answers: readonly StepAnswer[]
  readonly state: EpisodeState
  readonly metrics: Readonly<Record<string, number>>
  readonly success: boolean
  /** In thousandths. */
  readonly total: number
  readonly critique: string
}

/** Gives the next turn; undefined when it has none. */
export type Player = (seen: Conversation, state: EpisodeState) => Action | undefined

/** Plays an episode to its end; a player without a next turn closes it. */
export function playOut(
  setup: EpisodeSetup,
  player: Player,
  script: EffectScript = noOutsideWorld(setup.environment),
): Rollout {
  const { transcript, events, states, answers: played } = playthrough(setup, player, script)
  let state = states.at(-1) as EpisodeState
  const answers = [...played]
  if (state.end === undefined) {
    const ended = endEpisode(setup, state, 'client_closed')
    state = ended.state
    answers.push(ended.answer)
  }
  const metrics = answers.at(-1)?.metrics ?? {}
  const success = metrics.success === 1
  const end = state.end ?? { kind: 'truncated', reason: 'client_closed' }
  return {
    transcript,
    events,
    answers,
    state,
    metrics,
    success,
    total: state.total,
    critique: critiqueAtOnce(setup.environment, { transcript, events }, { end, success, metrics }),
  }
}

/** A policy as a player of this episode; async policies do not occur in these tests. */
export function playerOf(
  policy: Policy,
  { environment, task, world }: EpisodeSetup,
  randomAt: (step: number) => RandomStream,
): Player {
  return (seen, { step }) =>
    policy.act({
      environment: environment.id,
      ...seen,
      tools: [],
      random: randomAt(step),
      ...(policy.needsHidden ? { hidden: { task, world } } : {}),
    }) as Action
}

/** The player who knows everything. */
export const oraclePlayer =
  ({ environment, task, world }: EpisodeSetup): Player =>
  (seen) =>
    solutionTurn(environment, task, world, seen)
