import { noteBegin } from '../../src/effects/thread-clock.ts'
import work from '../../src/server/players/player-worker.ts'

/** A worker of players in which the player `stuck` never comes to an end. */
export default function stuckWork(job: Parameters<typeof work>[0]): ReturnType<typeof work> {
  if (job.request.player === 'stuck') {
    noteBegin(job.clock)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return work(job)
}
