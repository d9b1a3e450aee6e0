import work from '../../src/effects/grade-worker.ts'
import { noteBegin } from '../../src/effects/thread-clock.ts'
import { takeMemory } from './take-memory.ts'

/**
 * A worker of the grader that never answers `stuck`, and allocates 80 MB for `hungry` (if
 * requested, before it starts).
 */
export default function stuckWork(job: Parameters<typeof work>[0]): ReturnType<typeof work> {
  if (job.request.answer === 'stuck') {
    noteBegin(job.clock)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  if (job.request.answer === 'hungry at once') takeMemory()
  if (job.request.answer === 'hungry') {
    noteBegin(job.clock)
    takeMemory()
  }
  return work(job)
}
