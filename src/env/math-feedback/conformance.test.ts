// Guards that the mathematics world satisfies the environment contract.
import { expect, it } from 'vitest'
import { WORLD } from '../../../test/math-feedback/driver.ts'
import { TASKS } from '../../../test/math-feedback/tasks.ts'
import { checkConformance } from '../conformance/contract.ts'
import type { BaseTask } from '../task-data.ts'
import { mathFeedbackEnvironment } from './index.ts'

it.each([3, 11, 29])('keeps the contract on every kind of problem, seed %i', (seed) => {
  const checks = checkConformance({
    environment: mathFeedbackEnvironment,
    world: WORLD,
    tasks: TASKS as unknown as readonly (BaseTask & typeof WORLD)[],
    seed,
  })
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([])
})
