import {
  exactValue,
  type Node,
  parseExpression,
  type Rational,
  toNumber,
} from '../grading/index.ts'
import { collectSymbols, replaceNodes } from '../grading/tree.ts'

/** A calculation in a text: `5 × 60 = 300`. */
export interface Calculation {
  /** The text as written, shortened. */
  readonly text: string
  /** Adjacent sides of the equation. */
  readonly left: Node
  readonly right: Node
}

/** Only the end of a text is read, in characters, and only its first statements. */
const TEXT_MAX = 4_000
const STATEMENTS_MAX = 40
const SIDE_MAX = 80

/** Signs with several spellings, and the one that the parser reads. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\\[dt]?frac\s*\{([^{}]{1,40})\}\s*\{([^{}]{1,40})\}/g, '($1)/($2)'],
  [/\\(?:times|cdot)(?![a-z])|[×·∙]/g, '*'],
  [/\\div(?![a-z])|÷/g, '/'],
  [/\\(?:left|right|[,;! ])|[$*]{2}|\\[()[\]]|\$|&/g, ' '],
  [/\\%/g, '%'],
  [/−/g, '-'],
  [/(\d)(?:\{,\}|,)(?=\d{3}(?!\d))/g, '$1'],
]

/** The formula before an equals sign, and the formula after it. */
const BEFORE = /(?<=^|[\s:,“"])(?:[-(]\s*)*(?:[\d.]|[a-z](?![a-z]))[-+*/^().%\d\sa-z]*$/
const BEHIND = /^\s*(?:[-(]\s*)*[\d.a-z][-+*/^().%\d\sa-z]*(?=$|[\s:,“”"!?])/
const OPERATED = /[\da-z)]\s*[-+*/^%]|[a-z]/
/** After these, a number is not a term of its own. */
const FUNCTIONS = /\b(?:sin|cos|tan|log|ln|sqrt|root|mod|gcd|lcm|max|min|of|base)\s*$/

/** The equations between numbers, or between numbers and one letter, in text order. */
export function statementsIn(text: string): Calculation[] {
  const found: Calculation[] = []
  for (const line of endOf(text).split(/\n|;|\\\\|(?<=\d)\.(?=\s|$)|,\s/)) {
    const sides = plain(line).split('=')
    for (const [at, side] of sides.slice(1).entries()) {
      const statement = statementOf(sides[at] ?? '', side)
      if (statement !== null) found.push(statement)
      if (found.length === STATEMENTS_MAX) return found
    }
  }
  return found
}

/** The whole lines at the end of a long text: half a formula would be another one. */
function endOf(text: string): string {
  if (text.length <= TEXT_MAX) return text
  const lineEnd = text.indexOf('\n', text.length - TEXT_MAX)
  return lineEnd < 0 ? '' : text.slice(lineEnd + 1)
}

const plain = (line: string): string =>
  SIGNS.reduce((text, [sign, written]) => text.replace(sign, written), line)

function statementOf(before: string, behind: string): Calculation | null {
  const match = BEFORE.exec(before)
  if (match === null || FUNCTIONS.test(before.slice(0, match.index))) return null
  const written = lastPart(match[0])
  const result = (BEHIND.exec(behind)?.[0] ?? '').split(WORD)[0]?.trim() ?? ''
  if (!OPERATED.test(written) || result === '') return null
  if (written.length > SIDE_MAX || result.length > SIDE_MAX) return null
  const [left, right] = [parseExpression(written), parseExpression(result)]
  if (left === null || right === null) return null
  return { text: `${written} = ${result}`, left, right }
}

const WORD = /\s*[a-z]{2,}\s*/

/** The part of a side after its last word; empty if the word belongs to it. */
function lastPart(side: string): string {
  const parts = side.split(WORD)
  const part = (parts.at(-1) ?? '').trim()
  if (parts.length === 1) return part
  const isCut = /^[-+*/^%)]/.test(part) || FUNCTIONS.test(side.slice(0, side.length - part.length))
  return isCut ? '' : part
}

/** Whether a statement is true for a value of its letter; `null` if unknown. */
export function holds({ left, right }: Calculation, unknown: Node | null): boolean | null {
  const letters = new Set([...collectSymbols(left), ...collectSymbols(right)])
  if (letters.size > 1 || (letters.size === 1 && unknown === null)) return null
  if (letters.size === 1 && !(isLinear(left) && isLinear(right))) return null
  const [one, other] = [valueAt(left, unknown), valueAt(right, unknown)]
  if (one === null || other === null) return null
  return isSame(one, other) || isRounded(right, one, other)
}

const valueAt = (node: Node, unknown: Node | null): Rational | null =>
  exactValue(replaceNodes(node, (part) => (part.kind === 'symbol' ? (unknown ?? part) : part)))

const isSame = (one: Rational, other: Rational): boolean =>
  one.numerator * other.denominator === other.numerator * one.denominator

/** "10/3 = 3.33" is true to its written precision. */
function isRounded(node: Node, exact: Rational, written: Rational): boolean {
  const decimals = node.kind === 'number' ? node.decimals : null
  if (decimals === null) return false
  return Math.abs(toNumber(exact) - toNumber(written)) <= 0.5001 * 10 ** -decimals
}

/**
 * Products and powers of a letter would test many values at once and reveal the right one. The test
 * is structural, because a product can be made to satisfy any probe values.
 */
const isLinear = (node: Node): boolean => degreeOf(node) <= 1

function degreeOf(node: Node): number {
  switch (node.kind) {
    case 'symbol':
      return 1
    case 'sum':
      return Math.max(...node.terms.map(degreeOf))
    case 'negative':
      return degreeOf(node.operand)
    case 'product':
      return node.factors.reduce((sum, factor) => sum + degreeOf(factor), 0)
    case 'quotient':
      return collectSymbols(node.denominator).size > 0
        ? Number.POSITIVE_INFINITY
        : degreeOf(node.numerator)
    default:
      return collectSymbols(node).size > 0 ? Number.POSITIVE_INFINITY : 0
  }
}
