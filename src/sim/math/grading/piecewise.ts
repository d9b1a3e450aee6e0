import type { Node } from './node.ts'
import { integerNode } from './number-text.ts'
import {
  type Bound,
  complement,
  type Interval,
  intersection,
  REAL_LINE,
  type RealSet,
  sameSet,
  toRealSet,
  unionOf,
} from './real-set.ts'
import { type ComparisonContext, sameValue } from './same-value.ts'
import { collectSymbols, replaceNodes } from './tree.ts'

type Piecewise = Extract<Node, { kind: 'piecewise' }>
type Equality = (gold: Node, answer: Node) => boolean

/** A value that a function has at the numbers of a set. */
interface Branch {
  readonly value: Node
  readonly set: RealSet
}

/**
 * Whether two nodes, of which at least one is piecewise, are the same function. Conditions that are
 * no sets of real numbers are compared one by one, in any order.
 */
export function samePieces(
  gold: Node,
  answer: Node,
  context: ComparisonContext,
  same: Equality,
): boolean {
  const [letter, ...otherLetters] = new Set([
    ...conditionLetters(gold),
    ...conditionLetters(answer),
  ])
  const [goldBranches, answerBranches] = [toBranches(gold, context), toBranches(answer, context)]
  if (goldBranches === null || answerBranches === null)
    return gold.kind === answer.kind && sameBranches(gold as Piecewise, answer as Piecewise, same)
  if (letter === undefined || otherLetters.length > 0) return false
  const [goldDomain, answerDomain] = [goldBranches, answerBranches].map((branches) =>
    unionOf(branches.map(({ set }) => set)),
  )
  if (!goldDomain || !answerDomain || !sameSet(goldDomain, answerDomain, context)) return false
  return goldBranches.every((goldBranch) =>
    answerBranches.every(
      (answerBranch) =>
        context.work.spend(10) && agree(goldBranch, answerBranch, letter, context, same),
    ),
  )
}

const conditionLetters = (node: Node): readonly string[] =>
  node.kind === 'piecewise'
    ? node.conditions.flatMap((condition) =>
        condition === null ? [] : [...collectSymbols(condition)],
      )
    : []

/** `null` if a condition is no set of real numbers. "Otherwise" gets the numbers that remain. */
function toBranches(node: Node, { work }: ComparisonContext): readonly Branch[] | null {
  if (node.kind !== 'piecewise') return [{ value: node, set: REAL_LINE }]
  const sets = node.conditions.map((condition) =>
    condition === null ? [] : toRealSet(condition, work),
  )
  const covered = unionOf(sets)
  if (covered === null) return null
  return node.values.map((value, index) => ({
    value,
    set: node.conditions[index] === null ? complement(covered) : (sets[index] ?? []),
  }))
}

/** Whether two branches have equal values where both hold. */
function agree(
  gold: Branch,
  answer: Branch,
  letter: string,
  context: ComparisonContext,
  same: Equality,
): boolean {
  const shared = intersection(gold.set, answer.set)
  if (shared === null) return false
  if (shared.length === 0 || same(gold.value, answer.value)) return true
  return shared.every((interval) => {
    const isPoint = interval.low.value === interval.high.value
    // Bounds that are equal but for their rounding have nothing between them.
    if (!isPoint && sameValue(interval.low.node, interval.high.node, context)) return true
    const inside = isPoint ? interval.low.node : variableInside(interval, letter)
    const substitute = (value: Node): Node =>
      replaceNodes(value, (node) =>
        node.kind === 'symbol' && node.name === letter ? inside : node,
      )
    return same(substitute(gold.value), substitute(answer.value))
  })
}

const ONE = integerNode(1)
const TWO = integerNode(2)

/** An expression that has the values between two bounds, whatever the real value of the letter. */
function variableInside({ low, high }: Interval, letter: string): Node {
  const variable: Node = { kind: 'symbol', name: letter }
  const square: Node = { kind: 'power', base: variable, exponent: TWO }
  if (isInfinite(low) && isInfinite(high)) return variable
  if (isInfinite(high)) return { kind: 'sum', terms: [low.node, square] }
  if (isInfinite(low))
    return { kind: 'sum', terms: [high.node, { kind: 'negative', operand: square }] }
  const width: Node = { kind: 'sum', terms: [high.node, { kind: 'negative', operand: low.node }] }
  const share: Node = {
    kind: 'quotient',
    numerator: square,
    denominator: { kind: 'sum', terms: [ONE, square] },
  }
  return { kind: 'sum', terms: [low.node, { kind: 'product', factors: [width, share] }] }
}

const isInfinite = ({ value }: Bound): boolean => !Number.isFinite(value)

/** Whether the same values have the same conditions. */
function sameBranches(gold: Piecewise, answer: Piecewise, same: Equality): boolean {
  if (gold.values.length !== answer.values.length) return false
  const usedIndexes = new Set<number>()
  return gold.values.every((value, index) => {
    const condition = gold.conditions[index] ?? null
    const match = answer.values.findIndex((candidate, candidateIndex) => {
      const otherCondition = answer.conditions[candidateIndex] ?? null
      if (usedIndexes.has(candidateIndex) || !same(value, candidate)) return false
      return condition === null || otherCondition === null
        ? condition === otherCondition
        : same(condition, otherCondition)
    })
    usedIndexes.add(match)
    return match >= 0
  })
}
