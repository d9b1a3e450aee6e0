import type { Resources } from '../../client/resources.ts'

/** A task to evaluate on. */
export interface EvaluationTask {
  readonly split: string
  /** Its number within the split. */
  readonly index: number
  /** Level of difficulty, from 1. */
  readonly level: number
}

/** Which tasks of a split are wanted. */
interface TaskFilter {
  readonly split: string
  /** Only these levels; all if left out. */
  readonly levels?: ReadonlySet<number> | undefined
  /** At most so many. */
  readonly count: number
}

const PAGE = 500
/** In an endless split no more tasks are looked at than this many times those that are wanted. */
const CANDIDATES_PER_TASK = 1_000

/**
 * The first tasks of a split that are wanted, in order of their numbers; fewer if it has no more.
 *
 * @throws BackchannelError `task/unknown` for an unknown split
 */
export async function listTasks(
  resources: Resources,
  env: string,
  { split, levels, count }: TaskFilter,
): Promise<EvaluationTask[]> {
  const found: EvaluationTask[] = []
  let from: number | null = 0
  while (from !== null && found.length < count && from < count * CANDIDATES_PER_TASK) {
    const page = await resources.tasks(env, { split, from, limit: PAGE })
    for (const task of page.tasks) {
      const { index, difficulty } = task as { index?: unknown; difficulty?: unknown }
      const level = typeof difficulty === 'number' ? difficulty : 0
      if (typeof index !== 'number' || levels?.has(level) === false) continue
      if (found.length < count) found.push({ split, index, level })
    }
    from = page.next
  }
  return found
}
