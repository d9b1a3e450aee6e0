import { threadId } from 'node:worker_threads'
import { judge } from '../sim/q-problems/judge/judge.ts'
import type { GradeAnswer, QRequest, RunAnswer } from '../sim/q-problems/judge/request.ts'

/** Memory of arrays, outside the heap, at which a program is told to stop. */
const ARRAY_BYTES_MAX = 768 * 1024 * 1024

/** One request of the pool. */
export interface QJob {
  readonly request: QRequest
}

/** What a worker answers. */
export interface QJobAnswer {
  readonly answer: RunAnswer | GradeAnswer
  /** Which thread it was, for tests. */
  readonly thread: number
}

/** Judges one request in this thread; told to stop when its time or memory is used up. */
export default function work({ request }: QJob): QJobAnswer {
  const endMs = performance.now() + request.limits.milliseconds
  const interrupt = (): boolean =>
    performance.now() > endMs || process.memoryUsage().arrayBuffers > ARRAY_BYTES_MAX
  return { answer: judge(request, interrupt), thread: threadId }
}
