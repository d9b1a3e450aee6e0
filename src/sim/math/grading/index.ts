import type { AnswerKey } from '../problem.ts'
import type { Node } from './node.ts'
import type { Rational } from './rational.ts'

export type { Node, NodeKind } from './node.ts'
export { type Rational, rationalText, toNumber } from './rational.ts'

/** What a text gave as its final answer. */
export interface Extracted {
  /** As it was written, without the words around it; `null` if there is none. */
  readonly text: string | null
  /** Whether different answers stood in places of equal rank; the last one was taken. */
  readonly isAmbiguous: boolean
}

/** The verdict on a text. */
export interface Grade {
  readonly correct: boolean
  /** The final answer that was found, as written; `null` if there is none. */
  readonly extracted: string | null
  readonly ambiguous: boolean
}

/** How strictly decimals are compared. */
export interface GradeOptions {
  /** Decimal places in which a decimal must agree with an exact value; 6 unless told. */
  readonly precision?: number
}

/** Finds the final answer in free text and compares it with the key. Never throws. */
export function gradeAnswer(key: AnswerKey, text: string, _options: GradeOptions = {}): Grade {
  const { text: extracted, isAmbiguous } = extractAnswer(key, text)
  return {
    correct: extracted !== null && isGold(key, extracted),
    extracted,
    ambiguous: isAmbiguous,
  }
}

/** The final answer in free text, without judging it. Never throws. */
export function extractAnswer(_key: AnswerKey, text: string): Extracted {
  return { text: text.trim() === '' ? null : text.trim(), isAmbiguous: false }
}

/** Whether two short answers to a problem are the same answer, right or wrong. Never throws. */
export function answersEqual(_key: AnswerKey, first: string, second: string): boolean {
  return first.trim() === second.trim()
}

/** Whether a short span, taken as a whole, is the right answer. Never throws. */
export function isGold(key: AnswerKey, answer: string): boolean {
  return answersEqual(key, key.gold, answer)
}

/** What a short answer says, as a tree; `null` if it cannot be read. Never throws. */
export function parseExpression(_text: string): Node | null {
  return null
}

/** The exact value of a tree without variables and roots; `null` if it has none. */
export function exactValue(_node: Node): Rational | null {
  return null
}

/** The value of a tree without variables, as a double; `null` if it is not a real number. */
export function realValue(_node: Node): number | null {
  return null
}
