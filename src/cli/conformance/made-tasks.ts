import type { DataSet } from '../../datasets/data-set.ts'
import { generateData } from '../../datasets/generate.ts'
import { failuresOver } from '../../env/conformance/contract.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import type { BaseTask } from '../../env/task-data.ts'
import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import { failureText } from '../../tools/failure-text.ts'

type AnyTask = BaseTask & JsonObject

/** Maximum tasks to make for a split, because some splits are endless. */
const MADE_MAX = 20_000

/** The first tasks of each split. A task that cannot be made is a finding. */
export function firstTasks(set: DataSet, perSplit: number) {
  const tasks: AnyTask[] = []
  const refs = set.splits.flatMap(({ name, count: size }) =>
    Array.from({ length: Math.min(MADE_MAX, size ?? perSplit) }, (_, index) => {
      return { id: `${name}-${index}`, name, index }
    }),
  )
  const failures = failuresOver(refs, ({ name, index }) => {
    const task = set.task(name, index)
    if (task !== undefined && index < perSplit) tasks.push(task)
  })
  if (tasks.length === 0 && failures.length === 0) failures.push('there is no task to check')
  return { tasks, failures }
}

/** The tasks that are different when they are made again, in another order. */
export const changedBetween = (set: DataSet, tasks: readonly AnyTask[]): readonly string[] =>
  failuresOver(tasks.toReversed(), (task) => {
    const again = set.task(task.split, task.index)
    if (canonicalJson(again) === canonicalJson(task)) return
    throw new Error('it is different when it is made again. Draw chance from stream(…) alone')
  })

const FEW = { train: 3, val: 2, test: 2 }

/** Whether the generator returns the same data twice, for a few tasks of each split. */
export function generatorFailures(environment: AnyEnvironment): readonly string[] {
  const { generate } = environment.data
  if (generate === undefined || !generate.options.safeParse({}).success) return []
  const make = (): string => {
    const { tasks, files = new Map() } = generateData(environment, { seed: 1, sizes: FEW }).data
    return JSON.stringify([tasks, [...files]])
  }
  try {
    const [first, second] = [make(), make()]
    return first === second ? [] : ['generate.make returned other data for the same request']
  } catch (error) {
    return [`generate.make: ${failureText(error)}`]
  }
}
