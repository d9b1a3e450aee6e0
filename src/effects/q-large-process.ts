import { writeFileSync } from 'node:fs'
import type { QRequest } from '../sim/q-problems/judge/request.ts'
import { createQThreads } from './q-threads.ts'

/**
 * The process of one large q program. It answers one request and exits, which returns all of its
 * memory to the system.
 */

/** Makes the kernel kill this process, and not the server, if the container has no memory left. */
function preferOutOfMemoryKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has this file.
  }
}

preferOutOfMemoryKill()
const threads = createQThreads({ threads: 1 })
process.once('disconnect', () => process.exit(1))
process.once('message', async (request: QRequest) => {
  const ended = await threads.run(request, new AbortController().signal)
  process.send?.(ended, () => process.exit(0))
})
process.send?.('ready')
