// Guards that calls which are under way together never sample more tokens than their budget.
import { expect, it } from 'vitest'
import { TokenBudget } from './token-budget.ts'

const { signal } = new AbortController()

/** Whether a promise is settled once all work at hand is done. */
async function isSettled(promise: Promise<unknown> | unknown): Promise<boolean> {
  let isDone = false
  void Promise.resolve(promise).then(
    () => (isDone = true),
    () => (isDone = true),
  )
  await new Promise(setImmediate)
  return isDone
}

it('grants what is wanted, and the rest of the budget to the last call alone', async () => {
  const budget = new TokenBudget()
  expect(budget.reserve(40, 100, signal)).toBe(40)
  expect(budget.reserve(40, 100, signal)).toBe(40)
  const third = budget.reserve(40, 100, signal)
  expect(await isSettled(third)).toBe(false)
  budget.spend(40)
  budget.settle(40)
  expect(await isSettled(third)).toBe(false)
  budget.spend(30)
  budget.settle(40)
  expect(await third).toBe(30)
  budget.spend(30)
  budget.settle(30)
  expect(budget.reserve(40, 100, signal)).toBe(0)
})

it('permits a call when an earlier one sampled less than it reserved', async () => {
  const budget = new TokenBudget()
  budget.reserve(80, 100, signal)
  const second = budget.reserve(80, 100, signal)
  budget.spend(5)
  budget.settle(80)
  expect(await second).toBe(80)
})

it('keeps the order of waiting calls, and drops one whose agent disconnected', async () => {
  const budget = new TokenBudget()
  budget.reserve(90, 100, signal)
  const controller = new AbortController()
  const large = budget.reserve(90, 100, controller.signal)
  const small = budget.reserve(10, 100, signal)
  expect(await isSettled(small)).toBe(false)
  controller.abort(new Error('gone'))
  await expect(large).rejects.toThrow('gone')
  expect(await small).toBe(10)
})
