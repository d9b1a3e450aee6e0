import { isGold } from '../../sim/math/grading/index.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { Floor } from '../environment.ts'

/** Answers so common that a blind player may well say them; few tasks rank them roughly. */
const ANSWERS = 8

/**
 * Luck: the answer stands in the question, or is among the commonest of tasks like these. With
 * options to choose from, the letter that is right most often.
 */
export function floorOfMath(tasks: readonly MathTask[]): Floor<MathTask> {
  const common = commonest(tasks)
  const letter = common.find((gold) => /^[A-Z]$/.test(gold))
  const hasOptions = tasks.some(({ answer }) => answer.kind === 'choice')
  return {
    plan: hasOptions
      ? `always ${letter ?? 'A'}`
      : `a number of the question, or one of ${common.join(', ')}`,
    wins: (task) =>
      task.answer.kind === 'choice'
        ? task.answer.gold === letter
        : common.includes(task.answer.gold) || isCoincidence(task),
    holds: hasOptions ? 'on_average' : 'each_task',
  }
}

/** Whether the right answer itself stands in the question, as one token. */
export function isCoincidence({ question, answer }: MathTask): boolean {
  if (answer.kind === 'choice') return false
  if (answer.kind === 'text') {
    const text = question.toLowerCase()
    return [answer.gold, ...answer.aliases].some((name) => text.includes(name.toLowerCase()))
  }
  const gold = literal(answer.gold)
  return tokensIn(question).some(
    (token) => literal(token) === gold || (isPlainNumber(token) && isGold(answer, token)),
  )
}

/** Numbers and fractions as they are written, the sign before them with and without. */
function tokensIn(question: string): string[] {
  const found = question.match(/-?(?:\\d?frac\{-?\d+\}\{\d+\}|[\dA-Fa-f][\dA-Fa-f,]*(?:[./]\d+)?)/g)
  return (found ?? []).flatMap((token) => [token, token.replace(/^-/, '')])
}

const isPlainNumber = (token: string): boolean => /^-?\d[\d,]*(?:\.\d+)?$/.test(token)

/** A fraction and a number in one spelling. */
const literal = (text: string): string =>
  text
    .replace(/\\d?frac\{(-?\d+)\}\{(\d+)\}/g, '$1/$2')
    .replace(/[$,\s]|\\?%/g, '')
    .toUpperCase()

function commonest(tasks: readonly MathTask[]): string[] {
  const counts = new Map<string, number>()
  for (const { answer } of tasks) counts.set(answer.gold, (counts.get(answer.gold) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, ANSWERS)
    .map(([gold]) => gold)
}
