import { z } from 'zod'
import { stream } from '../../sim/random.ts'
import { numberedTask, type TaskData, taskSchema } from '../task-data.ts'

/** One locked box: the code that opens it. */
const boxSchema = taskSchema({ code: z.string() })
export type Task = z.infer<typeof boxSchema>

const worldSchema = z.strictObject({ place: z.string() })
export type World = z.infer<typeof worldSchema>

export const MOCK_WORLD: World = { place: 'a small room with one table' }

/** The task of this number in a split: its code follows from both. */
export function mockTask(split: string, index: number): Task {
  const code = String(stream(index, 0, `mock-code-${split}`).integer(100, 999))
  return { ...numberedTask(split, index), code }
}

/** No files: every task follows from its number. */
export const mockData: TaskData<Task, World> = {
  taskSchema: boxSchema,
  world: { schema: worldSchema, parse: () => MOCK_WORLD },
  stream: (_, index) => mockTask('stream', index),
  builtIn: {
    splits: { train: 1_000, val: 100, stream: null },
    task: mockTask,
  },
}
