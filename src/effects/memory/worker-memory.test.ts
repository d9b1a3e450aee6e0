// Guards that what workers may take together is never more than their share.
import { expect, it } from 'vitest'
import { sharedOut } from './worker-memory.ts'

const MEGABYTE = 2 ** 20

it.each([512, 1_024, 2_048, 16_384, 524_288])('%i MB are not given out twice', (megabytes) => {
  const bytes = megabytes * MEGABYTE
  const { qThreadsMax, processBytes, qProcessesMax } = sharedOut(bytes)
  const threads = qThreadsMax * 64 * MEGABYTE
  expect(threads + processBytes + 128 * MEGABYTE).toBeLessThanOrEqual(bytes)
  expect(qProcessesMax).toBeGreaterThanOrEqual(1)
})

it('gives a container of 2 GB room for a q program that uses all it may', () => {
  const { qThreadsMax, processBytes, qProcessesMax } = sharedOut(1_024 * MEGABYTE)
  expect([qThreadsMax, qProcessesMax]).toEqual([5, 1])
  expect(processBytes / MEGABYTE).toBeGreaterThan(512)
})
