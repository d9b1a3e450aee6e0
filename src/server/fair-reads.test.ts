// Guards that a long search of the store delays other callers by at most one read.
import { expect, it } from 'vitest'
import { FairReads } from './fair-reads.ts'
import { LoopScheduler } from './loop-scheduler.ts'

it('runs one read of each principal at a time, in turn', async () => {
  const reads = new FairReads(new LoopScheduler())
  const begun: string[] = []
  const ends: (() => void)[] = []
  const look = (owner: string): Promise<void> =>
    reads.read(owner, () => {
      begun.push(owner)
      return new Promise((resolve) => ends.push(resolve))
    })
  const flood = Array.from({ length: 8 }, () => look('flood'))
  const ann = look('ann')
  await expect.poll(() => begun).toEqual(['flood', 'ann'])
  const all = Promise.all([...flood, ann])
  const isOver = all.then(() => true)
  for (;;) {
    for (const end of ends.splice(0)) end()
    if (await Promise.race([isOver, new Promise<false>((resolve) => setImmediate(resolve, false))]))
      break
  }
  expect(begun.filter((owner) => owner === 'flood')).toHaveLength(8)
})

it('frees the slot of a read that failed', async () => {
  const reads = new FairReads(new LoopScheduler())
  const failed = new Error('no')
  for (let time = 0; time < 3; time++) {
    await expect(reads.read('ann', () => Promise.reject(failed))).rejects.toBe(failed)
  }
  expect(await reads.read('ann', () => Promise.resolve(1))).toBe(1)
})
