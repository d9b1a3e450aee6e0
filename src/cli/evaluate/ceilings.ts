import { BackchannelError } from '../../client/errors.ts'
import type { Resources } from '../../client/resources.ts'
import type { BaseTask } from '../../env/task-data.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { CeilingLine } from '../../train-bridge/evaluation/report.ts'
import type { EvaluationTask } from '../../train-bridge/evaluation/tasks.ts'
import { findEnvironment } from '../environments.ts'

type AnyTask = BaseTask & JsonObject

/** Judging takes about a millisecond per task. */
const TASKS_JUDGED_MAX = 2_000
const PAGE = 500

/**
 * The highest success of a first attempt on these tasks, by split and level. Empty if the
 * environment has no such ceiling, or if hidden facts may not be read.
 *
 * @throws BackchannelError
 */
export async function ceilingLines(
  resources: Resources,
  env: string,
  tasks: readonly EvaluationTask[],
  settings: JsonObject,
): Promise<CeilingLine[]> {
  const environment = findEnvironment(env)
  if (environment?.audit.ceilings === undefined) return []
  const parsedSettings = environment.settings.schema.parse(settings)
  try {
    const { world } = await resources.world(env)
    const splits = [...new Set(tasks.map(({ split }) => split))]
    const lines = await Promise.all(
      splits.map(async (split) => {
        const splitTasks = tasks.filter((task) => task.split === split).slice(0, TASKS_JUDGED_MAX)
        const judgedTasks = await hiddenTasks(resources, env, splitTasks)
        const ceilings = environment.audit.ceilings?.(judgedTasks, world, parsedSettings) ?? []
        return ceilings.map((ceiling) => ({ split, ...ceiling }))
      }),
    )
    return lines.flat()
  } catch (error) {
    if (error instanceof BackchannelError && error.code === 'auth/forbidden') return []
    throw error
  }
}

/** Tasks of one split in order of index, with their hidden facts. */
async function hiddenTasks(
  resources: Resources,
  env: string,
  wantedTasks: readonly EvaluationTask[],
): Promise<AnyTask[]> {
  const tasks: AnyTask[] = []
  const split = wantedTasks[0]?.split ?? ''
  const indices = new Set(wantedTasks.map(({ index }) => index))
  let nextIndex: number | null = wantedTasks[0]?.index ?? null
  while (nextIndex !== null && tasks.length < indices.size) {
    const page = await resources.tasks(env, { split, from: nextIndex, limit: PAGE, hidden: true })
    const pageTasks = page.tasks as unknown as readonly AnyTask[]
    tasks.push(...pageTasks.filter(({ index }) => indices.has(index)))
    nextIndex = page.next
  }
  return tasks
}
