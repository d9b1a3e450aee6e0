// Guards that what workers may take together is never more than their share.
import { expect, it } from 'vitest'
import { GRADER_HEAP_MEGABYTES, sharedOut } from './worker-memory.ts'

const MEGABYTE = 2 ** 20

it.each([512, 1_024, 2_048, 16_384, 524_288])('%i MB are not given out twice', (megabytes) => {
  const bytes = megabytes * MEGABYTE
  const { qThreadsMax, processBytes, qProcessesMax, sideBytes, ...rest } = sharedOut(bytes)
  const threads = qThreadsMax * 72 * MEGABYTE
  expect(threads + processBytes + sideBytes).toBeLessThanOrEqual(bytes)
  const heaps = 2 * (GRADER_HEAP_MEGABYTES + rest.playerHeapMegabytes)
  expect(sideBytes).toBeGreaterThan(heaps * MEGABYTE)
  expect(qProcessesMax).toBeGreaterThanOrEqual(1)
})

it('gives a container of 2 GB room for a q program that uses all it may', () => {
  const { qThreadsMax, processBytes, qProcessesMax } = sharedOut(1_024 * MEGABYTE)
  expect([qThreadsMax, qProcessesMax]).toEqual([4, 1])
  expect(processBytes / MEGABYTE).toBeGreaterThan(512)
})
