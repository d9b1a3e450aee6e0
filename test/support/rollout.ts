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

/** A task in the types of its own world. */
interface SomeTask {
  readonly id: string
  readonly seed: number
}

/** The setup of an episode on a task, with any world and settings. */
export function plainSetup(
  environment: AnyEnvironment,
  world: unknown,
  task: SomeTask,
  settings: JsonObject = {},
): EpisodeSetup {
  const plainTask = task as unknown as EpisodeSetup['task']
  const parsedSettings = environment.settings.schema.parse(settings)
  return setupIn({ environment, world: world as JsonObject, settings: parsedSettings }, plainTask)
}

/** A finished rollout, as tests inspect it. */
export interface Rollout {
  readonly transcript: Transcript
  /** Includes the events of the opening. */
  readonly events: Conversation['events']
  readonly answers: readonly StepAnswer[]
  readonly state: EpisodeState
  readonly metrics: Readonly<Record<string, number>>
  readonly success: boolean
  /** In thousandths. */
  readonly total: number
  readonly critique: string
}

/** Returns the next turn; undefined if there is none. */
export type Player = (seen: Conversation, state: EpisodeState) => Action | undefined

/** Plays an episode to its end. A player without a next turn closes it. */
export function playOut(
  setup: EpisodeSetup,
  player: Player,
  script: EffectScript = noOutsideWorld(setup.environment),
): Rollout {
  const { transcript, events, states, answers: turnAnswers } = playthrough(setup, player, script)
  let state = states.at(-1) as EpisodeState
  const answers = [...turnAnswers]
  if (state.end === undefined) {
    const closing = endEpisode(setup, state, 'client_closed')
    state = closing.state
    answers.push(closing.answer)
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

/** A policy as a player of this episode. These tests have no asynchronous policies. */
export function policyPlayer(
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

/** The player that knows the hidden facts. */
export const oraclePlayer =
  ({ environment, task, world }: EpisodeSetup): Player =>
  (seen) =>
    solutionTurn(environment, task, world, seen)
