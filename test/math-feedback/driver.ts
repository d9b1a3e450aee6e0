import {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  limitsOf,
  type StepAnswer,
} from '../../src/env/episode.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { answerText } from '../../src/env/math-feedback/prompts.ts'
import { feedbackTurn } from '../../src/env/math-feedback/solve.ts'
import type { Action, Transcript } from '../../src/env/message.ts'
import { type EffectScript, noOutsideWorld, playthrough } from '../../src/env/playthrough.ts'
import type { Policy } from '../../src/policies/policy.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { MathTask } from '../../src/sim/math/problem.ts'
import { stream } from '../../src/sim/random.ts'

export const WORLD: JsonObject = { format: 1, seed: 1 }

/** Everything fixed about an episode on a mathematics task. */
export function setupOf(task: MathTask, settings: JsonObject = {}): EpisodeSetup {
  const parsed = mathFeedbackEnvironment.settingsSchema.parse(settings)
  const plain = task as unknown as EpisodeSetup['task']
  return {
    environment: mathFeedbackEnvironment,
    task: plain,
    world: WORLD,
    settings: parsed,
    seeds: [{ from_step: 0, seed: task.seed }],
    limits: limitsOf(mathFeedbackEnvironment, plain, parsed),
  }
}

/** One finished rollout, as tests look at it. */
export interface Rollout {
  readonly transcript: Transcript
  readonly answers: readonly StepAnswer[]
  readonly state: EpisodeState
  readonly metrics: Readonly<Record<string, number>>
  readonly success: boolean
  /** In thousandths. */
  readonly total: number
  /** What the tool said, in order. */
  readonly feedback: readonly string[]
  readonly critique: string
}

export type Player = (transcript: Transcript, state: EpisodeState) => Action | undefined

/** Plays an episode to its end; a player without a next turn closes it. */
export function playOut(
  setup: EpisodeSetup,
  player: Player,
  script: EffectScript = noOutsideWorld,
): Rollout {
  const played = playthrough(setup, player, script)
  let state = played.states.at(-1) as EpisodeState
  const answers = [...played.answers]
  if (state.end === undefined) {
    const ended = endEpisode(setup, state, 'client_closed')
    state = ended.state
    answers.push(ended.answer)
  }
  const metrics = answers.at(-1)?.metrics ?? {}
  const success = metrics.success === 1
  const end = state.end ?? { kind: 'truncated', reason: 'client_closed' }
  return {
    transcript: played.transcript,
    answers,
    state,
    metrics,
    success,
    total: state.total,
    feedback: played.transcript.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])),
    critique: setup.environment.critique(played.transcript, { end, success, metrics }),
  }
}

/** Submits all but the last of these answers to the tutor, and gives the last. */
export function answering(
  task: MathTask,
  answers: readonly string[],
  settings: JsonObject = {},
  script: EffectScript = noOutsideWorld,
): Rollout {
  const texts = answers.map((answer) => answerText(task.answer.kind, answer))
  return playOut(setupOf(task, settings), inTurn(texts), script)
}

/** Submits texts to the tutor, and gives the last as the answer. */
export function inTurn(texts: readonly string[]): Player {
  return (_, { step }) => {
    const text = texts[step]
    if (text === undefined) return undefined
    return step === texts.length - 1 ? { content: text } : feedbackTurn(text, step + 1)
  }
}

/** A policy as a player; async policies do not occur in these tests. */
export function asPlayer(policy: Policy, task: MathTask, seed = 1): Player {
  const hidden = { task: task as unknown as EpisodeSetup['task'], world: WORLD }
  return (transcript, { step }) =>
    policy.act({
      environment: mathFeedbackEnvironment.id,
      transcript,
      tools: [],
      random: stream(seed + 1_000 * task.index, step, 'policy'),
      ...(policy.needsHidden ? { hidden } : {}),
    }) as Action
}
