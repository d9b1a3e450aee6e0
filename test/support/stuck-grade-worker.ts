import work from '../../src/effects/grade-worker.ts'
import { noteBegin } from '../../src/effects/thread-clock.ts'

/** A worker of the grader that never comes back from the answer `stuck`. */
export default function stuckWork(job: Parameters<typeof work>[0]): ReturnType<typeof work> {
  if (job.request.answer === 'stuck') {
    noteBegin(job.clock)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return work(job)
}
