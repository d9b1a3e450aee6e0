import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { QStart } from '../q.ts'

/** Call depth, eight times that of the main thread's stack. */
export const DEEP = 40_000
/** Twice what programs of that depth need. */
const STACK_MEGABYTES = 32

/** Only the build has this thread: the source loader does not apply to a thread's first file. */
export const hasDeepThread = import.meta.url.endsWith('.js')

/**
 * Runs the command in a thread with a large stack and forwards the input. Returns the exit code.
 */
export async function inDeepThread(start: QStart): Promise<number> {
  const thread = new Worker(new URL('./deep-run.js', import.meta.url), {
    stdin: true,
    workerData: start,
    resourceLimits: { stackSizeMb: STACK_MEGABYTES },
  })
  if (thread.stdin !== null) process.stdin.pipe(thread.stdin)
  const [code] = (await once(thread, 'exit')) as [number]
  process.stdin.destroy()
  return code
}
