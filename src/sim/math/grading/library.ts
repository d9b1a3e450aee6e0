// The export `backchannel-rl/grade`: grading of final answers, without the rest of the project.
export {
  ANSWER_FORMS,
  ANSWER_KINDS,
  type AnswerForm,
  type AnswerKind,
} from '../problem.ts'
export { type GradedAnswer, type GradeVerdict, type GradingOptions, grade } from './grade.ts'
export type { ReadProse } from './index.ts'
export { gradeLine, gradeLines } from './lines.ts'
