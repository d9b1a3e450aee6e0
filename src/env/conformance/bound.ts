/** The number of tasks that both players played, and that only one of them won. */
export interface Discordance {
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly tasks: number
}

/** One-sided, 95 %. */
const Z = 1.6449

/**
 * The upper 95 % bound of the first player's lead in win rate, from tasks where the two differ.
 * Uses Agresti and Min's adjustment of the paired difference, which adds half a task to each side.
 * The bound stays valid if no difference was observed.
 */
export function upperBound({ onlyFirst, onlySecond, tasks }: Discordance): number {
  const [first, second, total] = [onlyFirst + 0.5, onlySecond + 0.5, tasks + 2]
  const difference = first - second
  const spread = Math.sqrt(first + second - (difference * difference) / total)
  return (difference + Z * spread) / total
}

/** The upper 95 % bound of a mean, plus one task, so that equal values have a bound too. */
export function meanBound(values: readonly number[]): number {
  const tasks = Math.max(1, values.length)
  const mean = values.reduce((sum, value) => sum + value, 0) / tasks
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return mean + Z * Math.sqrt(squares / Math.max(1, tasks - 1) / tasks) + 1 / tasks
}
