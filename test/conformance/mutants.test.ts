// Guards that the adversaries find the holes that were closed, when they are opened again.
import { expect, it } from 'vitest'
import { findingsIn } from './findings.ts'
import { MUTANTS, type Mutant } from './mutants.ts'

const FOUND_MIN = 0.9

/** Whether something is found that the hole explains. */
function isFound({ arena, tasks, shows }: Mutant): boolean {
  for (const finding of findingsIn(arena, tasks)) if (shows.test(finding)) return true
  return false
}

it('finds at least nine in ten with what the tests play', () => {
  const missed = MUTANTS.filter((one) => !isFound(one)).map(({ name }) => name)
  expect(1 - missed.length / MUTANTS.length, missed.join(', ')).toBeGreaterThanOrEqual(FOUND_MIN)
})
