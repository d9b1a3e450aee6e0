import { mathTaskSchema } from '../../env/math-feedback/task-schema.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { Reader, TaskKind } from '../import/kind.ts'
import { MATH_FEEDBACK } from '../math-feedback.ts'
import type { ProblemReader, ReadProblem } from './problem-reader.ts'

/** Problems of mathematics and knowledge as tasks of `math-feedback-v1`. */
export const mathKind: TaskKind<ReadProblem, MathTask> = {
  environment: MATH_FEEDBACK,
  schema: mathTaskSchema,
  taskOf: ({ question, answer, solution, difficulty }, place, dataset) => {
    const problem = { dataset, question, answer, solution, mistakes: [] }
    return { ...place, difficulty, ...problem }
  },
  questionOf: ({ question, answer }) => JSON.stringify([question, answer.options]),
}

/** A reader of such problems as one that may leave parts out. */
export const mathReader = ({ dataset, fields, read }: ProblemReader): Reader<ReadProblem> => ({
  dataset,
  fields,
  read: (row, seed) => ({ problem: read(row, seed), leftOut: [] }),
})
