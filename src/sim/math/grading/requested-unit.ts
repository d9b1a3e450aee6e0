import { memoize } from '../../memo.ts'
import type { Node } from './node.ts'
import { contains } from './tree.ts'
import { isKnownUnit } from './units.ts'

const REQUEST = /\b(?:in|how many)\s+(?:(square|cubic)\s+)?(?!in\b|second\b)([a-z]{2,14})\b/gi
const POWERS: Readonly<Record<string, string>> = { square: '^2', cubic: '^3' }
const QUESTIONS_MAX = 200

/** The unit that a question asks for, "in centimetres"; `null` if it names none or several. */
const requestedUnit = memoize(QUESTIONS_MAX, (question: string): string | null => {
  const units = new Set<string>()
  for (const [, power = '', word = ''] of question.matchAll(REQUEST)) {
    const unit = word.toLowerCase()
    if (isKnownUnit(unit)) units.add(unit + (POWERS[power.toLowerCase()] ?? ''))
  }
  const [unit] = units
  return units.size === 1 && unit !== undefined ? unit : null
})

/** Adds the requested unit to a gold without one; `null` if it has one. */
export function inRequestedUnit(gold: Node, question: string): Node | null {
  const unit = requestedUnit(question)
  const isPlain = !contains(gold, ({ kind }) => kind === 'quantity' || kind === 'percent')
  const isValue = gold.kind === 'number' || gold.kind === 'quotient' || gold.kind === 'product'
  return unit !== null && isPlain && isValue ? { kind: 'quantity', operand: gold, unit } : null
}
