import type { RandomStream } from '../random.ts'
import { type Call, callReader, isRight, loadProgram } from './judge/program.ts'
import type { Problem } from './problem.ts'
import { NEAR_MISSES } from './tables/near-misses.ts'
import type { TaskTest } from './task.ts'

/** Steps that are tried in turn: the solution needs some of them. */
const STEPS = [250, 1_000, 4_000, 16_000] as const
/** A near miss that needs so many times the steps of the solution runs away, and fails. */
const STEPS_FACTOR = 4
const STEPS_MAX = 150_000
/** Draws in search of a test that a near miss fails. */
const TRIES_MAX = 120

/**
 * The near misses of a problem that many draws do not tell from the solution: each is an edit of
 * the solution, `12-15:text` for the characters from 12 up to 15, or a program, in which `whole`
 * stands for the solution.
 */
export const nearMissesOf = ({ id, solution }: Pick<Problem, 'id' | 'solution'>): string[] =>
  (NEAR_MISSES[id]?.written ?? []).map((written) => nearMiss(solution, written))

/** The near misses of one problem, and the steps that each may take for a call. */
export interface NearMisses {
  readonly steps: number
  readonly written: readonly string[]
}

/** The code of a near miss as the table writes it. */
export function nearMiss(solution: string, written: string): string {
  const edit = /^(\d+)-(\d+):/.exec(written)
  if (edit !== null) {
    const [mark, start, end] = edit
    return (
      solution.slice(0, Number(start)) + written.slice(mark.length) + solution.slice(Number(end))
    )
  }
  return `${solution.replace(/(^|\n)solve:/, '$1whole:')}\n${written}`
}

/** Steps for a near miss, given calls that the solution can answer. */
export function nearMissFuel({ solution, fuel }: Problem, calls: readonly Call[]): number {
  const isEnough = (steps: number): boolean => {
    const program = loadProgram(solution, steps)
    return program !== undefined && calls.every((call) => isRight(program, call))
  }
  const steps = STEPS.find(isEnough) ?? STEPS_MAX
  return Math.min(fuel ?? STEPS_MAX, STEPS_MAX, STEPS_FACTOR * steps)
}

/**
 * Tests to be added so that every known near miss fails one of those that stay hidden: else it
 * would pass whenever the draws happen not to show the difference.
 *
 * @param hidden the drawn tests that stay hidden; near misses pass those that all sets have
 * @param draw a new test
 */
export function testsAgainst(
  one: Problem,
  hidden: readonly TaskTest[],
  draw: (random: RandomStream) => TaskTest | undefined,
  random: RandomStream,
): TaskTest[] {
  const added: TaskTest[] = []
  const read = callReader()
  const steps = NEAR_MISSES[one.id]?.steps ?? 0
  for (const code of nearMissesOf(one)) {
    const program = loadProgram(code, steps)
    if (program === undefined) continue
    const fails = (test: TaskTest): boolean => !isRight(program, read(test))
    if (hidden.some(fails) || added.some(fails)) continue
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const test = draw(random)
      if (test === undefined || !fails(test)) continue
      added.push(test)
      break
    }
  }
  return added
}
