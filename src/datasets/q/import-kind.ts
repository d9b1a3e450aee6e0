import { qCodeEnvironment } from '../../env/q-code/index.ts'
import { qTaskSchema } from '../../env/q-code/task-schema.ts'
import type { QTask } from '../../sim/q-problems/task.ts'
import type { TaskKind } from '../import/kind.ts'
import type { QProblem } from './read-problem.ts'

/** Problems of q as tasks of `q-code-v1`. */
export const qKind: TaskKind<QProblem, QTask> = {
  environment: qCodeEnvironment.id,
  schema: qTaskSchema,
  taskOf: (problem, ref) => ({ ...ref, ...problem }),
  questionOf: ({ statement, entry }) => JSON.stringify([statement, entry]),
}
