import type { MathTask } from '../../sim/math/problem.ts'
import type { Floor } from '../audit.ts'
import { tryCopies } from './copies.ts'

/** The number of common answers that a blind player may try. Few tasks give a rough ranking. */
const ANSWERS = 8

/**
 * The success of a player without understanding: the question contains the answer, or the answer is
 * among the commonest. With options, it always answers the letter that is right most often.
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
        : common.includes(task.answer.gold) || tryCopies(task).coincides,
    holds: hasOptions ? 'on_average' : 'each_task',
  }
}

function commonest(tasks: readonly MathTask[]): string[] {
  const counts = new Map<string, number>()
  for (const { answer } of tasks) counts.set(answer.gold, (counts.get(answer.gold) ?? 0) + 1)
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, ANSWERS)
    .map(([gold]) => gold)
}
