// Guards that the adversaries find the holes that were closed, when they are opened again.
import { expect, it } from 'vitest'
import { findingsIn, kindOfFinding } from './findings.ts'
import { MUTANTS, type Mutant } from './mutants.ts'

const BUDGET = { episodesMax: 1_000, seed: 1 }
const FOUND_MIN = 0.9

/** What is found without the hole: nothing of it counts. */
const soundFindings = new Map<string, ReadonlySet<string>>()

function isFound({ arena, sound, tasks }: Mutant): boolean {
  const key = `${sound.environment.id} ${tasks.level} ${tasks.tuning[0]?.id}`
  const known = new Set(soundFindings.get(key))
  if (!soundFindings.has(key)) {
    soundFindings.set(key, known)
    for (const finding of findingsIn(sound, tasks, BUDGET)) known.add(kindOfFinding(finding))
  }
  for (const finding of findingsIn(arena, tasks, BUDGET)) {
    if (!known.has(kindOfFinding(finding))) return true
  }
  return false
}

it('finds at least nine in ten within its budget', { timeout: 240_000 }, () => {
  const missed = MUTANTS.filter((one) => !isFound(one)).map(({ name }) => name)
  expect(1 - missed.length / MUTANTS.length, missed.join(', ')).toBeGreaterThanOrEqual(FOUND_MIN)
})
