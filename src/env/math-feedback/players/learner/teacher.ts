import type { JsonObject } from '../../../../sim/json.ts'
import type { MathTask } from '../../../../sim/math/problem.ts'
import { type Rational, toPlain } from '../../../../sim/math/rational.ts'
import { memoize } from '../../../../sim/memo.ts'
import type { RandomStream } from '../../../../sim/random.ts'
import type { Decide } from '../../../learner/learner.ts'
import type { BaseTask } from '../../../task-data.ts'
import { MOVES } from './heads.ts'
import type { ProblemView } from './lessons.ts'
import { applied, WORKING_OPERATIONS } from './operations.ts'
import { type QuestionNumber, readHexadecimal, readQuestion, singleValue } from './question.ts'

/** The chance that a step of a spoilt working is replaced. */
const WRONG_STEP_CHANCE = 0.5
/** The search for the right working stops after this many steps. */
const STEPS_MAX = 4_000
const MEMO_MAX = 8_000

type Working = readonly number[]

/**
 * Decides with knowledge of the right answer: follows the first working that leads to it. It shows
 * every other problem to the tutor first, and keeps an answer that the tutor calls right.
 */
export function createTeacher(
  hidden: BaseTask & JsonObject,
  current: () => { readonly index: number; readonly seen: ProblemView },
  spoiling?: RandomStream,
): Decide {
  const task = hidden as unknown as MathTask
  const working = findWorking(task)
  const asks = task.seed % 2 === 0 && spoiling === undefined
  return (act) => {
    const { index, seen } = current()
    if (act.kind === 'choice') {
      const isRight = seen.last?.verdict === 'right'
      const move = isRight ? 'keep' : asks && seen.last === undefined ? 'ask' : 'answer'
      act.choice = MOVES.indexOf(move)
      return
    }
    const step = working?.[index - 1] ?? 0
    const isSpoilt = spoiling?.chance(WRONG_STEP_CHANCE) ?? false
    act.choice = isSpoilt ? (spoiling?.integer(0, WORKING_OPERATIONS.length - 1) ?? 0) : step
  }
}

/** Whether some working of the numbers, in their order, leads to the right answer. */
export const hasWorking = (task: MathTask): boolean => findWorking(task) !== undefined

/** The operations that lead to the right answer, or undefined if none are found. */
function findWorking({ question, answer: { kind, gold } }: MathTask): Working | undefined {
  if (kind !== 'expression' && kind !== 'hexadecimal') return undefined
  return workings(`${kind} ${gold}\n${question}`)
}

const workings = memoize(MEMO_MAX, (key): Working | undefined => {
  const [head = '', ...lines] = key.split('\n')
  const [kind, ...words] = head.split(' ')
  const gold = words.join(' ')
  const question = lines.join('\n')
  const isHexadecimal = kind === 'hexadecimal'
  const { numbers } = isHexadecimal ? readHexadecimal(question) : readQuestion(question)
  const target = isHexadecimal ? readHexadecimal(gold).numbers[0]?.value : singleValue(gold)
  return target === undefined ? undefined : searchWorking(numbers, toPlain(target))
})

function searchWorking(
  questionNumbers: readonly QuestionNumber[],
  target: string,
): Working | undefined {
  let steps = 0
  const search = (
    value: Rational | undefined,
    index: number,
    workingSoFar: Working,
  ): Working | undefined => {
    const next = questionNumbers[index]
    if (value === undefined || steps > STEPS_MAX) return undefined
    if (next === undefined) return toPlain(value) === target ? workingSoFar : undefined
    for (let operation = 0; operation < WORKING_OPERATIONS.length; operation++) {
      steps += 1
      const working = search(applied(operation, value, next.value), index + 1, [
        ...workingSoFar,
        operation,
      ])
      if (working !== undefined) return working
    }
    return undefined
  }
  return search(questionNumbers[0]?.value, 1, [])
}
