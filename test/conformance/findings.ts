import type { Arena } from '../../src/env/conformance/arena.ts'
import { type LevelTasks, measureExploitability } from '../../src/env/conformance/exploitability.ts'
import { referenceIn } from '../../src/env/conformance/reference.ts'
import { shortcutsAt } from '../../src/env/conformance/shortcuts.ts'

/**
 * What the tests play at each level: few tasks, and as many episodes as the search needs for its
 * first plans. That suffices to find every hole of `mutants.ts`; `backchannel conformance` plays
 * many times as much, and bounds what it finds.
 */
export const QUICK = { tuning: 10, fresh: 80, episodesMax: 100, seed: 1 } as const

/** Far above what few fresh tasks can feign. */
const CLEARLY = 0.05

/** Everything that the adversaries clearly object to at one level, what is found sooner first. */
export function* findingsIn(arena: Arena, tasks: LevelTasks): Generator<string> {
  yield* shortcutsAt(arena, tasks.level, tasks.tuning).failures
  const { episodesMax, seed } = QUICK
  const search = { arena, tasks, episodesMax, seed, reference: referenceIn(arena) }
  const { exploitability, failures } = measureExploitability(search)
  if (exploitability > CLEARLY) yield* failures
}
