import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { QStart } from '../q.ts'

/** Units of depth, eight times those for the stack of the main thread. */
export const DEEP = 40_000
/** Twice what programs need that go so deep. */
const STACK_MEGABYTES = 32

/** The loader of sources does not see the first file of a thread: only what is built has one. */
export const hasDeepThread = import.meta.url.endsWith('.js')

/** Runs the command in a thread with a large stack, to which the input goes; its exit code. */
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
