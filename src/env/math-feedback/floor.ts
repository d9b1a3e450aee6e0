import type { MathTask } from '../../sim/math/problem.ts'
import type { Floor } from '../audit.ts'
import { copyingOf } from './copies.ts'

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
        : common.includes(task.answer.gold) || copyingOf(task).coincides,
    holds: hasOptions ? 'on_average' : 'each_task',
  }
}

function commonest(tasks: readonly MathTask[]): string[] {
  const counts = new Map<string, number>()
  for (const { answer } of tasks) counts.set(answer.gold, (counts.get(answer.gold) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, ANSWERS)
    .map(([gold]) => gold)
}
