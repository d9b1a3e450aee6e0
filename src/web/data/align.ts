/** How alike two steps are: 1 the same, 0.5 the same kind of thing, 0 different. */
type Likeness<Item> = (left: Item, right: Item) => 0 | 0.5 | 1

const GAP = -1
/** The score of a pair: 2 if equal, 0.5 if of the same kind, else less than two gaps. */
const worth = (likeness: 0 | 0.5 | 1): number => (likeness === 1 ? 2 : likeness === 0.5 ? 0.5 : -3)

/**
 * Aligns similar items of two sequences, by the algorithm of Needleman and Wunsch.
 *
 * @returns pairs of positions in order, with undefined for a gap
 */
export function align<Item>(
  left: readonly Item[],
  right: readonly Item[],
  likeness: Likeness<Item>,
): (readonly [number | undefined, number | undefined])[] {
  const width = right.length + 1
  const best = new Float64Array((left.length + 1) * width)
  for (let row = 0; row <= left.length; row += 1) {
    for (let column = 0; column <= right.length; column += 1) {
      if (row === 0 || column === 0) {
        best[row * width + column] = (row + column) * GAP
        continue
      }
      const pair = worth(likeness(left[row - 1] as Item, right[column - 1] as Item))
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
  likeness: Likeness<Item>,
): (readonly [number | undefined, number | undefined])[] {
  const width = right.length + 1
  const pairs: (readonly [number | undefined, number | undefined])[] = []
  let row = left.length
  let column = right.length
  while (row > 0 || column > 0) {
    const here = best[row * width + column] as number
    if (row > 0 && column > 0) {
      const pair = worth(likeness(left[row - 1] as Item, right[column - 1] as Item))
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

/** Equal positions in one row, without comparing contents. */
export function beside(lengths: readonly number[]): readonly AlignedRow[] {
  return Array.from({ length: Math.max(0, ...lengths) }, (_, at) =>
    lengths.map((length) => (at < length ? at : undefined)),
  )
}

/** Aligns several sequences with the first of them; what others have besides shares rows. */
export function alignMany<Item>(
  sequences: readonly (readonly Item[])[],
  likeness: Likeness<Item>,
): readonly AlignedRow[] {
  const [first = [], ...others] = sequences
  const blank = (): (number | undefined)[] => sequences.map(() => undefined)
  const own = first.map((_, at) => blank().with(0, at))
  /** Rows in front of each item of the first, and behind its last. */
  const between = Array.from({ length: first.length + 1 }, () => [] as (number | undefined)[][])
  for (const [index, sequence] of others.entries()) {
    let gap = 0
    let nth = 0
    for (const [left, right] of align(first, sequence, likeness)) {
      if (left === undefined) {
        const rows = between[gap] ?? []
        const row = rows[nth] ?? blank()
        row[index + 1] = right
        rows[nth] = row
        nth += 1
        continue
      }
      const row = own[left]
      if (row !== undefined) row[index + 1] = right
      gap = left + 1
      nth = 0
    }
  }
  return between.flatMap((rows, at) => (own[at] === undefined ? rows : [...rows, own[at]]))
}

/** A stretch of text that two texts share, or that only one has. */
interface Stretch {
  readonly text: string
  readonly same: boolean
}

const WORDS_MAX = 600

const wordsOf = (text: string): string[] => text.match(/\w+|\s+|[^\w\s]/gu) ?? []

/** The words of two texts with the differences marked. Long texts are compared as a whole. */
export function wordDifferences(
  left: string,
  right: string,
): readonly [readonly Stretch[], readonly Stretch[]] {
  if (left === right) return [[{ text: left, same: true }], [{ text: right, same: true }]]
  const [a, b] = [wordsOf(left), wordsOf(right)]
  if (a.length > WORDS_MAX || b.length > WORDS_MAX) {
    return [[{ text: left, same: false }], [{ text: right, same: false }]]
  }
  const pairs = align(a, b, (one, other) => (one === other ? 1 : 0))
  const side = (which: 0 | 1, tokens: readonly string[]): Stretch[] => {
    const stretches: { text: string; same: boolean }[] = []
    for (const pair of pairs) {
      const at = pair[which]
      if (at === undefined) continue
      const same = pair[0] !== undefined && pair[1] !== undefined && a[pair[0]] === b[pair[1]]
      const last = stretches.at(-1)
      if (last !== undefined && last.same === same) last.text += tokens[at]
      else stretches.push({ text: tokens[at] as string, same })
    }
    return stretches
  }
  return [side(0, a), side(1, b)]
}
