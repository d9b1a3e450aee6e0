import type { Arena } from '../../src/env/conformance/arena.ts'
import { exploitabilityOf, type LevelTasks } from '../../src/env/conformance/exploitability.ts'
import { referenceIn } from '../../src/env/conformance/reference.ts'
import { shortcutsAt } from '../../src/env/conformance/shortcuts.ts'

export interface Budget {
  readonly episodesMax: number
  readonly seed: number
}

/** Far above what few fresh tasks can feign. */
const CLEARLY = 0.05

/** Everything that the adversaries clearly object to at one level, what is found sooner first. */
export function* findingsIn(arena: Arena, tasks: LevelTasks, budget: Budget): Generator<string> {
  yield* shortcutsAt(arena, tasks.level, tasks.tuning).failures
  const search = { arena, tasks, ...budget, reference: referenceIn(arena) }
  const { exploitability, failures } = exploitabilityOf(search)
  if (exploitability > CLEARLY) yield* failures
}
