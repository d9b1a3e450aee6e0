import type { AnyTask } from './arena.ts'
import type { LevelTasks } from './exploitability.ts'

interface LevelSizes {
  /** Tasks per level on which plans are chosen. */
  readonly tuning: number
  /** Tasks per level on which the chosen plan is measured. */
  readonly fresh: number
}

/** Tasks to read for each task that is needed, because some levels are rare. */
const LOOKED_THROUGH = 12

/**
 * Splits tasks by level into tuning and fresh ones. If a level has too few, every second task is
 * fresh.
 */
export function splitByLevel(
  tasks: Iterable<AnyTask>,
  { tuning, fresh }: LevelSizes,
): readonly LevelTasks[] {
  const tasksPerLevel = tuning + fresh
  const byLevel = new Map<number, AnyTask[]>()
  const source = tasks[Symbol.iterator]()
  let readCount = 0
  /** Reads the next task; false at the end of the tasks or after `readMax` of them. */
  const readNext = (readMax: number): boolean => {
    const { value, done } = readCount < readMax ? source.next() : { value: undefined, done: true }
    if (done === true || value === undefined) return false
    readCount += 1
    const levelTasks = byLevel.get(value.difficulty)
    if (levelTasks === undefined) byLevel.set(value.difficulty, [value])
    else levelTasks.push(value)
    return true
  }
  const hasEnough = (): boolean =>
    readCount > 2 * tasksPerLevel &&
    [...byLevel.values()].every(({ length }) => length >= tasksPerLevel)
  while (!hasEnough() && readNext(LOOKED_THROUGH * tasksPerLevel)) {
    // Reading adds to the levels.
  }
  return [...byLevel]
    .sort(([leftLevel], [rightLevel]) => leftLevel - rightLevel)
    .map(([level, all]): LevelTasks => {
      if (all.length >= tasksPerLevel) {
        const takeMore = (count: number): readonly AnyTask[] => {
          const readMax = readCount + LOOKED_THROUGH * count
          while (all.length < tasksPerLevel + count && readNext(readMax)) {
            // Reading adds to this level.
          }
          return all.slice(tasksPerLevel, tasksPerLevel + count)
        }
        return {
          level,
          tuning: all.slice(0, tuning),
          fresh: all.slice(tuning, tasksPerLevel),
          more: takeMore,
        }
      }
      const parts = [0, 1].map((part) => all.filter((_, index) => index % 2 === part))
      return { level, tuning: (parts[0] ?? []).slice(0, tuning), fresh: parts[1] ?? [] }
    })
}
