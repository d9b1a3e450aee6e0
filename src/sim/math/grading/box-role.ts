import { readAnswer } from './answer.ts'
import { signOfBox } from './box-sign.ts'
import { Budget } from './budget.ts'
import type { Node } from './node.ts'
import { constantValue, ROUNDING_MAX } from './same-value.ts'
import { mathSpans, type Span } from './spans.ts'
import { childNodes, collectSymbols, contains } from './tree.ts'

/**
 * What a formula makes of a box within it: `whole` if it states the value in the box, as in
 * `x = \boxed{5}`, `-` if it states the negative, and `part` if it states another value.
 */
type BoxRole = 'whole' | '-' | 'part'

type FormulaRange = Pick<Span, 'start' | 'end'> & { readonly isBare?: true }

/** Finds the role of each box in a text. */
export function boxRoles(text: string): (box: Span) => BoxRole {
  let formulas: readonly Span[] | undefined
  return (box) => {
    formulas ??= mathSpans(text)
    const formula =
      formulas.find(({ start, end }) => start <= box.start && box.end <= end) ??
      bareFormula(text, box)
    const role = formula === undefined ? undefined : roleIn(text, formula, box)
    return role ?? signOfBox(text, box.start, box.end) ?? 'whole'
  }
}

/** A bullet or the number of a list's item. */
const LIST_MARK = /^\s*(?:(?:[-*+•>#]+\s+|\*\*|\d{1,2}[.)]\s*|\(?[a-zA-Z][.)]\s+)\s*)*/
const FUNCTIONS = 'sin|cos|tan|log|ln|exp|gcd|lcm|max|min|mod'
/** Signs that a line is more than one formula. */
const WORD_OR_BORDER = new RegExp(
  String.raw`(?<!\\[a-zA-Z]{0,20}|[a-zA-Z])(?!(?:${FUNCTIONS})\b)[a-zA-Z]{2}|[$*:]|\\[()[\]]`,
)

/** The line of a box if it is a formula without math delimiters. */
function bareFormula(text: string, box: Span): FormulaRange | undefined {
  const lineStart = text.lastIndexOf('\n', box.start - 1) + 1
  const lineBreak = text.indexOf('\n', box.end)
  const line = text.slice(lineStart, lineBreak < 0 ? text.length : lineBreak)
  if (line.length - (box.end - box.start) > FORMULA_MAX) return undefined
  const [mark = ''] = LIST_MARK.exec(line.slice(0, box.start - lineStart)) ?? []
  const start = lineStart + mark.length
  // Behind a value that ends the line, the sign is an exclamation and no factorial.
  const end = lineStart + line.replace(/[\s!]+$/, '').length
  const around = [text.slice(start, box.start), text.slice(box.end, end)]
  return around.some((part) => WORD_OR_BORDER.test(part)) ? undefined : { start, end, isBare: true }
}

/** Stands for the box in the formula. As a number, because units follow numbers. */
const STAND_IN = 982_451_653
const FORMULA_MAX = 400
/** Row ends and the borders of an environment or a formula. */
const ROW_BORDER = /\\\\(?:\[[^\]]*\])?|\\(?:begin|end)\{[a-z]+\*?\}|\\[[\]()]|\$\$?/g

/** What stands before these arrows is no step of an argument. */
const LIMIT_ARROWS: ReadonlySet<string> = new Set(['to', 'rightarrow', 'longrightarrow', 'mapsto'])

/** The role by the parsed row of the formula; undefined if it cannot be parsed. */
function roleIn(text: string, formula: FormulaRange, box: Span): BoxRole | undefined {
  const before = text.slice(formula.start, box.start).split(ROW_BORDER).at(-1) as string
  const after = text.slice(box.end, formula.end).split(ROW_BORDER)[0] as string
  if (/^\s*$/.test(before) && /^[\s.,]*$/.test(after)) return 'whole'
  if (before.length + after.length > FORMULA_MAX || /[\d.]$|\\text/.test(before)) return undefined
  // Words behind a value may be a unit or the rest of a sentence.
  const isWordy = /\\(?:text|mathrm|mbox)|(?<!\\[a-z]{0,20})[a-z]{3}/i.test(after)
  if (isWordy || /^[.,]?\d/.test(after)) return undefined
  const { node, premises = [] } = readAnswer(`${before} ${STAND_IN} ${after}`.replaceAll('&', ''))
  const arrow = premises.find(({ items }) => items.some(hasStandIn))?.arrow
  if (arrow !== undefined) return LIMIT_ARROWS.has(arrow) ? 'part' : undefined
  if (node === null || node.kind === 'text' || !hasStandIn(node)) return undefined
  // In a line, a name before the box may be its label: `Q1 \boxed{42}`.
  if (formula.isBare && node.kind === 'product') return undefined
  const role = roleOf(node)
  return role === 'whole' && contradicts(node, box.content) ? 'part' : role
}

const isStandIn = (node: Node): boolean =>
  node.kind === 'number' &&
  node.value.numerator === BigInt(STAND_IN) &&
  node.value.denominator === 1n

const hasStandIn = (node: Node): boolean => contains(node, isStandIn)

function roleOf(node: Node): BoxRole {
  if (isStandIn(node)) return 'whole'
  switch (node.kind) {
    case 'negative':
      return isStandIn(node.operand) ? '-' : 'part'
    case 'relation': {
      const side = node.sides.findIndex(hasStandIn)
      const isLast = side === node.sides.length - 1
      // A bound is a value: `n \ge \boxed{5}`.
      const states = node.comparisons.every(
        (sign) => sign === '=' || sign === '~' || sign === '≡' || (isLast && sign !== '!='),
      )
      return states ? roleOf(node.sides[side] as Node) : 'part'
    }
    case 'modulo':
      return hasStandIn(node.modulus) ? 'part' : roleOf(node.operand)
    case 'set':
      return node.items.length === 1 ? roleOf(node.items[0] as Node) : 'part'
    case 'product':
      return isStandIn(node.factors[0] as Node) && node.factors.slice(1).every(isLetters)
        ? 'whole'
        : 'part'
    case 'quotient':
      return isLetters(node.denominator) ? roleOf(node.numerator) : 'part'
    case 'list':
    case 'member':
    case 'quantity':
    case 'percent':
    case 'degrees':
      return roleOf(childNodes(node).find(hasStandIn) as Node)
    default:
      return 'part'
  }
}

/** A unit, or the letters whose coefficient is in the box: `s^{-1}`, `eV`, `x^3y`. */
function isLetters(node: Node): boolean {
  if (node.kind === 'power') return isLetters(node.base) && collectSymbols(node.exponent).size === 0
  if (node.kind === 'product' || node.kind === 'quotient') return childNodes(node).every(isLetters)
  const isE = node.kind === 'constant' && node.name === 'e'
  return node.kind === 'symbol' || node.kind === 'text' || isE
}

const WORK_UNITS = 1_000

/** Whether an equals sign after the box equates it with a different number. */
function contradicts(node: Node, content: string): boolean {
  if (node.kind !== 'relation') return false
  const next = node.sides.findIndex(hasStandIn) + 1
  const other = node.comparisons[next - 1] === '=' ? node.sides[next] : undefined
  if (other === undefined) return false
  const boxed = readAnswer(content).node
  const value = boxed && constantValue(boxed, new Budget(WORK_UNITS))
  const otherValue = value && constantValue(other, new Budget(WORK_UNITS))
  if (typeof value !== 'number' || typeof otherValue !== 'number') return false
  const difference = Math.abs(value - otherValue)
  const areIntegers = Number.isInteger(value) && Number.isInteger(otherValue)
  return difference > (areIntegers ? 0 : ROUNDING_MAX * Math.abs(value))
}
