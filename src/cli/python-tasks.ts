import type { AskPython } from '../env/python/audit.ts'
import type { PythonDescription } from '../env/python/description.ts'
import type { PythonTasks } from '../env/python/task.ts'
import { failureOf } from '../env/python/transition.ts'
import { taskReader } from '../server/python-worlds.ts'

/** Tasks that are made at a time. */
const CHUNK = 50

/**
 * The tasks of a world, made when they are asked for: one that cannot be made leaves the others.
 *
 * @throws WorldFailure or PythonWorldDefect, when a task is asked for that cannot be made
 */
export function tasksOnDemand(description: PythonDescription, ask: AskPython): PythonTasks {
  const taskAt = taskReader(description)
  const made = new Map<string, unknown>()
  const broken = new Set<string>()
  const place = (split: string, index: number): string => `${split}/${index}`
  function make(split: string, start: number, end: number): void {
    const answer = ask('tasks', { split, start, end })
    if (answer.status === 'failed') throw failureOf(answer)
    for (const [at, task] of (answer.output as readonly unknown[]).entries()) {
      made.set(place(split, start + at), task)
    }
  }
  function makeAround(split: string, index: number): void {
    const start = index - (index % CHUNK)
    if (broken.has(place(split, start))) return
    try {
      make(split, start, Math.min(start + CHUNK, description.splits[split] ?? 0))
    } catch {
      // Each task of these is made alone from now on, so that it is known which of them cannot be.
      broken.add(place(split, start))
    }
  }
  return {
    splits: description.splits,
    task(split, index) {
      if (!made.has(place(split, index))) makeAround(split, index)
      if (!made.has(place(split, index))) make(split, index, index + 1)
      return taskAt(made.get(place(split, index)), split, index)
    },
  }
}
