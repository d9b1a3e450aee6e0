import type { AnyTask } from './arena.ts'
import type { LevelTasks } from './exploitability.ts'

interface LevelSizes {
  /** Tasks of each level that plans are chosen on. */
  readonly tuning: number
  /** Tasks of each level that the chosen one is measured on. */
  readonly fresh: number
}

/** Tasks looked through for each one that is wanted: some levels are rare. */
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
  let looked = 0
  for (const task of tasks) {
    const known = byLevel.get(task.difficulty) ?? []
    if (known.length < wanted) known.push(task)
    byLevel.set(task.difficulty, known)
    looked += 1
    const full = [...byLevel.values()].every(({ length }) => length === wanted)
    if ((full && looked > 2 * wanted) || looked >= LOOKED_THROUGH * wanted) break
  }
  return [...byLevel]
    .sort(([one], [other]) => one - other)
    .map(([level, all]): LevelTasks => {
      if (all.length === wanted) {
        return { level, tuning: all.slice(0, tuning), fresh: all.slice(tuning) }
      }
      const parts = [0, 1].map((part) => all.filter((_, at) => at % 2 === part))
      return { level, tuning: (parts[0] ?? []).slice(0, tuning), fresh: parts[1] ?? [] }
    })
}
