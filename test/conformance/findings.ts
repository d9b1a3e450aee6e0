import type { Arena } from '../../src/env/conformance/arena.ts'
import { exploitabilityOf, type LevelTasks } from '../../src/env/conformance/exploitability.ts'
import { shortcutsAt } from '../../src/env/conformance/shortcuts.ts'
import { referenceIn } from '../../src/policies/reference.ts'

export interface Budget {
  readonly episodesMax: number
  readonly seed: number
}

/** Everything that the adversaries object to at one level, what is found sooner first. */
export function* findingsIn(arena: Arena, tasks: LevelTasks, budget: Budget): Generator<string> {
  yield* shortcutsAt(arena, tasks.level, tasks.tuning).failures
  const search = { arena, tasks, ...budget, reference: referenceIn(arena) }
  yield* exploitabilityOf(search).failures
}

/** What a finding is about, whatever the numbers and the plan. */
export const kindOfFinding = (finding: string): string =>
  finding.replace(/, by: .*/, '').replace(/\d+/g, '0')
