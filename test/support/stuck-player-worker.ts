import { noteBegin } from '../../src/effects/thread-clock.ts'
import work from '../../src/server/players/player-worker.ts'
import { takeMemory } from './take-memory.ts'

/**
 * A worker of players in which `stuck` never ends, and `hungry` allocates 80 MB (if requested,
 * before it starts).
 */
export default function stuckWork(job: Parameters<typeof work>[0]): ReturnType<typeof work> {
  if (job.request.player === 'stuck') {
    noteBegin(job.clock)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  if (job.request.player === 'hungry at once') takeMemory()
  if (job.request.player === 'hungry') {
    noteBegin(job.clock)
    takeMemory()
  }
  return work(job)
}
