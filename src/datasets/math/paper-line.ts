import { Fields } from '../rows/fields.ts'
import type { FileRow } from '../rows/row.ts'

/** One attempt at a problem, as the Feedback-Friction pipeline logs it. */
export interface PaperLine {
  /** Equal for all attempts at one problem. */
  readonly problem: string
  /** The question without history; null if the line has it only with history. */
  readonly question: string | null
  /** From 0. */
  readonly iteration: number
  readonly correct: boolean
  /** The whole text of the attempt; blank if there was none. */
  readonly response: string
  /** Feedback on the attempt, or null. */
  readonly feedback: string | null
}

const QUESTION_KEYS = ['problem', 'question', 'Problem', 'Question'] as const

/**
 * Reads a line of a log of attempts.
 *
 * @throws RowError naming the bad field
 */
export function readPaperLine(row: FileRow): PaperLine {
  const fields = new Fields(row)
  const iteration = fields.optionalWhole('iteration')
  if (iteration === null || iteration < 0) {
    const remedy = 'A log of attempts numbers them from 0.'
    return fields.fail('iteration', iteration === null ? 'is missing' : 'is negative', remedy)
  }
  const correct = row.values.is_correct
  if (typeof correct !== 'boolean') {
    return fields.fail('is_correct', 'is not true or false', 'Say whether the attempt was right.')
  }
  const originalQuestion = fields.optionalText('original_question')
  // Only a right first attempt has no history in its question.
  const firstQuestion = iteration === 0 && correct ? fields.optionalText(...QUESTION_KEYS) : null
  const problem =
    fields.optionalText('unique_id') ?? originalQuestion ?? fields.text(...QUESTION_KEYS)
  return {
    problem,
    question: originalQuestion ?? firstQuestion,
    iteration,
    correct,
    response: fields.optionalFirst('full_response') ?? '',
    feedback: fields.optionalFirst('feedback'),
  }
}
