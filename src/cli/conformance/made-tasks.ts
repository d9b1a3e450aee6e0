import { createHash } from 'node:crypto'
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

/**
 * The first tasks of each split. A task that cannot be made, is not at its place or has the id of
 * another one is a finding. Tasks that two splits share are a note.
 */
export function firstTasks(set: DataSet, perSplit: number) {
  const tasks: AnyTask[] = []
  const ids = new Map<string, string>()
  const shared = new SharedTasks()
  const refs = set.splits.flatMap(({ name, count: size }) =>
    Array.from({ length: Math.min(MADE_MAX, size ?? perSplit) }, (_, index) => {
      return { id: `${name}-${index}`, name, index }
    }),
  )
  const failures = failuresOver(refs, ({ id: ref, name, index }) => {
    const task = set.task(name, index)
    if (task === undefined) return
    if (index < perSplit) tasks.push(task)
    const other = ids.get(task.id)
    ids.set(task.id, ref)
    shared.add(name, task)
    if (task.split !== name || task.index !== index) {
      const claimed = JSON.stringify({ split: task.split, index: task.index })
      throw new Error(`its split and index are ${claimed}: use the given ones`)
    }
    if (other !== undefined) {
      throw new Error(`its id "${task.id}" is that of ${other} too: make ids of split and index`)
    }
  })
  if (tasks.length === 0 && failures.length === 0) failures.push('there is no task to check')
  return { tasks, failures, notes: shared.notes() }
}

/** Counts tasks that differ from one of an earlier split only in what every task has. */
class SharedTasks {
  readonly #firstSplits = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  add(split: string, { id, split: _, index, seed, difficulty, ...own }: AnyTask): void {
    if (Object.keys(own).length === 0) return
    const digest = createHash('sha256').update(canonicalJson(own)).digest('base64')
    const first = this.#firstSplits.get(digest)
    if (first === undefined) this.#firstSplits.set(digest, split)
    if (first === undefined || first === split) return
    const pair = `${split} are also in ${first}`
    this.#counts.set(pair, (this.#counts.get(pair) ?? 0) + 1)
  }

  notes(): readonly string[] {
    return [...this.#counts].map(
      ([pair, count]) => `tasks of ${pair}: ${count}, apart from their ids and seeds`,
    )
  }
}

/** The tasks that are different when they are made again, in another order. */
export const changedBetween = (set: DataSet, tasks: readonly AnyTask[]): readonly string[] =>
  failuresOver(tasks.toReversed(), (task) => {
    const again = set.task(task.split, task.index)
    // A task that is not at its place is a finding of `firstTasks`.
    if (again === undefined || canonicalJson(again) === canonicalJson(task)) return
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
