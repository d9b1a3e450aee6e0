// Guards what blind play is said to earn: the best constant plan, as the settings let it be one.
import { describe, expect, it } from 'vitest'
import { WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import { patienceOf } from '../../sim/phone/dialogue/reply.ts'
import { floorOfPhoneCall } from './floor.ts'

const shareWith = (settings: Parameters<typeof floorOfPhoneCall>[2]): number => {
  const floor = floorOfPhoneCall(TASKS, WORLD, settings)
  return TASKS.filter((task) => floor.wins(task)).length / TASKS.length
}

describe('the floor', () => {
  it('is one form, and one list of questions where the customer has more patience', () => {
    const form = shareWith({ customer: 'form', page: 'off' })
    expect(form).toBeGreaterThan(0)
    expect(TASKS.every((task) => patienceOf(task) > task.customer.patience)).toBe(true)
    expect(shareWith({ customer: 'dialogue', page: 'off' })).toBeGreaterThanOrEqual(form)
  })

  it('is nothing under the rules of a house', () => {
    expect(shareWith({ customer: 'dialogue', page: 'on' })).toBe(0)
    expect(shareWith({ customer: 'form', page: 'on' })).toBe(0)
  })
})
