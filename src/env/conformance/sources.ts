import type { Json } from '../../sim/json.ts'
import type { Form } from './dress.ts'
import { inForm } from './dress.ts'
import { ORDERS, type Source, sorted, TEXT_AREAS, textOfArea } from './plan.ts'
import type { Reading } from './reading.ts'
import { SPAN_KINDS, type SpanKind, spansOf } from './spans.ts'

/** A value that is right, with what could be read before it was given. */
export interface Example {
  readonly right: Json | undefined
  readonly reading: Reading
}

/** A way to come by a value without understanding, and in which share of the examples it does. */
export interface Guess {
  readonly source: Source
  readonly share: number
}

/** Pieces are counted from the beginning and from the end, so far. */
const FROM_START = 20
const FROM_END = 8
const SHARE_MIN = 0.05
const GUESSES_MAX = 6
const CONSTANTS_MAX = 8

/** Where the right value can be copied from, the surest first. */
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

/** The values that are right most often. */
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

/** Every place of a piece that is the right value, each once. */
function sourcesOf(
  right: Json | undefined,
  reading: Reading,
  form: Form,
): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>()
  if (typeof right !== 'string' && typeof right !== 'number') return found
  const isRight = (piece: string): boolean =>
    typeof right === 'number' ? numberOf(piece) === right : inForm(form, piece) === right
  const note = (source: Source): void => {
    found.set(JSON.stringify(source), source)
  }
  for (const where of TEXT_AREAS) {
    const text = textOfArea(reading, where)
    for (const kind of SPAN_KINDS) {
      const pieces = spansOf(kind, text)
      for (const index of indicesOf(pieces, isRight)) note({ of: 'span', where, kind, index })
      for (const source of extremesOf(pieces, isRight, { where, kind })) note(source)
    }
  }
  return found
}

/** As a plan reads a number out of a piece. */
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
