import type { Resources } from '../../client/resources.ts'

/** A task of an evaluation. */
export interface EvaluationTask {
  readonly split: string
  /** Index within the split. */
  readonly index: number
  /** Level of difficulty, from 1. */
  readonly level: number
}

/** Conditions for the tasks of a split. */
interface TaskFilter {
  readonly split: string
  /** Only these levels. Default: all. */
  readonly levels?: ReadonlySet<number> | undefined
  /** Maximum number of tasks. */
  readonly count: number
}

const PAGE = 500
/** In an endless split, at most this many tasks are examined for each requested one. */
const CANDIDATES_PER_TASK = 1_000

/**
 * The first matching tasks of a split, in order of index; fewer if it has no more.
 *
 * @throws BackchannelError `task/unknown` for an unknown split
 */
export async function fetchTasks(
  resources: Resources,
  env: string,
  { split, levels, count }: TaskFilter,
): Promise<EvaluationTask[]> {
  const tasks: EvaluationTask[] = []
  let nextIndex: number | null = 0
  while (nextIndex !== null && tasks.length < count && nextIndex < count * CANDIDATES_PER_TASK) {
    const page = await resources.tasks(env, { split, from: nextIndex, limit: PAGE })
    for (const task of page.tasks) {
      const { index, difficulty } = task as { index?: unknown; difficulty?: unknown }
      const level = typeof difficulty === 'number' ? difficulty : 0
      if (typeof index !== 'number' || levels?.has(level) === false) continue
      if (tasks.length < count) tasks.push({ split, index, level })
    }
    nextIndex = page.next
  }
  return tasks
}
