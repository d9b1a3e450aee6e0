import { extractAnswer, gradeAnswer, parseExpression } from './grading/index.ts'
import type { AnswerKey, AnswerKind } from './problem.ts'

/** An answer, its gold and the question, whose numbers the answer may refer to. */
export interface VerdictRequest {
  readonly gold: string
  readonly kind: AnswerKind
  readonly options: readonly string[]
  readonly answer: string
  readonly question: string
}

/** A verdict with its reasons as sentences. */
export interface ExplainedVerdict {
  readonly correct: boolean
  readonly extracted: string | null
  readonly ambiguous: boolean
  readonly reasons: readonly string[]
}

/** Grades an answer and gives the reasons. */
export function explainVerdict({
  question,
  answer,
  ...expected
}: VerdictRequest): ExplainedVerdict {
  const key: AnswerKey = { ...expected, aliases: [] }
  const verdict = gradeAnswer(key, answer, { question })
  const { correct, extracted, ambiguous } = verdict
  return { correct, extracted, ambiguous, reasons: listReasons(key, answer, verdict) }
}

function listReasons(
  key: AnswerKey,
  answer: string,
  { correct, extracted, ambiguous }: ReturnType<typeof gradeAnswer>,
): string[] {
  if (extracted === null) return ['The text states no answer in an announced form.']
  const foundAnswer = `The final answer that was found: ${extracted}`
  const reasons = [extracted === answer.trim() ? 'The text is taken as the answer.' : foundAnswer]
  if (ambiguous)
    reasons.push('The text states different answers with equal weight; the last one counts.')
  const isRead = key.kind !== 'expression' || parseExpression(extracted) !== null
  if (!isRead) reasons.push('It cannot be read as mathematics: it is compared as text.')
  const gold = extractAnswer({ ...key, gold: '' }, key.gold).text ?? key.gold
  reasons.push(correct ? `It equals ${gold}.` : `It does not equal ${gold}.`)
  return reasons
}
