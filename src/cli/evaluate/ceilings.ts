import { BackchannelError } from '../../client/errors.ts'
import type { Resources } from '../../client/resources.ts'
import { PHONE_CALL } from '../../datasets/phone-call.ts'
import { ceilingsOf } from '../../sim/phone/ceilings.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { CeilingLine } from '../../train-bridge/evaluation/report.ts'
import type { TaskPlace } from '../../train-bridge/evaluation/tasks.ts'

/** About a millisecond each. */
const TASKS_JUDGED_MAX = 2_000
const REQUESTS_AT_ONCE = 16

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
): Promise<CeilingLine[]> {
  if (env !== PHONE_CALL) return []
  try {
    const { world } = await resources.world(env)
    const splits = [...new Set(places.map(({ split }) => split))]
    const lines = await Promise.all(
      splits.map(async (split) => {
        const own = places.filter((place) => place.split === split).slice(0, TASKS_JUDGED_MAX)
        const tasks = await hiddenTasks(resources, env, own)
        return ceilingsOf(tasks, world as PhoneWorld).map(({ level, first }) => {
          return { split, level, name: 'best first attempt', value: first }
        })
      }),
    )
    return lines.flat()
  } catch (error) {
    if (error instanceof BackchannelError && error.code === 'auth/forbidden') return []
    throw error
  }
}

async function hiddenTasks(
  resources: Resources,
  env: string,
  places: readonly TaskPlace[],
): Promise<PhoneTask[]> {
  const tasks: PhoneTask[] = []
  for (let at = 0; at < places.length; at += REQUESTS_AT_ONCE) {
    const some = places.slice(at, at + REQUESTS_AT_ONCE).map(async ({ split, index }) => {
      const page = await resources.tasks(env, { split, from: index, limit: 1, hidden: true })
      return page.tasks as unknown as PhoneTask[]
    })
    tasks.push(...(await Promise.all(some)).flat())
  }
  return tasks
}
