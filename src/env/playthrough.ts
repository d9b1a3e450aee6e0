import type { EffectAnswer, EffectRequest } from '../tools/effect.ts'
import { assistantMessage } from './assistant-message.ts'
import {
  type EpisodeSetup,
  type EpisodeState,
  effectiveLimits,
  endEpisode,
  openEpisode,
  type Play,
  type StepAnswer,
  stepEpisode,
} from './episode.ts'
import { worldCritique } from './group-account.ts'
import type { Action, AssistantMessage, ChatMessage } from './message.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { Conversation, PublicEvent } from './public-event.ts'
import type { Outcome } from './teaching.ts'

/** Answers effects on the spot, without an outside world. */
export type EffectScript = (request: EffectRequest) => EffectAnswer

/**
 * Timers are over at once, what the environment can answer in place it does; everything else is
 * said to be unavailable.
 */
export const noOutsideWorld =
  ({ inPlace = {} }: Pick<AnyEnvironment, 'inPlace'>): EffectScript =>
  ({ kind, input, attached }) => {
    const answer = kind === 'timer' ? () => ({}) : inPlace[kind]
    if (answer !== undefined) return { status: 'answered', output: answer(input, attached) }
    return { status: 'failed', reason: 'unavailable', message: `no performer for ${kind}` }
  }

/** Drives a play to its result with scripted effects. */
export function playScripted<Result>(play: Play<Result>, script: EffectScript): Result {
  let progress = play.next()
  while (!progress.done) progress = play.next(script(progress.value))
  return progress.value
}

/**
 * Everything fixed about an episode on a task, with the limits and the seed that the task brings.
 *
 * @param settings as the environment's schema has read them
 */
export const setupIn = (
  { environment, world, settings }: Pick<EpisodeSetup, 'environment' | 'world' | 'settings'>,
  task: EpisodeSetup['task'],
): EpisodeSetup => ({
  environment,
  task,
  world,
  settings,
  seeds: [{ from_step: 0, seed: task.seed }],
  limits: effectiveLimits(environment, task, settings),
})

/** The critique of an environment's rules for a finished episode, outside a server. */
export const critiqueAtOnce = (
  environment: AnyEnvironment,
  conversation: Conversation,
  outcome: Outcome,
): string =>
  playScripted(worldCritique(environment, conversation, outcome), noOutsideWorld(environment))

/** An episode played in process from its opening to its end. */
export interface Playthrough extends Conversation {
  readonly opening: readonly ChatMessage[]
  readonly openingEvents: readonly PublicEvent[]
  readonly answers: readonly StepAnswer[]
  /** The state after the opening and after each step. */
  readonly states: readonly EpisodeState[]
}

type Choose = (conversation: Conversation, state: EpisodeState) => Action | undefined

/** Plays an episode in process, with scripted effects. */
export const playthrough = (
  setup: EpisodeSetup,
  choose: Choose,
  script: EffectScript = noOutsideWorld(setup.environment),
): Playthrough => playScripted(playingThrough(setup, choose), script)

/**
 * Plays an episode: `choose` sees the conversation and gives the next turn, until the episode ends
 * or `choose` gives undefined.
 */
export function* playingThrough(setup: EpisodeSetup, choose: Choose): Play<Playthrough> {
  const opened = yield* openEpisode(setup)
  const states = [opened.state]
  const answers: StepAnswer[] = []
  const transcript: (ChatMessage | AssistantMessage)[] = [...opened.messages]
  const openingEvents = opened.events ?? []
  const events: PublicEvent[] = [...openingEvents]
  let state = opened.state
  while (state.end === undefined) {
    const action = choose({ transcript, events }, state)
    if (action === undefined) break
    const stepped = yield* stepEpisode(setup, state, action)
    state = stepped.state
    states.push(state)
    answers.push(stepped.answer)
    transcript.push(assistantMessage(action, setup), ...stepped.answer.messages)
    events.push(...(stepped.answer.events ?? []))
  }
  return { opening: opened.messages, openingEvents, transcript, events, answers, states }
}

/** What an episode came to. */
export interface PlayResult {
  readonly success: boolean
  /** In thousandths. */
  readonly total: number
}

/** The result of a play; an episode that is still open is closed from outside. */
export function playResult(setup: EpisodeSetup, { states, answers }: Playthrough): PlayResult {
  const last = states.at(-1)
  if (last === undefined) throw new Error('an episode has at least its opening')
  if (last.end !== undefined) {
    return { success: answers.at(-1)?.metrics?.success === 1, total: last.total }
  }
  const { state, answer } = endEpisode(setup, last, 'client_closed')
  return { success: answer.metrics?.success === 1, total: state.total }
}
