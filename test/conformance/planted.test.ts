// Guards that conformance finds holes that authors leave, and objects to no sound world.
import { expect, it } from 'vitest'
import { type AnyTask, createArena } from '../../src/env/conformance/arena.ts'
import { measureExploitability } from '../../src/env/conformance/exploitability.ts'
import { splitByLevel } from '../../src/env/conformance/level-tasks.ts'
import { shortcutsAt } from '../../src/env/conformance/shortcuts.ts'
import { type Flaws, guessWorld } from './guess-world.ts'
import { PLANTED } from './planted.ts'

const FOUND_MIN = 0.9
/** The default of `--search-episodes`. */
const EPISODES = 20_000

function findingsIn(flaws: Flaws): readonly string[] {
  const environment = guessWorld(flaws)
  function* endless(): Generator<AnyTask> {
    for (let index = 0; ; index++) yield environment.data.stream?.({}, index) as AnyTask
  }
  // The modules of a world from outside are at hand; here it is what the hole is written with.
  const arena = createArena(
    environment,
    {},
    { source: Object.values(flaws).map(String).join('\n') },
  )
  return splitByLevel(endless(), { tuning: 100, fresh: 300 }).flatMap((tasks) => [
    ...shortcutsAt(arena, tasks.level, tasks.tuning).failures,
    ...measureExploitability({ arena, tasks, episodesMax: EPISODES, seed: 1, reference: undefined })
      .failures,
  ])
}

it('objects to nothing in the sound world', () => {
  expect(findingsIn({})).toEqual([])
})

const names = Object.keys(PLANTED)
const missed: string[] = []
it.each(names)('looks with the default budget where %s', (name) => {
  if (findingsIn(PLANTED[name] as Flaws).length === 0) missed.push(name)
})

it('finds at least nine in ten of the planted holes', () => {
  expect(names.length).toBeGreaterThanOrEqual(20)
  expect(1 - missed.length / names.length, missed.join('; ')).toBeGreaterThanOrEqual(FOUND_MIN)
})
