import { endProcess } from './process.ts'
import { lastStart, type RunRecord, writeRecord } from './record.ts'
import { openJobs, type RunState, readRunState } from './state.ts'

/** Time that a process has to end before it is killed, in milliseconds. */
const STOP_TIMEOUT_MS = 30_000

/**
 * Ends a run: TERM to all of its processes, then KILL after the time limit. For Ray, its own stop
 * does the same. Returns the state afterwards.
 *
 * @throws RayError if its cluster does not answer
 */
export async function stopRun(
  folder: string,
  record: RunRecord,
  timeoutMs: number = STOP_TIMEOUT_MS,
): Promise<RunState> {
  const state = await readRunState(folder, record)
  if (state.status !== 'running') return state
  const start = { ...lastStart(record), stop_asked: true }
  const markedRecord = { ...record, starts: [...record.starts.slice(0, -1), start] }
  writeRecord(folder, markedRecord)
  if (start.process !== undefined) await endProcess(start.process, timeoutMs)
  if (start.ray !== undefined) {
    const jobs = openJobs(start.ray)
    await jobs.stop(start.ray.job)
    const endMs = Date.now() + timeoutMs
    while ((await readRunState(folder, markedRecord)).status === 'running' && Date.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  return readRunState(folder, markedRecord)
}
