import { foldCharacters } from '../../folding.ts'
import { gradeAnswer, isGold } from '../grading/index.ts'
import { wordNumbersIn } from '../grading/number-words.ts'
import type { MathProblem } from '../problem.ts'
import { letterSpansIn } from './letters.ts'
import { isCommonplace, isPhrase, maskAnswer } from './mask.ts'
import { statesInOtherNotation } from './other-notations.ts'
import { phrasesIn } from './phrases.ts'
import { listsParts, spellsNumber, statesFormula } from './spoken-formulas.ts'

/** A model's feedback after the guard: safe to show, or not. */
type Guarded =
  | { readonly verdict: 'clean' | 'masked'; readonly text: string }
  | { readonly verdict: 'leaks' }

const TEXT_CHARACTERS_MAX = 8_000

/**
 * Makes a model's feedback safe. It masks the right answer, then checks whether the rest still
 * reveals it: to our own grader, by elimination, or by reciting the reference solution.
 */
export function guardFeedback(problem: MathProblem, feedback: string): Guarded {
  const shortened = feedback.slice(0, TEXT_CHARACTERS_MAX)
  const { text, count } = maskAnswer(problem, shortened)
  // A recited solution stays a solution if its end is masked, so the original text is checked.
  const isRevealed = LEAK_TESTS.some((test) => test(problem, text))
  if (isRevealed || recites(problem, shortened)) return { verdict: 'leaks' }
  return { verdict: count === 0 ? 'clean' : 'masked', text }
}

const ANSWERS = /\\boxed|\banswer\b|####/i

const PART_CHARACTERS_MAX = 200
const SENTENCES = /(?<=[.!?])\s+|\n+/
/** From the possible start of an expression in a sentence to its possible end. */
const FORMULA = /(?:[\\$([{\]\d-]|\b[a-z]\b).*(?:[\d)\]}$%[]|\b[a-z]\b)/i
/** Words before and after a value. */
const WORDS =
  'is|are|was|were|be|gets?|got|says?|said|wrote|writes?|equals?|than|to|of|it|here|look'
const AROUND = new RegExp(String.raw`\b(?:${WORDS})\b|: |; (?![a-z] ?=)`, 'i')

/** The parts of a text that may contain a value. */
const valueCandidates = (text: string): string[] =>
  text
    .split(SENTENCES)
    .flatMap((sentence) => sentence.split(AROUND))
    .filter((part) => part.length <= PART_CHARACTERS_MAX)
    .flatMap((part) => [part, FORMULA.exec(part)?.[0] ?? ''])
    .map((part) => part.trim().replace(/[.,;:!?]+$/, ''))
    .filter((part) => part !== '')

/** Whether our own grader accepts the text, or a part of it, as a right answer. */
function stillReveals(problem: MathProblem, text: string): boolean {
  const { answer: key } = problem
  // In "look at step 2" the grader finds 2, which does not reveal that 2 is the answer.
  if (key.kind === 'expression' && isCommonplace(problem, key) && !ANSWERS.test(text)) return false
  if (gradeAnswer(key, text).correct) return true
  // A sentence that retracts a value, or reports it of others, still reveals it.
  return key.kind === 'expression' && valueCandidates(text).some((part) => isGold(key, part))
}

/**
 * Shorter numbers and names would occur in any text, once everything between their letters is
 * dropped.
 */
const SPELT_DIGITS_MIN = 4
const SPELT_LETTERS_MIN = 6
const DIGIT_WORDS = /\b(zero|one|two|three|four|five|six|seven|eight|nine)\b/gi

/**
 * Whether the text spells the answer letter by letter, forwards or backwards: "1, 7, 6, 6",
 * "1-7-6-6".
 */
function spellsOut({ answer }: MathProblem, text: string): boolean {
  const { kind, gold, options, aliases } = answer
  const answers = kind === 'choice' ? [options[gold.charCodeAt(0) - 65] ?? ''] : [gold, ...aliases]
  const wanted = answers.map(plainOf).filter(isLong)
  if (wanted.length === 0) return false
  const digits = text.replace(DIGIT_WORDS, (word) => String(wordNumbersIn(word)[0]?.digits))
  const letters = digits.toLowerCase().replace(/[^0-9a-z]/g, '')
  return wanted.some(
    (plain) => letters.includes(plain) || letters.includes([...plain].reverse().join('')),
  )
}

const plainOf = (answers: string): string =>
  answers
    .toLowerCase()
    .replace(/^(the|an?) /, '')
    .replace(/[\s,]/g, '')

const isLong = (plain: string): boolean => {
  const least = /^\d+$/.test(plain) ? SPELT_DIGITS_MIN : SPELT_LETTERS_MIN
  return plain.length >= least && /^[0-9a-z]+$/.test(plain)
}

/** Whether every option except the right one is named, by its letter or its words. */
function eliminates({ answer: { kind, gold, options } }: MathProblem, text: string): boolean {
  if (kind !== 'choice' || options.length < 3) return false
  const right = gold.trim().toUpperCase()
  const named = new Set(letterSpansIn(text).map(({ content }) => content))
  return options.every((option, index) => {
    const letter = String.fromCharCode(65 + index)
    if (letter === right || named.has(letter)) return true
    return isPhrase(option) && phrasesIn(text, [option]).length > 0
  })
}

const RECITED_CHARACTERS = 80

/** Whether the text contains a long passage of the reference solution word for word. */
function recites({ solution, question }: MathProblem, text: string): boolean {
  if (solution === null) return false
  const [feedback, source, asked] = [text, solution, question].map(squeeze) as [
    string,
    string,
    string,
  ]
  if (source.length < RECITED_CHARACTERS) return source.length > 20 && feedback.includes(source)
  const stretches = new Set<string>()
  for (let start = 0; start + RECITED_CHARACTERS <= source.length; start++) {
    stretches.add(source.slice(start, start + RECITED_CHARACTERS))
  }
  for (let start = 0; start + RECITED_CHARACTERS <= feedback.length; start++) {
    const stretch = feedback.slice(start, start + RECITED_CHARACTERS)
    if (stretches.has(stretch) && !asked.includes(stretch)) return true
  }
  return false
}

const squeeze = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** Characters of another script, or of a code. */
const SCRIPT =
  /[^\0-\u024f\u0370-\u03ff\u1e00-\u2bff\ud800-\udfff\ufb00-\uffff]|(?:%[0-9a-f]{2}){2}/i

/**
 * Whether a text uses a script or a code that this guard cannot read and the question does not use.
 */
const isUnreadable = ({ question }: MathProblem, text: string): boolean =>
  SCRIPT.test(foldCharacters(text)) && !SCRIPT.test(foldCharacters(question))

/** Checks for an answer that is still revealed after masking. */
const LEAK_TESTS: readonly ((problem: MathProblem, text: string) => boolean)[] = [
  ...[stillReveals, spellsOut, statesInOtherNotation, eliminates],
  ...[statesFormula, listsParts, spellsNumber, isUnreadable],
]
