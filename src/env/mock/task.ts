import { z } from 'zod'
import { stream } from '../../sim/random.ts'
import type { EnvironmentData } from '../task-data.ts'

/** One locked box: the code that opens it. */
export const taskSchema = z.strictObject({
  id: z.string(),
  split: z.string(),
  index: z.int(),
  seed: z.int(),
  difficulty: z.int(),
  code: z.string(),
})
export type Task = z.infer<typeof taskSchema>

export const worldSchema = z.strictObject({ place: z.string() })
export type World = z.infer<typeof worldSchema>

export const MOCK_WORLD: World = { place: 'a small room with one table' }

/** The task of this number in a split: its code follows from both. */
export function mockTask(split: string, index: number): Task {
  const code = String(stream(index, 0, `mock-code-${split}`).integer(100, 999))
  const id = `${split}-${String(index).padStart(6, '0')}`
  return { id, split, index, seed: index, difficulty: 1, code }
}

/** No files: every task follows from its number. */
export const mockData: EnvironmentData<Task, World> = {
  parse: () => MOCK_WORLD,
  stream: (_, index) => mockTask('stream', index),
  builtIn: {
    world: MOCK_WORLD,
    splits: { train: 1_000, val: 100, stream: null },
    task: mockTask,
  },
}
