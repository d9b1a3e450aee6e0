import type { Json } from '../../sim/json.ts'
import type { Form } from './answer-forms.ts'
import { inForm } from './answer-forms.ts'
import { ORDERS, type Source, sorted, TEXT_AREAS, textOfArea } from './plan.ts'
import type { Reading } from './reading.ts'
import { SPAN_KINDS, type SpanKind, spansOf } from './spans.ts'

/** A right value, and the conversation before it. */
export interface Example {
  readonly right: Json | undefined
  readonly reading: Reading
}

/** A source that may give a value without understanding, and its share of right values. */
export interface Guess {
  readonly source: Source
  readonly share: number
}

/** The most pieces that are counted from the beginning, and from the end. */
const FROM_START = 20
const FROM_END = 8
const SHARE_MIN = 0.05
const GUESSES_MAX = 6
const CONSTANTS_MAX = 8

/** The sources from which the right value can be copied, the surest first. */
export function copiesIn(examples: readonly Example[], form: Form = 'bare'): readonly Guess[] {
  const known = new Map<string, { source: Source; count: number }>()
  for (const { right, reading } of examples) {
    for (const [key, source] of sourcesOf(right, reading, form)) {
      const before = known.get(key)
      if (before === undefined) known.set(key, { source, count: 1 })
      else before.count += 1
    }
  }
  return surest([...known.values()], examples.length, GUESSES_MAX)
}

/** The most frequent right values. */
export function commonestIn(
  examples: readonly Example[],
): readonly { readonly value: Json; readonly share: number }[] {
  const counts = new Map<string, number>()
  for (const { right } of examples) {
    if (right === undefined) continue
    const key = JSON.stringify(right)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .map(([key, count]) => ({ value: JSON.parse(key) as Json, share: count / examples.length }))
    .sort((one, other) => other.share - one.share)
    .slice(0, CONSTANTS_MAX)
}

function surest(
  counted: readonly { readonly source: Source; readonly count: number }[],
  examples: number,
  most: number,
): readonly Guess[] {
  return counted
    .map(({ source, count }) => ({ source, share: count / Math.max(1, examples) }))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort((one, other) => other.share - one.share)
    .slice(0, most)
}

/** Every source that gives the right value, by its JSON. */
function sourcesOf(
  right: Json | undefined,
  reading: Reading,
  form: Form,
): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>()
  if (typeof right !== 'string' && typeof right !== 'number') return found
  const isRight = (piece: string): boolean =>
    typeof right === 'number' ? numberOf(piece) === right : inForm(form, piece) === right
  const add = (source: Source): void => {
    found.set(JSON.stringify(source), source)
  }
  for (const where of TEXT_AREAS) {
    const text = textOfArea(reading, where)
    for (const kind of SPAN_KINDS) {
      const pieces = spansOf(kind, text)
      for (const index of indicesOf(pieces, isRight)) add({ of: 'span', where, kind, index })
      for (const source of extremesOf(pieces, isRight, { where, kind })) add(source)
    }
  }
  return found
}

/** The number that a plan reads in a piece. */
const numberOf = (piece: string): number => Number.parseFloat(piece.replaceAll(',', '')) || 0

function indicesOf(
  pieces: readonly string[],
  isRight: (piece: string) => boolean,
): readonly number[] {
  return pieces.flatMap((piece, at) => {
    if (!isRight(piece)) return []
    const fromEnd = at - pieces.length
    return [...(at < FROM_START ? [at] : []), ...(fromEnd >= -FROM_END ? [fromEnd] : [])]
  })
}

function extremesOf(
  pieces: readonly string[],
  isRight: (piece: string) => boolean,
  from: { readonly where: (typeof TEXT_AREAS)[number]; readonly kind: SpanKind },
): readonly Source[] {
  if (!pieces.some(isRight)) return []
  return ORDERS.flatMap((by) => {
    const inOrder = sorted(pieces, by)
    return [0, -1].flatMap((index): readonly Source[] =>
      isRight(inOrder.at(index) ?? '') ? [{ of: 'span', ...from, index, by }] : [],
    )
  })
}
