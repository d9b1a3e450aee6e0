/** The similarity of two items: 1 if equal, 0.5 if of the same kind, 0 if different. */
type Similarity<Item> = (left: Item, right: Item) => 0 | 0.5 | 1

const GAP = -1
/** The score of a pair. A different pair scores less than two gaps, so it is never aligned. */
const pairScore = (likeness: 0 | 0.5 | 1): number =>
  likeness === 1 ? 2 : likeness === 0.5 ? 0.5 : -3

/**
 * Aligns similar items of two sequences, by the algorithm of Needleman and Wunsch.
 *
 * @returns pairs of positions in order, with undefined for a gap
 */
export function align<Item>(
  left: readonly Item[],
  right: readonly Item[],
  likeness: Similarity<Item>,
): (readonly [number | undefined, number | undefined])[] {
  const width = right.length + 1
  const best = new Float64Array((left.length + 1) * width)
  for (let row = 0; row <= left.length; row += 1) {
    for (let column = 0; column <= right.length; column += 1) {
      if (row === 0 || column === 0) {
        best[row * width + column] = (row + column) * GAP
        continue
      }
      const pair = pairScore(likeness(left[row - 1] as Item, right[column - 1] as Item))
      best[row * width + column] = Math.max(
        (best[(row - 1) * width + column - 1] as number) + pair,
        (best[(row - 1) * width + column] as number) + GAP,
        (best[row * width + column - 1] as number) + GAP,
      )
    }
  }
  return traceBack(best, left, right, likeness)
}

function traceBack<Item>(
  best: Float64Array,
  left: readonly Item[],
  right: readonly Item[],
  likeness: Similarity<Item>,
): (readonly [number | undefined, number | undefined])[] {
  const width = right.length + 1
  const pairs: (readonly [number | undefined, number | undefined])[] = []
  let row = left.length
  let column = right.length
  while (row > 0 || column > 0) {
    const here = best[row * width + column] as number
    if (row > 0 && column > 0) {
      const pair = pairScore(likeness(left[row - 1] as Item, right[column - 1] as Item))
      if (here === (best[(row - 1) * width + column - 1] as number) + pair) {
        row -= 1
        column -= 1
        pairs.push([row, column])
        continue
      }
    }
    if (column > 0 && here === (best[row * width + column - 1] as number) + GAP) {
      column -= 1
      pairs.push([undefined, column])
    } else {
      row -= 1
      pairs.push([row, undefined])
    }
  }
  return pairs.reverse()
}

/** A row of an alignment: the position in each sequence, or undefined for a gap. */
export type AlignedRow = readonly (number | undefined)[]

/** Puts items with the same index into one row. */
export function alignByIndex(lengths: readonly number[]): readonly AlignedRow[] {
  return Array.from({ length: Math.max(0, ...lengths) }, (_, at) =>
    lengths.map((length) => (at < length ? at : undefined)),
  )
}

/** Aligns each sequence with the first one. Rows between its items are shared by the others. */
export function alignMany<Item>(
  sequences: readonly (readonly Item[])[],
  likeness: Similarity<Item>,
): readonly AlignedRow[] {
  const [first = [], ...others] = sequences
  const emptyRow = (): (number | undefined)[] => sequences.map(() => undefined)
  const alignedRows = first.map((_, at) => emptyRow().with(0, at))
  /** Rows before each item of the first sequence, and after its last item. */
  const insertedRows = Array.from(
    { length: first.length + 1 },
    () => [] as (number | undefined)[][],
  )
  for (const [index, sequence] of others.entries()) {
    let gap = 0
    let inserted = 0
    for (const [left, right] of align(first, sequence, likeness)) {
      if (left === undefined) {
        const rows = insertedRows[gap] ?? []
        const row = rows[inserted] ?? emptyRow()
        row[index + 1] = right
        rows[inserted] = row
        inserted += 1
        continue
      }
      const row = alignedRows[left]
      if (row !== undefined) row[index + 1] = right
      gap = left + 1
      inserted = 0
    }
  }
  return insertedRows.flatMap((rows, at) =>
    alignedRows[at] === undefined ? rows : [...rows, alignedRows[at]],
  )
}

/** A piece of text that both texts have, or only one of them. */
interface DiffSegment {
  readonly text: string
  readonly isSame: boolean
}

const WORDS_MAX = 600

const tokenize = (text: string): string[] => text.match(/\w+|\s+|[^\w\s]/gu) ?? []

/** Marks the words in which two texts differ. Longer texts count as one difference. */
export function diffWords(
  left: string,
  right: string,
): readonly [readonly DiffSegment[], readonly DiffSegment[]] {
  if (left === right) return [[{ text: left, isSame: true }], [{ text: right, isSame: true }]]
  const [a, b] = [tokenize(left), tokenize(right)]
  if (a.length > WORDS_MAX || b.length > WORDS_MAX) {
    return [[{ text: left, isSame: false }], [{ text: right, isSame: false }]]
  }
  const pairs = align(a, b, (one, other) => (one === other ? 1 : 0))
  const segmentsOf = (which: 0 | 1, tokens: readonly string[]): DiffSegment[] => {
    const segments: { text: string; isSame: boolean }[] = []
    for (const pair of pairs) {
      const at = pair[which]
      if (at === undefined) continue
      const isSame = pair[0] !== undefined && pair[1] !== undefined && a[pair[0]] === b[pair[1]]
      const last = segments.at(-1)
      if (last !== undefined && last.isSame === isSame) last.text += tokens[at]
      else segments.push({ text: tokens[at] as string, isSame })
    }
    return segments
  }
  return [segmentsOf(0, a), segmentsOf(1, b)]
}
