// Guards that conformance finds holes that the author of the search did not write, and no others.
import { expect, it } from 'vitest'
import { measureExploitability } from '../../src/env/conformance/exploitability.ts'
import { referenceIn } from '../../src/env/conformance/reference.ts'
import { shortcutsAt } from '../../src/env/conformance/shortcuts.ts'
import { HOLES, patched, playedIn, type Sizes, WORLDS } from './small-worlds/load.ts'

const FOUND_MIN = 0.9
/** The default of `--search-episodes`. */
const EPISODES = 20_000

/** Whatever conformance objects to, level by level; who needs one finding stops at the first. */
function* findingsIn(source: string, sizes: Sizes): Generator<string> {
  const { arena, levels } = playedIn(source, sizes)
  for (const tasks of levels) {
    yield* shortcutsAt(arena, tasks.level, tasks.tuning).failures
    const search = { arena, tasks, episodesMax: EPISODES, seed: 1, reference: referenceIn(arena) }
    yield* measureExploitability(search).failures
  }
}

it.each([...WORLDS])('objects to nothing in %s', (_, source) => {
  expect([...findingsIn(source, { tuning: 400, fresh: 2_000 })]).toEqual([])
})

const missed: string[] = []
it.each(HOLES)('looks for $world/$name with the default budget', (hole) => {
  const [found] = findingsIn(patched(hole), { tuning: 100, fresh: 300 })
  if (found === undefined) missed.push(`${hole.world}/${hole.name}`)
})

it('finds at least nine in ten of the holes', () => {
  expect(HOLES.length).toBeGreaterThanOrEqual(30)
  expect(1 - missed.length / HOLES.length, missed.join(', ')).toBeGreaterThanOrEqual(FOUND_MIN)
})
