import {
  type ExplainedVerdict,
  explainVerdict,
  type VerdictRequest,
} from '../sim/math/explain-verdict.ts'
import { noteBegin, noteDone } from './thread-clock.ts'
import type { ThreadJob } from './thread-pool.ts'

/** Grades one answer in this thread. */
export default function work({ request, clock }: ThreadJob<VerdictRequest>): ExplainedVerdict {
  noteBegin(clock)
  const verdict = explainVerdict(request)
  noteDone(clock)
  return verdict
}
