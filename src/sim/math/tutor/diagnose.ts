import { judgeAnswer } from '../grading/form/judge.ts'
import { answersEqual, parseExpression, parseGold } from '../grading/index.ts'
import type { AnswerKey, MathProblem } from '../problem.ts'
import { compareDigits } from './compare-digits.ts'
import { compareShapes } from './compare-shapes.ts'
import type { Finding, FindingKind } from './finding.ts'
import { letterSpansIn } from './letters.ts'

/** The finding on a submitted answer. */
export interface Diagnosis {
  readonly finding: Finding
  readonly right: boolean
  /** The final answer in the text; null if there was none. */
  readonly extracted: string | null
}

/** An answer is within this many characters of the end of a text. */
const LAST_WORDS = 400

/** Diagnoses a submitted text without a model. Never throws. */
export function diagnose(problem: MathProblem, text: string): Diagnosis {
  const key = problem.answer
  const { verdict, extracted, ambiguous } = judgeAnswer(problem, text)
  const right = verdict === 'right'
  const found = (finding: Finding): Diagnosis => ({ finding, right, extracted })
  if (verdict === 'right' || verdict === 'given') return found({ kind: verdict })
  if (extracted === null) return found({ kind: namesUnknownOption(key, text) })
  // Most typical answers match exactly, and comparing values costs more.
  const literal = problem.mistakes.find(({ answer }) => answer === extracted)
  if (verdict === 'unworked' && literal === undefined) return found({ kind: 'unworked' })
  if (ambiguous) return found({ kind: 'several_answers' })
  const typical =
    literal ?? problem.mistakes.find(({ answer }) => answersEqual(key, answer, extracted))
  if (typical !== undefined) return found({ kind: 'typical', note: sentence(typical.mistake) })
  return found(wrongAnswer(key, extracted))
}

function wrongAnswer(key: AnswerKey, extracted: string): Finding {
  switch (key.kind) {
    case 'choice':
      return { kind: 'option' }
    case 'text':
      return { kind: 'text' }
    case 'hexadecimal':
      return { kind: compareHexadecimal(hexadecimalDigits(key.gold), hexadecimalDigits(extracted)) }
    case 'expression': {
      const [gold, answer] = [parseGold(key), parseExpression(extracted)]
      if (gold !== null && answer !== null) return { kind: compareShapes(gold, answer) }
      if (gold === null && answer === null) return { kind: 'text' }
      return { kind: gold === null ? 'wants_words' : 'unreadable' }
    }
  }
}

/** Whether a text without an answer names at least a letter, though none of the options. */
function namesUnknownOption({ kind, options }: AnswerKey, text: string): FindingKind {
  if (kind !== 'choice') return 'no_answer'
  const letters = letterSpansIn(text.slice(-LAST_WORDS)).map(({ content }) => content)
  const isBeyond = (letter: string): boolean => letter.charCodeAt(0) - 65 >= options.length
  return letters.some(isBeyond) ? 'no_such_option' : 'no_answer'
}

/** The mistakes of a hexadecimal product. One of them is an answer in base ten. */
function compareHexadecimal(gold: string, answer: string): FindingKind {
  const isDecimal = /^\d{1,40}$/.test(answer) && /^[0-9A-F]{1,40}$/.test(gold)
  if (isDecimal && BigInt(answer) === BigInt(`0x${gold}`)) return 'base'
  return compareDigits(gold, answer)
}

/** Hexadecimal digits without prefix, separators and suffix. */
function hexadecimalDigits(text: string): string {
  const plain = text.replace(/_\{?(16|hex)\}?\s*$/i, '').replace(/0x|[\s,_{}]|\\text/gi, '')
  return plain.toUpperCase().replace(/^0+(?=.)/, '')
}

/** A note with a capital letter and a full stop. */
function sentence(note: string): string {
  const text = note.trim()
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
