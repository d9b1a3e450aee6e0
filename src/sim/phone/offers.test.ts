// Guards that a first task looks at few companies: what all of them offer is found out bit by bit.
import { expect, it } from 'vitest'
import { generateWorld } from './companies.ts'
import { LEVELS } from './plans.ts'
import { generateTask } from './tasks.ts'

const WORLD = generateWorld(7, 100)

/** The world, and which of its companies something was read of beyond their industry and half. */
function observed() {
  const read = new Set<string>()
  const companies = WORLD.companies.map((company) => ({
    ...company,
    get departments() {
      read.add(company.id)
      return company.departments
    },
  }))
  return { world: { ...WORLD, companies }, read }
}

it.each(LEVELS)('looks at less than half of the companies of its half, at level %i', (level) => {
  const { world, read } = observed()
  const task = generateTask(world, 'stream', 0, level)
  expect(read.size).toBeLessThan(100 / 4)
  expect(task).toEqual(generateTask(WORLD, 'stream', 0, level))
})

it('makes the same tasks in any order', () => {
  const make = (world: typeof WORLD, index: number) => generateTask(world, 'stream', index, 3)
  const indices = Array.from({ length: 40 }, (_, index) => index)
  const [one, other] = [observed().world, observed().world]
  const forward = indices.map((index) => make(one, index))
  const backward = indices.toReversed().map((index) => make(other, index))
  expect(backward.toReversed()).toEqual(forward)
})
