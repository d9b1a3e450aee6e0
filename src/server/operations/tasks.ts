import type { BaseTask } from '../../env/task-data.ts'
import type { JsonObject } from '../../sim/json.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { CatalogEntry, HostCore } from '../core.ts'
import { type Caller, callerName, seesAll } from '../principal.ts'
import { findEntry } from './open.ts'

/** The most tasks of an endless split that one page generates and checks. */
const ENDLESS_LOOKED_AT_MAX = 1_000

/**
 * A page of the tasks of a split.
 *
 * @throws Fault `env/unknown`, `task/unknown`, `auth/forbidden`
 */
export async function listTasks(
  core: HostCore,
  caller: Caller,
  { env, split: name, from, difficulty, limit, hidden }: CheckedParams<'task.list'>,
): Promise<Result<'task.list'>> {
  checkHidden('a list with hidden facts', hidden, caller)
  const entry = findEntry(core, env)
  const split = entry.dataSet?.splits.find((candidate) => candidate.name === name)
  if (split === undefined) {
    const splitNames = entry.dataSet?.splits.map((candidate) => candidate.name).join(', ') ?? 'none'
    throw new Fault('task/unknown', `there is no split ${shown(name)}; there are: ${splitNames}`)
  }
  const tasks: JsonObject[] = []
  const last = split.count ?? Math.min(Number.MAX_SAFE_INTEGER, from + ENDLESS_LOOKED_AT_MAX)
  let index = from
  const slice = core.scheduler.timeSlice(callerName(caller))
  for (; index < last && tasks.length < limit; index++) {
    if (slice.isUsedUp) await slice.renew()
    const task = entry.dataSet?.task(name, index)
    if (task === undefined) break
    if (difficulty !== undefined && task.difficulty !== difficulty) continue
    tasks.push(taskView(entry, task, hidden))
  }
  const hasMore = split.count === null || index < split.count
  return { tasks, next: hasMore ? index : null }
}

/**
 * One task.
 *
 * @throws Fault `env/unknown`, `task/unknown`, `auth/forbidden`
 */
export function getTask(
  core: HostCore,
  caller: Caller,
  { env, task: id, hidden }: CheckedParams<'task.get'>,
): Result<'task.get'> {
  checkHidden('a task with its hidden facts', hidden, caller)
  const entry = findEntry(core, env)
  const task = entry.dataSet?.find(id)
  if (task === undefined) throw new Fault('task/unknown', `there is no task ${shown(id)}`)
  return taskView(entry, task, hidden)
}

/**
 * The world of an environment, including hidden facts.
 *
 * @throws Fault `env/unknown`, `env/no_data`
 */
export function getWorld(core: HostCore, env: string): Result<'env.world'> {
  const { dataSet, worldHash } = findEntry(core, env)
  if (dataSet === undefined) throw new Fault('env/no_data', `${env} has no data set`)
  return { hash: worldHash, world: dataSet.world }
}

function checkHidden(subject: string, hidden: boolean, caller: Caller): void {
  if (hidden && !seesAll(caller))
    throw new Fault('auth/forbidden', `${subject} needs the role admin`)
}

const taskView = (entry: CatalogEntry, task: BaseTask & JsonObject, hidden: boolean): JsonObject =>
  hidden ? task : entry.environment.data.publicTask(task)
