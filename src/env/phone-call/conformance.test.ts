// Guards that the phone world keeps every promise of the environment contract.
import { expect, it } from 'vitest'
import { WORLD } from '../../../test/phone-call/driver.ts'
import type { JsonObject } from '../../sim/json.ts'
import { generateSplit } from '../../sim/phone/tasks.ts'
import { checkConformance } from '../conformance/contract.ts'
import type { BaseTask } from '../task-data.ts'
import { phoneCallEnvironment } from './index.ts'

it('keeps the contract on tasks of every level', () => {
  const checks = checkConformance({
    environment: phoneCallEnvironment,
    world: WORLD as unknown as JsonObject,
    tasks: generateSplit(WORLD, 'test', 20) as unknown as readonly (BaseTask & JsonObject)[],
    seed: 11,
  })
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([])
})
