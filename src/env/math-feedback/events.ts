import { extractAnswer } from '../../sim/math/grading/index.ts'
import type { AnswerKey, AnswerKind, MathTask } from '../../sim/math/problem.ts'
import { type Finding, type FindingKind, isUnworked } from '../../sim/math/tutor/finding.ts'
import type { FeedbackVerdict } from '../../sim/math/tutor/rule-feedback.ts'

/** The form in which the prompt asks for the answer. */
export type RequestedForm = {
  readonly answer_kind: AnswerKind
  /** The options to choose from, A first; empty unless the kind is `choice`. */
  readonly options: readonly string[]
}

/** The public events of this environment. */
export type MathEvent =
  | ({ readonly kind: 'problem'; readonly question: string } & RequestedForm)
  /** The tutor answered a request for feedback. */
  | {
      readonly kind: 'feedback'
      readonly answer: string
      readonly verdict: FeedbackVerdict
      /**
       * The kind of mistake that the tutor names; null if it names none or a model wrote the text.
       */
      readonly finding: FindingKind | null
      readonly text: string
    }
  /** No feedback requests are left. */
  | { readonly kind: 'feedback_refused'; readonly answer: string }
  /** The last message held a call, and was taken as the answer. */
  | { readonly kind: 'call_too_late'; readonly tool: string; readonly call_id: string }
  /** A message stated no answer in the required form, so the agent was asked for it. */
  | { readonly kind: 'answer_asked' }
  /** An answer was returned to the agent to be worked out. */
  | { readonly kind: 'answer_returned' }
  /**
   * The last answer, as any reader finds it in the message, or null. It never says whether it is
   * right.
   */
  | { readonly kind: 'answered'; readonly answer: string | null }

export const toAnswerForm = ({ answer: { kind, options } }: MathTask): RequestedForm => ({
  answer_kind: kind,
  options: kind === 'choice' ? options : [],
})

export const problemEvent = (task: MathTask): MathEvent => ({
  kind: 'problem',
  question: task.question,
  ...toAnswerForm(task),
})

/** The kind of mistake that the rule-based text names; null if it names none. */
export const findingNamed = (finding: Finding): FindingKind | null =>
  finding.kind === 'right' || finding.kind === 'unexplained' || isUnworked(finding)
    ? null
    : finding.kind

/** The short answer that a text states, or null. It needs no key. */
export function answerFoundIn({ answer_kind: kind, options }: RequestedForm, text: string) {
  const letters = options.map((_, index) => `option ${index + 1}`)
  const key: AnswerKey = { kind, gold: '', options: letters, aliases: [] }
  return extractAnswer(key, text).text
}
