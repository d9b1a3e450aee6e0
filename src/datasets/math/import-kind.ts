import { mathFeedbackEnvironment } from '../../env/math-feedback/index.ts'
import { mathTaskSchema } from '../../env/math-feedback/task-schema.ts'
import { deriveForm } from '../../sim/math/grading/form/judge.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { DatasetReader, TaskKind } from '../import/kind.ts'
import type { ProblemReader, ReadProblem } from './problem-reader.ts'

/** Problems of mathematics and knowledge as tasks of `math-feedback-v1`. */
export const mathKind: TaskKind<ReadProblem, MathTask> = {
  environment: mathFeedbackEnvironment.id,
  schema: mathTaskSchema,
  taskOf: ({ question, answer, solution, difficulty }, ref, dataset) => {
    const { kind, ...key } = answer
    const formed = { kind, form: deriveForm(answer, question), ...key }
    return { ...ref, difficulty, dataset, question, answer: formed, solution, mistakes: [] }
  },
  questionOf: ({ question, answer }) => JSON.stringify([question, answer.options]),
}

/** Wraps a reader of such problems as a `DatasetReader` that may leave parts out. */
export const mathReader = ({
  dataset,
  fields,
  read,
}: ProblemReader): DatasetReader<ReadProblem> => ({
  dataset,
  fields,
  read: (row, seed) => ({ problem: read(row, seed), leftOut: [] }),
})
