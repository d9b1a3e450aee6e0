import { byName } from '../../by-name.ts'
import { exactValue, isGold, parseExpression, parseGold, withSymbols } from '../grading/index.ts'
import { wordNumbersIn } from '../grading/number-words.ts'
import { toNumber } from '../grading/rational.ts'
import { applyRewritings, type Rewriting } from '../grading/rewriting.ts'
import type { MathProblem } from '../problem.ts'
import { spelled } from './spelled.ts'

/** Signs in words. */
export const SPOKEN_SIGNS: readonly Rewriting[] = [
  {
    pattern: /\b(?:is|are|equals?)\b(?: equal to\b)?/gi,
    rewrite: '=',
    example: ['x is 2', 'x = 2'],
  },
  { pattern: /\bplus\b/gi, rewrite: '+', example: ['x plus 1', 'x + 1'] },
  { pattern: /\b(?:minus|negative)\b/gi, rewrite: '-', example: ['x minus 1', 'x - 1'] },
  { pattern: /\btimes\b/gi, rewrite: '*', example: ['2 times x', '2 * x'] },
  { pattern: /\b(?:over|divided by)\b/gi, rewrite: '/', example: ['x over 2', 'x / 2'] },
  { pattern: / ?\bsquared\b/gi, rewrite: '^2', example: ['x squared', 'x^2'] },
  { pattern: / ?\bcubed\b/gi, rewrite: '^3', example: ['x cubed', 'x^3'] },
]

const digitsIn = (text: string): string => {
  let [result, from] = ['', 0]
  for (const { start, end, digits } of wordNumbersIn(text)) {
    result += text.slice(from, start) + digits
    from = end
  }
  return result + text.slice(from)
}

/** A part of a formula: single letters, numbers, signs. */
const FORMULA_PART = /(?<![\w\\])(?:[-+*/^=<>≤≥()\s]|\d+(?:\.\d+)?|[a-z](?![a-z]))+/gi
const STRETCH_MAX = 80
const EQUATION = /[=<>≤≥]/

/** Whether a spoken formula is the answer, or an equation that only the answer solves. */
export function statesFormula(problem: MathProblem, text: string): boolean {
  const { answer: key, question } = problem
  if (key.kind !== 'expression') return false
  const asked = applyRewritings(question, SPOKEN_SIGNS).replace(/\s/g, '')
  const stretches = applyRewritings(digitsIn(text), SPOKEN_SIGNS).match(FORMULA_PART) ?? []
  return stretches
    .flatMap((stretch) => [stretch, ...stretch.split(EQUATION)])
    .map((stretch) => stretch.trim())
    .filter(({ length }) => length > 2 && length <= STRETCH_MAX)
    .filter((stretch) => !asked.includes(stretch.replace(/\s/g, '')))
    .some((stretch) =>
      EQUATION.test(stretch)
        ? isSolvedBy(problem, stretch)
        : /[a-z]/i.test(stretch) && isGold(key, stretch),
    )
}

/** Whether the right number solves an equation in one letter, and its neighbours do not. */
function isSolvedBy({ answer }: MathProblem, equation: string): boolean {
  const gold = parseGold(answer)
  const right = gold === null ? null : exactValue(gold)
  const node = right === null ? null : parseExpression(equation)
  if (right === null || node?.kind !== 'relation') return false
  const letter = /[a-z]/i.exec(equation)?.[0]
  if (letter === undefined || new Set(equation.match(/[a-z]/gi)).size > 1) return false
  const holds = (value: number): boolean => {
    const sides = node.sides.map((side) =>
      exactValue(withSymbols(side, new Map([[letter, value]]))),
    )
    return node.comparisons.every((sign, at) => {
      const [one, other] = [sides[at] ?? null, sides[at + 1] ?? null]
      if (one === null || other === null) return false
      const distance = toNumber(one) - toNumber(other)
      if (sign === '=') return Math.abs(distance) < 1e-9
      if (sign === '<' || sign === '>') return sign === '<' ? distance < 0 : distance > 0
      return sign === '<=' ? distance <= 0 : sign === '>=' && distance >= 0
    })
  }
  const value = toNumber(right)
  return holds(value) && !holds(value + 1) && !holds(value - 1)
}

const NUMBER = /[-−]?\s?\d+(?:\.\d+)?/g
const AXES = /\b[xy]\b|\b[abc] ?[=:]|coordinate|abscissa|ordinate|coefficient|root|\bpair\b|\|/i

const numbersOf = (text: string): string[] =>
  (text.match(NUMBER) ?? []).map((number) => number.replace(/\s/g, '').replace('−', '-'))

/** Whether a text lists the numbers of a pair or a polynomial in order. */
export function listsParts({ answer, question }: MathProblem, text: string): boolean {
  const gold = parseGold(answer)
  if (answer.kind !== 'expression' || gold === null) return false
  const isPair = gold.kind === 'tuple' || gold.kind === 'list'
  if (!isPair && gold.kind !== 'sum') return false
  const wanted = partsOf(answer.gold.replace(/\^\{?\d+\}?/g, ''))
  if (wanted.length < 2 || question.includes(wanted.join(', '))) return false
  return digitsIn(applyRewritings(text, SPOKEN_SIGNS.slice(2, 3)))
    .split(/[.!?]\s|\n/)
    .some((sentence) => AXES.test(sentence) && hasRun(numbersOf(sentence), wanted))
}

/** A letter alone has the coefficient one. */
const partsOf = (gold: string): string[] =>
  numbersOf(
    gold.replace(/(?<![\d\\a-z])(?=[a-z](?![a-z]))/gi, '1').replace(/([-+])\s*(?=\d)/g, ' $1'),
  ).map((number) => number.replace('+', ''))

const hasRun = (numbers: readonly string[], wanted: readonly string[]): boolean =>
  numbers.some((_, at) => wanted.every((number, index) => numbers[at + index] === number))

/** The letters of digits in "f0rty-tw0". */
const LEET: Readonly<Record<string, string>> = byName({
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
})
const SPELLED_MIN = 6

/** Whether the letters of a text spell the number, whatever is between them. */
export function spellsNumber({ answer }: MathProblem, text: string): boolean {
  if (answer.kind !== 'expression' || !/^\d{2,9}$/.test(answer.gold)) return false
  const squeeze = (words: string): string => words.toLowerCase().replace(/[^a-z]|\band\b/g, '')
  const words = spelled(Number(answer.gold))
    .map(squeeze)
    .filter(({ length }) => length >= SPELLED_MIN)
  const plain = squeeze(
    text.replace(/[013457](?=[a-z])|(?<=[a-z])[013457]/gi, (digit) => LEET[digit] ?? ''),
  )
  return words.some((word) => plain.replaceAll('fourty', 'forty').includes(word))
}
