import type { Budget } from './budget.ts'
import { type Complex, evaluateAt, real } from './doubles.ts'
import type { Bracket, Comparison, Node } from './node.ts'
import { isMemberName } from './relation.ts'
import { type ComparisonContext, constantValue, sameValue } from './same-value.ts'
import { collectSymbols } from './tree.ts'

/** One bound of an interval. `node` is the bound as written, for an exact comparison. */
export interface Bound {
  readonly value: number
  readonly isClosed: boolean
  readonly node: Node
}

export interface Interval {
  readonly low: Bound
  readonly high: Bound
}

/** Disjoint intervals in ascending order. */
export type RealSet = readonly Interval[]

const INFINITE: Node = { kind: 'constant', name: 'infinity' }
const BOTTOM: Bound = {
  value: Number.NEGATIVE_INFINITY,
  isClosed: false,
  node: { kind: 'negative', operand: INFINITE },
}
const TOP: Bound = { value: Number.POSITIVE_INFINITY, isClosed: false, node: INFINITE }
export const REAL_LINE: RealSet = [{ low: BOTTOM, high: TOP }]
const INTERVALS_MAX = 200

/** The set of real numbers of an interval, an inequality or a union; otherwise `null`. */
export function toRealSet(node: Node, work: Budget): RealSet | null {
  if (!work.spend(100)) return null
  switch (node.kind) {
    case 'constant':
      return node.name === 'reals' ? REAL_LINE : node.name === 'empty' ? [] : null
    case 'tuple':
      return node.items.length === 2 ? toInterval(node.items, node.open, node.close, work) : null
    case 'set':
      return unionOf(node.items.map((item) => toPoint(item, work)))
    case 'member':
      return isMemberName(node.element) ? toRealSet(node.set, work) : null
    case 'relation':
      return solveRelation(node.sides, node.comparisons, work)
    case 'combined':
      return combineSets(node.operation, node.parts, work)
    case 'list':
      return combineList(node.items, node.joint, work)
    default:
      return null
  }
}

function toInterval(
  items: readonly Node[],
  open: Bracket,
  close: Bracket,
  work: Budget,
): RealSet | null {
  const [low, high] = items as [Node, Node]
  const [lowValue, highValue] = [constantValue(low, work), constantValue(high, work)]
  if (lowValue === null || highValue === null || lowValue > highValue) return null
  // (1, 1) is a point of the plane, not an empty interval.
  if (lowValue === highValue && (open === 'round' || close === 'round')) return null
  return makeInterval(
    { value: lowValue, isClosed: open === 'square', node: low },
    { value: highValue, isClosed: close === 'square', node: high },
  )
}

function makeInterval(low: Bound, high: Bound): RealSet {
  if (low.value > high.value) return []
  if (low.value === high.value && !(low.isClosed && high.isClosed)) return []
  return [{ low: withoutInfinity(low), high: withoutInfinity(high) }]
}

/** Infinity is never included. */
const withoutInfinity = (bound: Bound): Bound =>
  Number.isFinite(bound.value) || !bound.isClosed ? bound : { ...bound, isClosed: false }

function toPoint(node: Node, work: Budget): RealSet | null {
  const value = constantValue(node, work)
  if (value === null || !Number.isFinite(value)) return null
  const end = { value, isClosed: true, node }
  return [{ low: end, high: end }]
}

function combineSets(
  operation: 'union' | 'intersection' | 'difference',
  parts: readonly Node[],
  work: Budget,
): RealSet | null {
  const [first = null, second = null] = parts.map((part) => toRealSet(part, work))
  if (operation === 'union') return unionOf([first, second])
  if (first === null || second === null) return null
  return intersection(first, operation === 'difference' ? complement(second) : second)
}

function combineList(
  items: readonly Node[],
  joint: 'comma' | 'and' | 'or',
  work: Budget,
): RealSet | null {
  // Listed intervals are one set.
  if (items.every(({ kind }) => kind === 'tuple')) {
    return unionOf(items.map((item) => toRealSet(item, work)))
  }
  const areAllSets = items.every(
    ({ kind }) =>
      kind === 'relation' || kind === 'member' || kind === 'tuple' || kind === 'combined',
  )
  const hasRelation = items.some(({ kind }) => kind === 'relation' || kind === 'member')
  if (!areAllSets || !hasRelation) return null
  const sets = items.map((item) => toRealSet(item, work))
  if (joint === 'or') return unionOf(sets)
  const result = intersectAll(sets)
  // "x < 1, x > 5" lists two parts of an answer.
  return result?.length === 0 && joint === 'comma' ? unionOf(sets) : result
}

export function unionOf(sets: readonly (RealSet | null)[]): RealSet | null {
  const intervals: Interval[] = []
  for (const set of sets) {
    if (set === null) return null
    intervals.push(...set)
  }
  if (intervals.length > INTERVALS_MAX) return null
  intervals.sort(
    (first, second) =>
      first.low.value - second.low.value ||
      Number(second.low.isClosed) - Number(first.low.isClosed),
  )
  const merged: Interval[] = []
  for (const interval of intervals) {
    const previous = merged.at(-1)
    if (previous === undefined || !isTouching(previous, interval)) merged.push(interval)
    else if (isHigher(interval.high, previous.high))
      merged[merged.length - 1] = { low: previous.low, high: interval.high }
  }
  return merged
}

const isTouching = ({ high }: Interval, { low }: Interval): boolean =>
  low.value < high.value || (low.value === high.value && (low.isClosed || high.isClosed))

const isHigher = (bound: Bound, otherBound: Bound): boolean =>
  bound.value > otherBound.value || (bound.value === otherBound.value && bound.isClosed)

export function complement(set: RealSet): RealSet {
  const result: Interval[] = []
  let low = BOTTOM
  for (const { low: lowBound, high: highBound } of set) {
    result.push(...makeInterval(low, { ...lowBound, isClosed: !lowBound.isClosed }))
    low = { ...highBound, isClosed: !highBound.isClosed }
  }
  if (low.value < Number.POSITIVE_INFINITY) result.push(...makeInterval(low, TOP))
  return result
}

const intersectAll = (sets: readonly (RealSet | null)[]): RealSet | null =>
  sets.reduce(
    (all, set) => (all === null || set === null ? null : intersection(all, set)),
    REAL_LINE,
  )

/** Numbers outside of neither set. */
export function intersection(first: RealSet, second: RealSet): RealSet | null {
  const outside = unionOf([complement(first), complement(second)])
  return outside === null ? null : complement(outside)
}

/** The solutions of comparisons that are linear in one letter. */
function solveRelation(
  sides: readonly Node[],
  comparisons: readonly Comparison[],
  work: Budget,
): RealSet | null {
  const symbols = new Set<string>()
  for (const side of sides) collectSymbols(side, symbols)
  const [symbol] = symbols
  if (symbols.size !== 1 || symbol === undefined) return null
  return intersectAll(
    comparisons.map((comparison, index) => {
      const [left, right] = [sides[index], sides[index + 1]] as [Node, Node]
      return (
        solveAbsolute(left, right, comparison, work) ?? solveLinear(left, right, comparison, work)
      )
    }),
  )
}

/**
 * The solutions of `|x| < c` are between -c and c; those of `|x| > c` are outside. `|x - 2| < 3`
 * has no result here, because it repeats the question instead of answering it.
 */
function solveAbsolute(
  left: Node,
  right: Node,
  comparison: Comparison,
  work: Budget,
): RealSet | null {
  const mirrored = MIRRORED[comparison]
  if (mirrored === undefined) return null
  if (right.kind === 'call')
    return left.kind === 'call' ? null : solveAbsolute(right, left, mirrored, work)
  const [operand] = left.kind === 'call' && left.name === 'absolute' ? left.operands : []
  const radius = operand === undefined ? null : constantValue(right, work)
  if (operand?.kind !== 'symbol' || radius === null || radius < 0) return null
  const upper = solveLinear(operand, right, comparison, work)
  const lower = solveLinear(operand, { kind: 'negative', operand: right }, mirrored, work)
  if (upper === null || lower === null) return null
  return comparison.startsWith('<') ? intersection(upper, lower) : unionOf([upper, lower])
}

function solveLinear(
  left: Node,
  right: Node,
  comparison: Comparison,
  work: Budget,
): RealSet | null {
  const isAlone = left.kind === 'symbol'
  if (isAlone || right.kind === 'symbol') {
    const node = isAlone ? right : left
    const value = constantValue(node, work)
    return value === null ? null : halfLine({ value, node }, comparison, isAlone)
  }
  const [atZero, atOne, atTwo, atProbe] = [0, 1, 2, -3.25].map((value) => {
    const point = (): Complex => real(value)
    return evaluateAt(left, point).re - evaluateAt(right, point).re
  }) as [number, number, number, number]
  const slope = atOne - atZero
  const isStraight =
    Math.abs(atTwo - atZero - 2 * slope) + Math.abs(atProbe - atZero + 3.25 * slope) < 1e-9
  if (!isStraight || slope === 0 || !Number.isFinite(slope)) return null
  const value = -atZero / slope
  return halfLine({ value, node: toDecimalNode(value) }, comparison, slope > 0)
}

/** A calculated value: close enough for comparisons, without a written form. */
const toDecimalNode = (value: number): Node => {
  const scaled = Math.round(value * 2 ** 40)
  const fraction = { numerator: BigInt(scaled), denominator: 2n ** 40n }
  return { kind: 'number', value: fraction, decimals: 12 }
}

const MIRRORED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}

function halfLine(
  { value, node }: { readonly value: number; readonly node: Node },
  comparison: Comparison,
  isUpward: boolean,
): RealSet | null {
  const normalized = isUpward ? comparison : (MIRRORED[comparison] ?? comparison)
  const bound = (isClosed: boolean): Bound => ({ value, isClosed, node })
  switch (normalized) {
    case '<':
      return makeInterval(BOTTOM, bound(false))
    case '<=':
      return makeInterval(BOTTOM, bound(true))
    case '>':
      return makeInterval(bound(false), TOP)
    case '>=':
      return makeInterval(bound(true), TOP)
    case '=':
      return [{ low: bound(true), high: bound(true) }]
    case '!=':
      return complement([{ low: bound(true), high: bound(true) }])
    default:
      return null
  }
}

/** Whether two sets have the same bounds, including whether each is open or closed. */
export function sameSet(gold: RealSet, answer: RealSet, context: ComparisonContext): boolean {
  if (gold.length !== answer.length) return false
  return gold.every(({ low, high }, index) => {
    const interval = answer[index]
    if (interval === undefined) return false
    if (low.isClosed !== interval.low.isClosed || high.isClosed !== interval.high.isClosed)
      return false
    return (
      sameValue(low.node, interval.low.node, context) &&
      sameValue(high.node, interval.high.node, context)
    )
  })
}
