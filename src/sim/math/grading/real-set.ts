import type { Budget } from './budget.ts'
import { real, valueAt } from './doubles.ts'
import type { Bracket, Comparison, Node } from './node.ts'
import { isMemberName } from './relation.ts'
import { type ComparisonContext, constantValue, sameValue } from './same-value.ts'
import { symbolsOf } from './tree.ts'

/** One end of an interval; the node keeps how it was written. */
interface End {
  readonly value: number
  readonly isClosed: boolean
  readonly node: Node
}

interface Interval {
  readonly low: End
  readonly high: End
}

/** Disjoint intervals in ascending order. */
export type RealSet = readonly Interval[]

const INFINITE: Node = { kind: 'constant', name: 'infinity' }
const BOTTOM: End = {
  value: Number.NEGATIVE_INFINITY,
  isClosed: false,
  node: { kind: 'negative', of: INFINITE },
}
const TOP: End = { value: Number.POSITIVE_INFINITY, isClosed: false, node: INFINITE }
const REAL_LINE: RealSet = [{ low: BOTTOM, high: TOP }]
const INTERVALS_MAX = 200

/** The set of real numbers of an interval, an inequality or a union; otherwise `null`. */
export function realSetOf(node: Node, work: Budget): RealSet | null {
  if (!work.spend(100)) return null
  switch (node.kind) {
    case 'constant':
      return node.name === 'reals' ? REAL_LINE : node.name === 'empty' ? [] : null
    case 'tuple':
      return node.items.length === 2 ? interval(node.items, node.open, node.close, work) : null
    case 'set':
      return union(node.items.map((item) => point(item, work)))
    case 'member':
      return isMemberName(node.of) ? realSetOf(node.set, work) : null
    case 'relation':
      return relationSet(node.sides, node.comparisons, work)
    case 'combined':
      return combined(node.by, node.parts, work)
    case 'list':
      return listSet(node.items, node.joint, work)
    default:
      return null
  }
}

function interval(
  items: readonly Node[],
  open: Bracket,
  close: Bracket,
  work: Budget,
): RealSet | null {
  const [low, high] = items as [Node, Node]
  const [from, to] = [constantValue(low, work), constantValue(high, work)]
  if (from === null || to === null || from > to) return null
  // (1, 1) is a point of the plane, not an empty interval.
  if (from === to && (open === 'round' || close === 'round')) return null
  return makeInterval(
    { value: from, isClosed: open === 'square', node: low },
    { value: to, isClosed: close === 'square', node: high },
  )
}

function makeInterval(low: End, high: End): RealSet {
  if (low.value > high.value) return []
  if (low.value === high.value && !(low.isClosed && high.isClosed)) return []
  return [{ low: finite(low), high: finite(high) }]
}

/** Infinity is never included. */
const finite = (end: End): End =>
  Number.isFinite(end.value) || !end.isClosed ? end : { ...end, isClosed: false }

function point(node: Node, work: Budget): RealSet | null {
  const value = constantValue(node, work)
  if (value === null || !Number.isFinite(value)) return null
  const end = { value, isClosed: true, node }
  return [{ low: end, high: end }]
}

function combined(
  by: 'union' | 'intersection' | 'difference',
  parts: readonly Node[],
  work: Budget,
): RealSet | null {
  const sets = parts.map((part) => realSetOf(part, work))
  if (by === 'union') return union(sets)
  const [first, second] = sets
  if (first === null || second === null || first === undefined || second === undefined) return null
  return intersection(first, by === 'difference' ? complement(second) : second)
}

function listSet(
  items: readonly Node[],
  joint: 'comma' | 'and' | 'or',
  work: Budget,
): RealSet | null {
  // Listed intervals are one set.
  if (items.every(({ kind }) => kind === 'tuple')) {
    return union(items.map((item) => realSetOf(item, work)))
  }
  const isEach = items.every(
    ({ kind }) =>
      kind === 'relation' || kind === 'member' || kind === 'tuple' || kind === 'combined',
  )
  const hasRelation = items.some(({ kind }) => kind === 'relation' || kind === 'member')
  if (!isEach || !hasRelation) return null
  const sets = items.map((item) => realSetOf(item, work))
  if (joint === 'or') return union(sets)
  let result: RealSet = REAL_LINE
  for (const set of sets) {
    if (set === null) return null
    result = intersection(result, set)
  }
  // "x < 1, x > 5" lists two parts of an answer.
  return result.length === 0 && joint === 'comma' ? union(sets) : result
}

export function union(sets: readonly (RealSet | null)[]): RealSet | null {
  const all: Interval[] = []
  for (const set of sets) {
    if (set === null) return null
    all.push(...set)
  }
  if (all.length > INTERVALS_MAX) return null
  all.sort(
    (first, second) =>
      first.low.value - second.low.value ||
      Number(second.low.isClosed) - Number(first.low.isClosed),
  )
  const merged: Interval[] = []
  for (const next of all) {
    const last = merged.at(-1)
    if (last === undefined || !isTouching(last, next)) merged.push(next)
    else if (isBeyond(next.high, last.high))
      merged[merged.length - 1] = { low: last.low, high: next.high }
  }
  return merged
}

const isTouching = ({ high }: Interval, { low }: Interval): boolean =>
  low.value < high.value || (low.value === high.value && (low.isClosed || high.isClosed))

const isBeyond = (end: End, other: End): boolean =>
  end.value > other.value || (end.value === other.value && end.isClosed)

export function complement(set: RealSet): RealSet {
  const result: Interval[] = []
  let low = BOTTOM
  for (const { low: from, high: to } of set) {
    result.push(...makeInterval(low, { ...from, isClosed: !from.isClosed }))
    low = { ...to, isClosed: !to.isClosed }
  }
  if (low.value < Number.POSITIVE_INFINITY) result.push(...makeInterval(low, TOP))
  return result
}

function intersection(first: RealSet, second: RealSet): RealSet {
  const result: Interval[] = []
  for (const one of first) {
    for (const other of second) {
      const low =
        isBeyond(one.low, other.low) && !(one.low.value === other.low.value && !other.low.isClosed)
          ? one.low
          : other.low
      const high =
        one.high.value < other.high.value ||
        (one.high.value === other.high.value && !one.high.isClosed)
          ? one.high
          : other.high
      result.push(...makeInterval(low, high))
    }
  }
  return result
}

/** The solutions of comparisons that are linear in one letter. */
function relationSet(
  sides: readonly Node[],
  comparisons: readonly Comparison[],
  work: Budget,
): RealSet | null {
  const symbols = new Set<string>()
  for (const side of sides) symbolsOf(side, symbols)
  const [symbol] = symbols
  if (symbols.size !== 1 || symbol === undefined) return null
  let result: RealSet = REAL_LINE
  for (const [index, comparison] of comparisons.entries()) {
    const [left, right] = [sides[index], sides[index + 1]] as [Node, Node]
    const set = distance(left, right, comparison, work) ?? linear(left, right, comparison, work)
    if (set === null) return null
    result = intersection(result, set)
  }
  return result
}

/**
 * The solutions of `|x| < c` are between -c and c; those of `|x| > c` are outside. `|x - 2| < 3`
 * has no result here, because it repeats the question instead of answering it.
 */
function distance(left: Node, right: Node, comparison: Comparison, work: Budget): RealSet | null {
  const flipped = FLIPPED[comparison]
  if (flipped === undefined) return null
  if (right.kind === 'call')
    return left.kind === 'call' ? null : distance(right, left, flipped, work)
  const [inner] = left.kind === 'call' && left.name === 'absolute' ? left.of : []
  const radius = inner === undefined ? null : constantValue(right, work)
  if (inner?.kind !== 'symbol' || radius === null || radius < 0) return null
  const upper = linear(inner, right, comparison, work)
  const lower = linear(inner, { kind: 'negative', of: right }, flipped, work)
  if (upper === null || lower === null) return null
  return comparison.startsWith('<') ? intersection(upper, lower) : union([upper, lower])
}

function linear(left: Node, right: Node, comparison: Comparison, work: Budget): RealSet | null {
  const isAlone = left.kind === 'symbol'
  if (isAlone || right.kind === 'symbol') {
    const node = isAlone ? right : left
    const value = constantValue(node, work)
    return value === null ? null : beside({ value, node }, comparison, isAlone)
  }
  const at = (value: number): number => {
    const point = (): { re: number; im: number } => real(value)
    const difference = valueAt(left, point).re - valueAt(right, point).re
    return difference
  }
  const [zero, one, two, other] = [at(0), at(1), at(2), at(-3.25)]
  const slope = one - zero
  const isStraight = Math.abs(two - zero - 2 * slope) + Math.abs(other - zero + 3.25 * slope) < 1e-9
  if (!isStraight || slope === 0 || !Number.isFinite(slope)) return null
  const value = -zero / slope
  return beside({ value, node: decimalNode(value) }, comparison, slope > 0)
}

/** A calculated value: close enough for comparisons, without a written form. */
const decimalNode = (value: number): Node => {
  const scaled = Math.round(value * 2 ** 40)
  const number: Node = {
    kind: 'number',
    value: { numerator: BigInt(scaled), denominator: 2n ** 40n },
    decimals: 12,
  }
  return number
}

const FLIPPED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}

function beside(
  { value, node }: { readonly value: number; readonly node: Node },
  written: Comparison,
  isUpward: boolean,
): RealSet | null {
  const comparison = isUpward ? written : (FLIPPED[written] ?? written)
  const end = (isClosed: boolean): End => ({ value, isClosed, node })
  switch (comparison) {
    case '<':
      return makeInterval(BOTTOM, end(false))
    case '<=':
      return makeInterval(BOTTOM, end(true))
    case '>':
      return makeInterval(end(false), TOP)
    case '>=':
      return makeInterval(end(true), TOP)
    case '=':
      return [{ low: end(true), high: end(true) }]
    case '!=':
      return complement([{ low: end(true), high: end(true) }])
    default:
      return null
  }
}

/** Whether two sets have the same ends, open or closed alike. */
export function sameSet(gold: RealSet, answer: RealSet, context: ComparisonContext): boolean {
  if (gold.length !== answer.length) return false
  return gold.every(({ low, high }, index) => {
    const other = answer[index]
    if (other === undefined) return false
    if (low.isClosed !== other.low.isClosed || high.isClosed !== other.high.isClosed) return false
    return (
      sameValue(low.node, other.low.node, context) && sameValue(high.node, other.high.node, context)
    )
  })
}
