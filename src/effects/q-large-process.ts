import { writeFileSync } from 'node:fs'
import type { QRequest } from '../sim/q-problems/judge/request.ts'
import { createQThreads } from './q-threads.ts'

/**
 * The process of one large q program: it is given the request, answers, and ends, so that the
 * system has all of its memory back.
 */

/** Where the memory of a container ends, this process is ended before the server is. */
function beFirstToEnd(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Outside Linux nobody asks.
  }
}

beFirstToEnd()
const threads = createQThreads({ threads: 1 })
process.once('disconnect', () => process.exit(1))
process.once('message', async (request: QRequest) => {
  const ended = await threads.run(request, new AbortController().signal)
  process.send?.(ended, () => process.exit(0))
})
process.send?.('ready')
