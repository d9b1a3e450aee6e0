import type { Json } from '../../sim/json.ts'
import type { Form } from './answer-forms.ts'
import { inForm } from './answer-forms.ts'
import { areaText, leadingNumber, ORDERS, sorted, TEXT_AREAS, type TextSource } from './plan.ts'
import { findSpans, SPAN_KINDS, type SpanKind } from './spans.ts'
import type { TranscriptParts } from './transcript-parts.ts'

/** A right value, and the conversation before it. */
export interface Example {
  readonly right: Json | undefined
  readonly reading: TranscriptParts
}

/** A source that may give a value without understanding, and its share of right values. */
export interface Guess {
  readonly source: TextSource
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
  const countBySource = new Map<string, { source: TextSource; count: number }>()
  for (const { right: rightValue, reading } of examples) {
    for (const [key, source] of findSources(rightValue, reading, form)) {
      const entry = countBySource.get(key)
      if (entry === undefined) countBySource.set(key, { source, count: 1 })
      else entry.count += 1
    }
  }
  return surest([...countBySource.values()], examples.length, GUESSES_MAX)
}

/** The most frequent right values. */
export function commonestIn(
  examples: readonly Example[],
): readonly { readonly value: Json; readonly share: number }[] {
  const counts = new Map<string, number>()
  for (const { right: rightValue } of examples) {
    if (rightValue === undefined) continue
    const key = JSON.stringify(rightValue)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .map(([key, count]) => ({ value: JSON.parse(key) as Json, share: count / examples.length }))
    .sort((left, right) => right.share - left.share)
    .slice(0, CONSTANTS_MAX)
}

function surest(
  counts: readonly { readonly source: TextSource; readonly count: number }[],
  examples: number,
  guessesMax: number,
): readonly Guess[] {
  return counts
    .map(({ source, count }) => ({ source, share: count / Math.max(1, examples) }))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort((left, right) => right.share - left.share)
    .slice(0, guessesMax)
}

/** Every source that gives the right value, by its JSON. */
function findSources(
  rightValue: Json | undefined,
  reading: TranscriptParts,
  form: Form,
): ReadonlyMap<string, TextSource> {
  const sources = new Map<string, TextSource>()
  if (typeof rightValue !== 'string' && typeof rightValue !== 'number') return sources
  const isRight = (piece: string): boolean =>
    typeof rightValue === 'number'
      ? leadingNumber(piece) === rightValue
      : inForm(form, piece) === rightValue
  const add = (source: TextSource): void => {
    sources.set(JSON.stringify(source), source)
  }
  for (const area of TEXT_AREAS) {
    const text = areaText(reading, area)
    for (const kind of SPAN_KINDS) {
      const pieces = findSpans(kind, text)
      for (const index of rightIndices(pieces, isRight)) add({ origin: 'span', area, kind, index })
      for (const source of rightExtremes(pieces, isRight, { area, kind })) add(source)
    }
  }
  return sources
}

function rightIndices(
  pieces: readonly string[],
  isRight: (piece: string) => boolean,
): readonly number[] {
  return pieces.flatMap((piece, index) => {
    if (!isRight(piece)) return []
    const fromEnd = index - pieces.length
    return [...(index < FROM_START ? [index] : []), ...(fromEnd >= -FROM_END ? [fromEnd] : [])]
  })
}

function rightExtremes(
  pieces: readonly string[],
  isRight: (piece: string) => boolean,
  from: { readonly area: (typeof TEXT_AREAS)[number]; readonly kind: SpanKind },
): readonly TextSource[] {
  if (!pieces.some(isRight)) return []
  return ORDERS.flatMap((order) => {
    const inOrder = sorted(pieces, order)
    return [0, -1].flatMap((index): readonly TextSource[] =>
      isRight(inOrder.at(index) ?? '') ? [{ origin: 'span', ...from, index, order }] : [],
    )
  })
}
