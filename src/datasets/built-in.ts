import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import type { DataSet } from './data-set.ts'
import { sha256 } from './manifest.ts'
import { findById } from './task-list.ts'

/** The data sets of environments whose tasks need no files: each task follows from its index. */
export const builtInDataSets = (
  environments: readonly AnyEnvironment[] = ENVIRONMENTS,
): DataSet[] => environments.flatMap(toDataSets)

function toDataSets({ id, data }: AnyEnvironment): DataSet[] {
  const builtIn = data.builtIn
  if (builtIn === undefined) return []
  const world = data.world.parse(0, [])
  const splits = Object.entries(builtIn.splits).map(([name, count]) => ({ name, count }))
  const counts = new Map(splits.map(({ name, count }) => [name, count]))
  const task: DataSet['task'] = (split, index) => {
    const count = counts.get(split)
    if (count === undefined || !Number.isSafeInteger(index) || index < 0) return undefined
    return count === null || index < count ? builtIn.task(split, index) : undefined
  }
  const checksum = sha256(`${id} ${JSON.stringify(world)}`)
  return [{ environment: id, checksum, world, splits, task, find: findById(task) }]
}
