import { judgeAnswer } from '../../sim/math/grading/form/judge.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { getFeedback } from '../../tools/get-feedback.ts'
import { parseArguments, type Turn } from '../turn.ts'

/** Whether a turn shows a wrong answer to the tutor. */
export const showsWrongAnswer = (task: MathTask, { calls }: Turn): boolean =>
  calls.some((call) => {
    const args = parseArguments(getFeedback, call)
    return args !== undefined && judgeAnswer(task, args.current_answer).verdict !== 'right'
  })
