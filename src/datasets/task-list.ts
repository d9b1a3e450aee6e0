import type { z } from 'zod'
import type { BaseTask } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'
import type { DataSet } from './data-set.ts'
import { DataSetError, parseCheckedJson } from './manifest.ts'

/** The tasks of a finite split, by index. */
export interface TaskList<Task> {
  readonly count: number
  at(index: number): Task | undefined
}

interface TaskListOptions<Task> {
  /** The file, for errors. */
  readonly location: string
  readonly split: string
  readonly schema: z.ZodType<Task>
  /**
   * Whether to check each line when it is first read, for a faster start, instead of all lines now.
   */
  readonly later: boolean
}

/** The tasks of a JSONL file. Throws `DataSetError` naming file, line and field. */
export function readTasks<Task extends BaseTask>(
  text: string,
  { location, split, schema, later }: TaskListOptions<Task>,
): TaskList<Task> {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const tasks = new Map<number, Task>()
  const at = (index: number): Task | undefined => {
    const line = lines[index]
    if (line === undefined) return undefined
    const cached = tasks.get(index)
    if (cached !== undefined) return cached
    const lineLocation = `${location}:${index + 1}`
    const task = parseCheckedJson(line, lineLocation, schema)
    if (task.split !== split || task.index !== index) {
      throw new DataSetError(`${lineLocation}: index: must be ${index} in split ${split}`)
    }
    tasks.set(index, task)
    return task
  }
  if (!later) lines.forEach((_, index) => void at(index))
  return { count: lines.length, at }
}

/**
 * The part of a data set that finds tasks: those of the finite splits, and those of the endless
 * `stream` split if `streamTask` makes them. Ids are the split and six or more digits.
 *
 * @param streamDifficulty difficulty of a task of that split; without it, the task is made
 */
export function serveTasks<Task extends BaseTask & JsonObject>(
  splits: ReadonlyMap<string, TaskList<Task>>,
  streamTask: ((index: number) => Task) | undefined,
  streamDifficulty?: (index: number) => number,
): Pick<DataSet, 'splits' | 'task' | 'difficulty' | 'find'> {
  const task: DataSet['task'] = (split, index) => {
    if (!Number.isSafeInteger(index) || index < 0) return undefined
    return split === 'stream' ? streamTask?.(index) : splits.get(split)?.at(index)
  }
  const finite = [...splits].map(([name, tasks]) => ({ name, count: tasks.count }))
  return {
    splits: streamTask === undefined ? finite : [...finite, { name: 'stream', count: null }],
    task,
    difficulty: (split, index) =>
      split === 'stream' && streamDifficulty !== undefined && index >= 0
        ? streamDifficulty(index)
        : task(split, index)?.difficulty,
    find: findById(task),
  }
}

/** Finds tasks whose ids are their split and six or more digits. */
export const findById =
  (task: DataSet['task']): DataSet['find'] =>
  (id) => {
    const [, split = '', digits = ''] = /^([a-z]+)-(\d{6,15})$/.exec(id) ?? []
    const listedTask = digits === '' ? undefined : task(split, Number(digits))
    return listedTask?.id === id ? listedTask : undefined
  }
