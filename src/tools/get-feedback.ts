import { z } from 'zod'
import { answersEqual } from '../sim/math/grading/index.ts'
import type { AnswerKey, MathProblem } from '../sim/math/problem.ts'
import { ANSWER_CHARACTERS_MAX, type Attempt } from '../sim/math/tutor/attempt.ts'
import { type Diagnosis, diagnose } from '../sim/math/tutor/diagnose.ts'
import { type Finding, isUnfinished, publicFinding } from '../sim/math/tutor/finding.ts'
import { firstWrongStep } from '../sim/math/tutor/first-step.ts'
import { guardFeedback } from '../sim/math/tutor/guard.ts'
import { type FeedbackKind, feedbackRequest } from '../sim/math/tutor/request.ts'
import { ruleFeedback, verdictOf } from '../sim/math/tutor/rule-feedback.ts'
import { type EffectAnswer, type Effectful, type EffectRequest, perform } from './effect.ts'
import { wordsOf } from './model-words.ts'
import type { Tool } from './tool.ts'

const ARGUMENT_CHARACTERS_MAX = 16_000
const REASONING_CHARACTERS_MAX = 4_000
/** A reply that gives the answer away is asked for once more, and more strictly. */
const TRIES_MAX = 2

const parameters = z.object({
  current_answer: z
    .string()
    .max(ARGUMENT_CHARACTERS_MAX, `at most ${ARGUMENT_CHARACTERS_MAX} characters`)
    .describe('The answer you have, in the form that the problem asks for, with the work if any.'),
  reasoning: z
    .string()
    .max(ARGUMENT_CHARACTERS_MAX, `at most ${ARGUMENT_CHARACTERS_MAX} characters`)
    .nullish()
    .describe('How you got there, if it is not part of the answer.'),
})

export type FeedbackArguments = z.infer<typeof parameters>

/** What a request for feedback needs to know of the episode. */
interface FeedbackScene {
  readonly problem: MathProblem
  readonly earlier: readonly Attempt[]
  readonly kind: FeedbackKind
  /** Whether feedback says that an answer is right, or wrong. */
  readonly confirm: boolean
  /** The chat profile that words the feedback; null for the tutor that needs no model. */
  readonly profile: string | null
}

/** Tells what seems wrong with an answer, never what the right one is. */
export const getFeedback = {
  name: 'get_feedback',
  description:
    'Shows your current answer to a tutor, who says what kind of mistake it seems to contain and ' +
    'where to look, without giving the right answer. The same answer gets the same feedback again.',
  parameters,
  run: (args: FeedbackArguments, scene: FeedbackScene): Effectful<Attempt> => {
    const submission = submit(args, scene)
    const { earlier, kind, profile, confirm } = scene
    const same = earlier.find((attempt) => isSame(scene.problem.answer, attempt, submission))
    if (same !== undefined) return { ...same, ...submission.said, repeated: true }
    const { diagnosis, shown } = submission
    const isPlain = isUnfinished(shown) || (diagnosis.right && confirm)
    if (profile === null || kind === 'binary' || kind === 'step' || isPlain)
      return byRule(submission, scene)
    return byModel(submission, scene, profile)
  },
} satisfies Tool<FeedbackArguments, FeedbackScene, Attempt>

interface Submission {
  readonly said: Pick<Attempt, 'answer' | 'reasoning' | 'extracted'>
  readonly diagnosis: Diagnosis
  /** What may be made known of it. */
  readonly shown: Finding
}

function submit(args: FeedbackArguments, scene: FeedbackScene): Submission {
  const { problem, confirm, kind } = scene
  const { current_answer: answer, reasoning } = args
  const diagnosis = diagnose(problem, answer)
  const shown = publicFinding(diagnosis.finding, problem.answer.kind, confirm)
  const isStepped = kind === 'step' && confirm && !diagnosis.right && !isUnfinished(shown)
  const work = `${reasoning ?? ''}\n${answer}`
  return {
    diagnosis,
    shown: isStepped ? { ...shown, step: firstWrongStep(problem, work) } : shown,
    said: {
      answer: answer.slice(0, ANSWER_CHARACTERS_MAX),
      reasoning: (reasoning ?? '').slice(0, REASONING_CHARACTERS_MAX),
      extracted: diagnosis.extracted,
    },
  }
}

/** Whether an answer was submitted before; told without the right one, so that it hints nothing. */
function isSame(key: AnswerKey, before: Attempt, { said, shown }: Submission): boolean {
  // Who works an answer out submits another one, though its value is the same.
  if (isUnfinished(before.finding) !== isUnfinished(shown)) return false
  if (before.extracted === null || said.extracted === null) {
    return before.extracted === said.extracted && before.answer.trim() === said.answer.trim()
  }
  if (before.extracted === said.extracted) return true
  return answersEqual({ ...key, gold: '', aliases: [] }, before.extracted, said.extracted)
}

function byRule({ said, diagnosis, shown }: Submission, scene: FeedbackScene): Attempt {
  const { confirm, kind, earlier } = scene
  const manner = { confirm, bare: kind === 'binary', earlier: earlier.length }
  // Written out: what follows a spread in a literal is stored one by one, at ten times the cost.
  return {
    answer: said.answer,
    reasoning: said.reasoning,
    extracted: said.extracted,
    right: diagnosis.right,
    finding: shown,
    feedback: ruleFeedback(shown, manner),
    repeated: false,
    source: 'rule',
    leak: 'none',
    discarded: 0,
    error: null,
  }
}

/**
 * Feedback in a model's words. Whatever goes wrong with the model, the rules word it instead: the
 * one who asked for feedback is not to blame and sees nothing of it.
 */
function* byModel(
  submission: Submission,
  scene: FeedbackScene,
  profile: string,
): Generator<EffectRequest, Attempt, EffectAnswer> {
  const ruled = byRule(submission, scene)
  for (let discarded = 0; discarded < TRIES_MAX; discarded++) {
    const asked = yield* perform(consult(submission, scene, profile, discarded > 0))
    if (asked.status === 'failed') return { ...ruled, discarded, error: asked.error }
    const guarded = guardFeedback(scene.problem, asked.text)
    if (guarded.verdict === 'leaks') continue
    const verdict = verdictOf(ruled.finding, scene.confirm)
    return {
      ...ruled,
      feedback: `${verdict}\n\n${guarded.text}`,
      source: 'model',
      leak: guarded.verdict === 'masked' ? 'masked' : 'none',
      discarded,
    }
  }
  return { ...ruled, leak: 'fallback', discarded: TRIES_MAX }
}

type Consulted =
  | { readonly status: 'said'; readonly text: string }
  | { readonly status: 'failed'; readonly error: string }

function* consult(
  { said, diagnosis }: Submission,
  { problem, kind, confirm, earlier }: FeedbackScene,
  profile: string,
  strict: boolean,
): Generator<EffectRequest, Consulted, EffectAnswer> {
  const { answer, reasoning } = said
  const isWrong = confirm && !diagnosis.right
  const input = feedbackRequest({
    problem,
    kind,
    confirm: isWrong,
    earlier,
    answer,
    reasoning,
    strict,
  })
  const answered = yield { kind: 'chat', profile, input }
  if (answered.status === 'failed') return { status: 'failed', error: answered.reason }
  const text = wordsOf(answered)
  return text === '' ? { status: 'failed', error: 'empty' } : { status: 'said', text }
}
