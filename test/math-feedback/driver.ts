import type { EpisodeSetup } from '../../src/env/episode.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { answerText } from '../../src/env/math-feedback/prompts.ts'
import { feedbackTurn } from '../../src/env/math-feedback/solve.ts'
import { type EffectScript, noOutsideWorld } from '../../src/env/playthrough.ts'
import type { Policy } from '../../src/policies/policy.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { MathTask } from '../../src/sim/math/problem.ts'
import { stream } from '../../src/sim/random.ts'
import * as rollouts from '../support/rollout.ts'

export type Player = rollouts.Player

export const WORLD: JsonObject = { format: 1, seed: 1 }

/** The setup of an episode on a mathematics task. */
export const setupOf = (task: MathTask, settings?: JsonObject): EpisodeSetup =>
  rollouts.plainSetup(mathFeedbackEnvironment, WORLD, task, settings)

/** One finished rollout, with the tutor's feedback in order. */
export interface Rollout extends rollouts.Rollout {
  readonly feedback: readonly string[]
}

/** Plays an episode to its end. A player without a next turn closes it. */
export function playOut(setup: EpisodeSetup, player: Player, script?: EffectScript): Rollout {
  const rollout = rollouts.playOut(setup, player, script)
  const said = rollout.transcript.filter(({ role }) => role === 'tool')
  return { ...rollout, feedback: said.map(({ content }) => content) }
}

/** Shows all but the last of these answers to the tutor, and answers with the last. */
export function answering(
  task: MathTask,
  answers: readonly string[],
  settings: JsonObject = {},
  script: EffectScript = noOutsideWorld({}),
): Rollout {
  const texts = answers.map((answer) => answerText(task.answer.kind, answer))
  return playOut(setupOf(task, settings), inTurn(texts), script)
}

/** Shows texts to the tutor, and answers with the last. */
export function inTurn(texts: readonly string[]): Player {
  return (_, { step }) => {
    const text = texts[step]
    if (text === undefined) return undefined
    return step === texts.length - 1 ? { content: text } : feedbackTurn(text, step + 1)
  }
}

/** A policy as a player. */
export const asPlayer = (policy: Policy, task: MathTask): Player =>
  rollouts.policyPlayer(policy, setupOf(task), (step) =>
    stream(1 + 1_000 * task.index, step, 'policy'),
  )
