import type { AskPython } from '../env/python/audit.ts'
import type { PythonDescription } from '../env/python/description.ts'
import type { PythonTasks } from '../env/python/task.ts'
import { toFailure } from '../env/python/transition.ts'
import { taskReader } from '../server/python-worlds.ts'

/** Tasks to make in one call. */
const CHUNK = 50

/**
 * The tasks of a world, made on demand. A task that cannot be made does not affect the others.
 *
 * @throws WorldFailure or PythonWorldDefect, when a task is requested that cannot be made
 */
export function tasksOnDemand(description: PythonDescription, ask: AskPython): PythonTasks {
  const taskAt = taskReader(description)
  const madeTasks = new Map<string, unknown>()
  const broken = new Set<string>()
  const keyOf = (split: string, index: number): string => `${split}/${index}`
  function make(split: string, start: number, end: number): void {
    const answer = ask('tasks', { split, start, end })
    if (answer.status === 'failed') throw toFailure(answer)
    for (const [at, task] of (answer.output as readonly unknown[]).entries()) {
      madeTasks.set(keyOf(split, start + at), task)
    }
  }
  function makeAround(split: string, index: number): void {
    const start = index - (index % CHUNK)
    if (broken.has(keyOf(split, start))) return
    try {
      make(split, start, Math.min(start + CHUNK, description.splits[split] ?? 0))
    } catch {
      // From now on, these tasks are made one by one, to find those that fail.
      broken.add(keyOf(split, start))
    }
  }
  return {
    splits: description.splits,
    task(split, index) {
      if (!madeTasks.has(keyOf(split, index))) makeAround(split, index)
      if (!madeTasks.has(keyOf(split, index))) make(split, index, index + 1)
      return taskAt(madeTasks.get(keyOf(split, index)), split, index)
    },
  }
}
