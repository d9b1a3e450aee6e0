import type { Problem } from '../../src/sim/q-problems/problem.ts'
import { type Mutant, programMutant } from './mutants.ts'
import { LEFT_OUT_RULES } from './tables/left-out-rules.ts'

/** The solution with one rule of the statement left out or read wrongly. */
export function withoutRules({ id, solution }: Pick<Problem, 'id' | 'solution'>): Mutant[] {
  return (LEFT_OUT_RULES[id] ?? []).map(([rule, part, instead]) => {
    if (!solution.includes(part)) throw new Error(`${id}, ${rule}: the solution has no ${part}`)
    return programMutant(
      solution,
      solution.replace(part, () => instead),
      rule,
    )
  })
}
