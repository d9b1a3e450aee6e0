import { z } from 'zod'
import { answersEqual } from '../sim/math/grading/index.ts'
import type { AnswerKey, MathProblem } from '../sim/math/problem.ts'
import { ANSWER_CHARACTERS_MAX, type FeedbackRequest } from '../sim/math/tutor/attempt.ts'
import { type Diagnosis, diagnose } from '../sim/math/tutor/diagnose.ts'
import { type Finding, isUnworked, publicFinding } from '../sim/math/tutor/finding.ts'
import { firstWrongStep } from '../sim/math/tutor/first-step.ts'
import { guardFeedback } from '../sim/math/tutor/guard.ts'
import { type FeedbackKind, feedbackRequest } from '../sim/math/tutor/request.ts'
import { ruleFeedback, verdictOf } from '../sim/math/tutor/rule-feedback.ts'
import { type Effectful, perform, type Work } from './effect.ts'
import { visibleWords } from './model-words.ts'
import type { Tool } from './tool.ts'

const ARGUMENT_CHARACTERS_MAX = 16_000
const REASONING_CHARACTERS_MAX = 4_000
/** If a reply reveals the answer, the model is asked once more with stricter instructions. */
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

/** The facts of the episode that a feedback request needs. */
interface FeedbackContext {
  readonly problem: MathProblem
  readonly earlierAttempts: readonly FeedbackRequest[]
  readonly kind: FeedbackKind
  /** Whether feedback says if an answer is right or wrong. */
  readonly confirm: boolean
  /** The chat profile that words the feedback; null for the tutor without a model. */
  readonly profile: string | null
}

/** Describes what seems wrong with an answer. It never reveals the right one. */
export const getFeedback = {
  name: 'get_feedback',
  description:
    'Shows your current answer to a tutor, who says what kind of mistake it seems to contain and ' +
    'where to look, without giving the right answer. The same answer gets the same feedback again.',
  parameters,
  run: (args: FeedbackArguments, scene: FeedbackContext): Effectful<FeedbackRequest> => {
    const submission = submit(args, scene)
    const { earlierAttempts, kind, profile, confirm } = scene
    const repeatedAttempt = earlierAttempts.find((attempt) =>
      isResubmission(scene.problem.answer, attempt, submission),
    )
    if (repeatedAttempt !== undefined)
      return { ...repeatedAttempt, ...submission.submitted, repeated: true }
    const { diagnosis, visibleFinding } = submission
    const isPlain = isUnworked(visibleFinding) || (diagnosis.right && confirm)
    if (profile === null || kind === 'binary' || kind === 'step' || isPlain)
      return feedbackByRule(submission, scene)
    return feedbackByModel(submission, scene, profile)
  },
} satisfies Tool<FeedbackArguments, FeedbackContext, FeedbackRequest>

interface Submission {
  readonly submitted: Pick<FeedbackRequest, 'answer' | 'reasoning' | 'extracted'>
  readonly diagnosis: Diagnosis
  /** The part of the finding that the agent may see. */
  readonly visibleFinding: Finding
}

function submit(args: FeedbackArguments, scene: FeedbackContext): Submission {
  const { problem, confirm, kind } = scene
  const { current_answer: answer, reasoning } = args
  const diagnosis = diagnose(problem, answer)
  const visibleFinding = publicFinding(diagnosis.finding, problem.answer.kind, confirm)
  const namesWrongStep =
    kind === 'step' && confirm && !diagnosis.right && !isUnworked(visibleFinding)
  const work = `${reasoning ?? ''}\n${answer}`
  return {
    diagnosis,
    visibleFinding: namesWrongStep
      ? { ...visibleFinding, step: firstWrongStep(problem, work) }
      : visibleFinding,
    submitted: {
      answer: answer.slice(0, ANSWER_CHARACTERS_MAX),
      reasoning: (reasoning ?? '').slice(0, REASONING_CHARACTERS_MAX),
      extracted: diagnosis.extracted,
    },
  }
}

/**
 * Whether the answer was submitted before. The right answer is not used, so the result reveals
 * nothing about it.
 */
function isResubmission(
  key: AnswerKey,
  previous: FeedbackRequest,
  { submitted, visibleFinding }: Submission,
): boolean {
  // An answer that is now worked out differs from its unfinished version, even with equal values.
  if (isUnworked(previous.finding) !== isUnworked(visibleFinding)) return false
  if (previous.extracted === null || submitted.extracted === null) {
    return (
      previous.extracted === submitted.extracted &&
      previous.answer.trim() === submitted.answer.trim()
    )
  }
  if (previous.extracted === submitted.extracted) return true
  return answersEqual({ ...key, gold: '', aliases: [] }, previous.extracted, submitted.extracted)
}

function feedbackByRule(
  { submitted, diagnosis, visibleFinding }: Submission,
  scene: FeedbackContext,
): FeedbackRequest {
  const { confirm, kind, earlierAttempts } = scene
  const manner = { confirm, bare: kind === 'binary', earlier: earlierAttempts.length }
  // A literal without a spread: V8 stores members after a spread one by one, ten times as slowly.
  return {
    answer: submitted.answer,
    reasoning: submitted.reasoning,
    extracted: submitted.extracted,
    right: diagnosis.right,
    finding: visibleFinding,
    feedback: ruleFeedback(visibleFinding, manner),
    repeated: false,
    source: 'rule',
    leak: 'none',
    discarded: 0,
    error: null,
  }
}

/**
 * Feedback in a model's words. If the model fails, the rule-based feedback replaces it, because the
 * agent is not responsible for the failure.
 */
function* feedbackByModel(
  submission: Submission,
  scene: FeedbackContext,
  profile: string,
): Work<FeedbackRequest> {
  const ruleAttempt = feedbackByRule(submission, scene)
  for (let discarded = 0; discarded < TRIES_MAX; discarded++) {
    const modelReply = yield* perform(askModel(submission, scene, profile, discarded > 0))
    if (modelReply.status === 'failed')
      return { ...ruleAttempt, discarded, error: modelReply.error }
    const guardedFeedback = guardFeedback(scene.problem, modelReply.text)
    if (guardedFeedback.verdict === 'leaks') continue
    const verdict = verdictOf(ruleAttempt.finding, scene.confirm)
    return {
      ...ruleAttempt,
      feedback: `${verdict}\n\n${guardedFeedback.text}`,
      source: 'model',
      leak: guardedFeedback.verdict === 'masked' ? 'masked' : 'none',
      discarded,
    }
  }
  return { ...ruleAttempt, leak: 'fallback', discarded: TRIES_MAX }
}

type ModelReply =
  | { readonly status: 'said'; readonly text: string }
  | { readonly status: 'failed'; readonly error: string }

function* askModel(
  { submitted, diagnosis }: Submission,
  { problem, kind, confirm, earlierAttempts }: FeedbackContext,
  profile: string,
  strict: boolean,
): Work<ModelReply> {
  const { answer, reasoning } = submitted
  const isWrong = confirm && !diagnosis.right
  const input = feedbackRequest({
    problem,
    kind,
    confirm: isWrong,
    earlier: earlierAttempts,
    answer,
    reasoning,
    strict,
  })
  const reply = yield { kind: 'chat', profile, input }
  if (reply.status === 'failed') return { status: 'failed', error: reply.reason }
  const text = visibleWords(reply)
  return text === '' ? { status: 'failed', error: 'empty' } : { status: 'said', text }
}
