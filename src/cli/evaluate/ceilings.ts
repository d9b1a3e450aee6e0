import { BackchannelError } from '../../client/errors.ts'
import type { Resources } from '../../client/resources.ts'
import type { BaseTask } from '../../env/task-data.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { CeilingLine } from '../../train-bridge/evaluation/report.ts'
import type { TaskPlace } from '../../train-bridge/evaluation/tasks.ts'
import { findEnvironment } from '../environments.ts'

type AnyTask = BaseTask & JsonObject

/** About a millisecond each. */
const TASKS_JUDGED_MAX = 2_000
const PAGE = 500

/**
 * What a first attempt can solve at most of these very tasks, by split and level. None for
 * environments that have no such ceiling, and none where hidden facts may not be seen.
 *
 * @throws BackchannelError
 */
export async function ceilingLines(
  resources: Resources,
  env: string,
  places: readonly TaskPlace[],
  settings: JsonObject,
): Promise<CeilingLine[]> {
  const environment = findEnvironment(env)
  if (environment?.audit.ceilings === undefined) return []
  const all = environment.settings.schema.parse(settings)
  try {
    const { world } = await resources.world(env)
    const splits = [...new Set(places.map(({ split }) => split))]
    const lines = await Promise.all(
      splits.map(async (split) => {
        const own = places.filter((place) => place.split === split).slice(0, TASKS_JUDGED_MAX)
        const tasks = await hiddenTasks(resources, env, own)
        const ceilings = environment.audit.ceilings?.(tasks, world, all) ?? []
        return ceilings.map((ceiling) => ({ split, ...ceiling }))
      }),
    )
    return lines.flat()
  } catch (error) {
    if (error instanceof BackchannelError && error.code === 'auth/forbidden') return []
    throw error
  }
}

/** Tasks of one split, in order of their numbers, with what is hidden of them. */
async function hiddenTasks(
  resources: Resources,
  env: string,
  places: readonly TaskPlace[],
): Promise<AnyTask[]> {
  const tasks: AnyTask[] = []
  const split = places[0]?.split ?? ''
  const wanted = new Set(places.map(({ index }) => index))
  let from: number | null = places[0]?.index ?? null
  while (from !== null && tasks.length < wanted.size) {
    const page = await resources.tasks(env, { split, from, limit: PAGE, hidden: true })
    const found = page.tasks as unknown as readonly AnyTask[]
    tasks.push(...found.filter(({ index }) => wanted.has(index)))
    from = page.next
  }
  return tasks
}
