import type { AnyTask } from './arena.ts'
import type { LevelTasks } from './exploitability.ts'

interface LevelSizes {
  /** Tasks of each level that plans are chosen on. */
  readonly tuning: number
  /** Tasks of each level that the chosen one is measured on. */
  readonly fresh: number
}

/** Tasks searched for each wanted one, because some levels are rare. */
const LOOKED_THROUGH = 12

/**
 * Deals tasks out by level, tuning ones and fresh ones apart. Where there are too few, each second
 * one is fresh.
 */
export function levelTasksOf(
  tasks: Iterable<AnyTask>,
  { tuning, fresh }: LevelSizes,
): readonly LevelTasks[] {
  const wanted = tuning + fresh
  const byLevel = new Map<number, AnyTask[]>()
  const source = tasks[Symbol.iterator]()
  let looked = 0
  /** Continues through the tasks; false if there are none, or enough were read. */
  const lookOn = (lookedMax: number): boolean => {
    const { value, done } = looked < lookedMax ? source.next() : { value: undefined, done: true }
    if (done === true || value === undefined) return false
    looked += 1
    const known = byLevel.get(value.difficulty)
    if (known === undefined) byLevel.set(value.difficulty, [value])
    else known.push(value)
    return true
  }
  const isFull = (): boolean =>
    looked > 2 * wanted && [...byLevel.values()].every(({ length }) => length >= wanted)
  while (!isFull() && lookOn(LOOKED_THROUGH * wanted)) {
    // Until each level has enough.
  }
  return [...byLevel]
    .sort(([one], [other]) => one - other)
    .map(([level, all]): LevelTasks => {
      if (all.length >= wanted) {
        const more = (count: number): readonly AnyTask[] => {
          const lookedMax = looked + LOOKED_THROUGH * count
          while (all.length < wanted + count && lookOn(lookedMax)) {
            // Until there are so many more.
          }
          return all.slice(wanted, wanted + count)
        }
        return { level, tuning: all.slice(0, tuning), fresh: all.slice(tuning, wanted), more }
      }
      const parts = [0, 1].map((part) => all.filter((_, at) => at % 2 === part))
      return { level, tuning: (parts[0] ?? []).slice(0, tuning), fresh: parts[1] ?? [] }
    })
}
