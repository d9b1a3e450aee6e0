/** How much the rollouts of a group differ from each other. */
interface Diversity {
  /** Distinct action sequences ÷ rollouts: 1 if all differ, 1/n if all are equal. */
  readonly distinctShare: number
  /** Mean over all pairs of the edit distance of their tools, relative to the longer one. */
  readonly toolDistance: number
}

/** The compared part of a rollout. */
export interface Conducted {
  /** Each turn as a text. Equal texts are equal turns. */
  readonly turns: readonly string[]
  /** The names of the tools that were called, in order. */
  readonly tools: readonly string[]
}

/**
 * The diversity within a group of rollouts of one task. Collapsed samplers have low values even
 * with high success.
 *
 * @returns null for fewer than two rollouts
 */
export function measureDiversity(rollouts: readonly Conducted[]): Diversity | null {
  const count = rollouts.length
  if (count < 2) return null
  const distinct = new Set(rollouts.map(({ turns }) => JSON.stringify(turns))).size
  let sum = 0
  for (let left = 0; left < count; left++) {
    for (let right = left + 1; right < count; right++) {
      const [one, other] = [rollouts[left]?.tools ?? [], rollouts[right]?.tools ?? []]
      sum += relativeDistance(one, other)
    }
  }
  return { distinctShare: distinct / count, toolDistance: sum / ((count * (count - 1)) / 2) }
}

function relativeDistance(left: readonly string[], right: readonly string[]): number {
  const longer = Math.max(left.length, right.length)
  return longer === 0 ? 0 : sequenceDistance(left, right) / longer
}

/**
 * The minimum number of insertions, deletions and replacements that turn one sequence into another
 * (Levenshtein 1966, by the row-wise recurrence of Wagner and Fischer 1974).
 */
export function sequenceDistance(left: readonly string[], right: readonly string[]): number {
  let previousRow = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let row = 1; row <= left.length; row++) {
    const currentRow = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced =
        (previousRow[column - 1] as number) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const inserted = (currentRow[column - 1] as number) + 1
      const deleted = (previousRow[column] as number) + 1
      currentRow.push(Math.min(replaced, inserted, deleted))
    }
    previousRow = currentRow
  }
  return previousRow[right.length] as number
}
