// Guards, in a few seconds, that blind play and spared work win nothing in any world or level.
import { expect, it } from 'vitest'
import { type AnyTask, createArena } from '../../src/env/conformance/arena.ts'
import {
  EXPLOITABILITY_MAX,
  measureExploitability,
} from '../../src/env/conformance/exploitability.ts'
import { splitByLevel } from '../../src/env/conformance/level-tasks.ts'
import { referenceIn } from '../../src/env/conformance/reference.ts'
import { shortcutsAt } from '../../src/env/conformance/shortcuts.ts'
import { mock } from '../../src/env/mock/index.ts'
import { MOCK_WORLD } from '../../src/env/mock/task.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import { QUICK } from './findings.ts'

const PHONE_WORLD = generateWorld(5, 60) as unknown as JsonObject
const worldOf = (id: string): JsonObject => {
  if (id.startsWith('phone-call-')) return PHONE_WORLD
  return id === mock.id ? MOCK_WORLD : { format: 1, seed: 4 }
}
/** Of how many levels the tasks are; five if it is not said. */
const LEVELS: Readonly<Record<string, number>> = { 'mock-v1': 1, 'q-code-v1': 6 }

const arenas = ENVIRONMENTS.map((environment) => {
  const world = worldOf(environment.id)
  function* endless(): Generator<AnyTask> {
    for (let index = 0; ; index++) yield environment.data.stream?.(world, index) as AnyTask
  }
  return [environment.id, createArena(environment, world), endless] as const
})

it.each(arenas)('%s pays for the work alone, at every level', (...given) => {
  const [id, arena, endless] = given
  const levels = splitByLevel(endless(), QUICK)
  expect(levels).toHaveLength(LEVELS[id] ?? 5)
  for (const tasks of levels) {
    const search = { arena, tasks, episodesMax: QUICK.episodesMax, seed: QUICK.seed }
    const found = measureExploitability({ ...search, reference: referenceIn(arena) })
    expect(found.exploitability, found.plan).toBeLessThanOrEqual(EXPLOITABILITY_MAX)
    expect(found.floor.success).toBeLessThanOrEqual(found.reference?.success ?? 0)
    expect(shortcutsAt(arena, tasks.level, tasks.tuning).failures).toEqual([])
  }
})
