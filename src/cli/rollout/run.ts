import type { ProgressSink } from '../progress.ts'
import { startProgress } from '../progress.ts'
import { playOne, type RolloutRun } from './play-one.ts'
import type { RolloutFailure, RolloutRecord } from './summary.ts'

export interface RolloutResults {
  /** In order of their tasks. */
  readonly records: readonly RolloutRecord[]
  readonly failures: readonly RolloutFailure[]
}

/**
 * Plays the tasks of these indices, so many at a time. The first error that ends the run ends it
 * after the rollouts under way.
 */
export async function runRollouts(
  run: RolloutRun,
  indices: readonly number[],
  concurrency: number,
  sink?: ProgressSink,
): Promise<RolloutResults> {
  const options = { label: 'rollouts', total: indices.length }
  const progress = startProgress(sink === undefined ? options : { ...options, sink })
  const records = new Map<number, RolloutRecord>()
  const failures: RolloutFailure[] = []
  let next = 0
  let done = 0
  async function worker(): Promise<void> {
    while (next < indices.length) {
      const at = next++
      const outcome = await playOne(run, indices[at] as number).catch((error: unknown) => {
        next = indices.length
        throw error
      })
      if (outcome.kind === 'played') records.set(at, outcome.record)
      else failures.push(outcome.failure)
      progress.update(++done)
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, indices.length) }, worker)
  const ended = await Promise.allSettled(workers)
  progress.end()
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  const ordered = [...records].sort(([left], [right]) => left - right)
  return { records: ordered.map(([, record]) => record), failures }
}
