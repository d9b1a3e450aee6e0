import type { RandomStream } from '../../random.ts'
import { type Candidate, type Draft, expression, type Facts } from './draft.ts'
import { steps } from './wording.ts'

/** A whole number from -size to size, not 0. */
export const nonZero = (random: RandomStream, size: number): number =>
  random.integer(1, size) * (random.chance(0.5) ? -1 : 1)

/** A problem whose answers, right and wrong, are integers. */
interface WholeParts {
  readonly question: string
  readonly facts: Facts
  readonly value: number
  readonly lines: readonly string[]
  /** Wrong values that are not integers are dropped. */
  readonly mistakes: readonly (readonly [number, string])[]
}

/** The draft of a problem with a whole answer. */
export function wholeProblem({ question, facts, value, lines, mistakes }: WholeParts): Draft {
  const gold = String(value)
  return expression({
    question,
    gold,
    facts,
    solution: () => steps(lines, gold),
    mistakes: () =>
      mistakes
        .filter(([wrong]) => Number.isSafeInteger(wrong))
        .map(([wrong, mistake]): Candidate => [String(wrong), mistake]),
  })
}
