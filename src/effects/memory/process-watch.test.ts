// Guards that processes which take too much together lose their largest, and no other.
import { expect, it, vi } from 'vitest'
import { ProcessWatch } from './process-watch.ts'

/** Processes of given sizes; those that are stopped take nothing any more. */
function watched(bytesMax: number, sizes: readonly number[]) {
  const bytes = new Map(sizes.map((size, pid) => [pid, size]))
  const watch = new ProcessWatch(bytesMax, (pid) => bytes.get(pid) ?? 0)
  const stopped: number[] = []
  const stop = (pid: number): void => {
    stopped.push(pid)
    bytes.set(pid, 0)
  }
  const leave = sizes.map((_, pid) => watch.add({ pid, stop: () => stop(pid) }))
  return { watch, stopped, bytes, leave }
}

it('stops nobody as long as all fit together', () => {
  const { watch, stopped } = watched(100, [40, 60])
  watch.check()
  expect([stopped, watch.stopped, watch.bytes]).toEqual([[], 0, 100])
})

it('stops the largest first, and the next one only if that was not enough', () => {
  const { watch, stopped } = watched(100, [40, 80, 90])
  watch.check()
  expect(stopped).toEqual([2])
  watch.check()
  expect(stopped).toEqual([2, 1])
  watch.check()
  expect([stopped, watch.stopped, watch.bytes]).toEqual([[2, 1], 2, 40])
})

it('stops and counts a process once, however long it takes to end', () => {
  const bytes = new Map([10, 90].map((size, pid) => [pid, size]))
  const watch = new ProcessWatch(50, (pid) => bytes.get(pid) ?? 0)
  const stopped: number[] = []
  const leave = [0, 1].map((pid) => watch.add({ pid, stop: () => void stopped.push(pid) }))
  for (let looks = 0; looks < 5; looks++) watch.check()
  expect([stopped, watch.stopped, watch.bytes]).toEqual([[1], 1, 100])
  // The rest is too much by itself, and nobody waits with it for the one that ends.
  bytes.set(0, 51)
  watch.check()
  expect([stopped, watch.stopped]).toEqual([[1, 0], 2])
  // A process that begins again with the same number is another one.
  leave[1]?.()
  watch.add({ pid: 1, stop: () => void stopped.push(1) })
  watch.check()
  expect([stopped, watch.stopped]).toEqual([[1, 0, 1], 3])
})

it('looks by itself while there are processes, and at none that has left', async () => {
  const { stopped, bytes, leave } = watched(100, [10, 20])
  leave[1]?.()
  bytes.set(1, 1_000)
  bytes.set(0, 101)
  await vi.waitFor(() => expect(stopped).toEqual([0]))
})
