import type { JsonObject } from '../../../../sim/json.ts'
import type { MathTask } from '../../../../sim/math/problem.ts'
import { type Rational, toPlain } from '../../../../sim/math/rational.ts'
import { memo } from '../../../../sim/memo.ts'
import type { RandomStream } from '../../../../sim/random.ts'
import type { Decide } from '../../../learner/learner.ts'
import type { BaseTask } from '../../../task-data.ts'
import { MOVES } from './heads.ts'
import type { Seen } from './lessons.ts'
import { applied, OPERATIONS } from './operations.ts'
import { type Given, readHexadecimal, readQuestion, valueIn } from './question.ts'

/** Chance that a step of a spoilt working is another one. */
const SPOILT = 0.5
/** Workings that are looked through for the right one. */
const STEPS_MAX = 4_000
const MEMO_MAX = 8_000

type Working = readonly number[]

/**
 * Decides as somebody who knows what has to come out: by the first working that leads to it, where
 * there is one. Every other problem is shown to the tutor first, and kept once that calls it right.
 */
export function teacherOf(
  hidden: BaseTask & JsonObject,
  now: () => { readonly place: number; readonly seen: Seen },
  spoiling?: RandomStream,
): Decide {
  const task = hidden as unknown as MathTask
  const working = workingOf(task)
  const asks = task.seed % 2 === 0 && spoiling === undefined
  return (act) => {
    const { place, seen } = now()
    if (act.kind === 'choice') {
      const isRight = seen.last?.verdict === 'right'
      const move = isRight ? 'keep' : asks && seen.last === undefined ? 'ask' : 'answer'
      act.choice = MOVES.indexOf(move)
      return
    }
    const step = working?.[place - 1] ?? 0
    const isSpoilt = spoiling?.chance(SPOILT) ?? false
    act.choice = isSpoilt ? (spoiling?.integer(0, OPERATIONS.length - 1) ?? 0) : step
  }
}

/** Whether the numbers of a problem, taken in their order, can come to what is asked for. */
export const hasWorking = (task: MathTask): boolean => workingOf(task) !== undefined

/** The operations that lead to the right answer; undefined where none are found. */
function workingOf({ question, answer: { kind, gold } }: MathTask): Working | undefined {
  if (kind !== 'expression' && kind !== 'hexadecimal') return undefined
  return workings(`${kind} ${gold}\n${question}`)
}

const workings = memo(MEMO_MAX, (key): Working | undefined => {
  const [head = '', ...lines] = key.split('\n')
  const [kind, ...words] = head.split(' ')
  const gold = words.join(' ')
  const question = lines.join('\n')
  const isHexadecimal = kind === 'hexadecimal'
  const { given } = isHexadecimal ? readHexadecimal(question) : readQuestion(question)
  const target = isHexadecimal ? readHexadecimal(gold).given[0]?.value : valueIn(gold)
  return target === undefined ? undefined : searchWorking(given, toPlain(target))
})

function searchWorking(given: readonly Given[], target: string): Working | undefined {
  let steps = 0
  const search = (
    value: Rational | undefined,
    place: number,
    done: Working,
  ): Working | undefined => {
    const next = given[place]
    if (value === undefined || steps > STEPS_MAX) return undefined
    if (next === undefined) return toPlain(value) === target ? done : undefined
    for (let operation = 0; operation < OPERATIONS.length; operation++) {
      steps += 1
      const found = search(applied(operation, value, next.value), place + 1, [...done, operation])
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(given[0]?.value, 1, [])
}
