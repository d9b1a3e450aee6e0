import {
  type ExplainedVerdict,
  explainVerdict,
  type GradeRequest,
} from '../sim/math/explain-verdict.ts'
import { noteBegin, noteDone } from './thread-clock.ts'
import type { ThreadJob } from './thread-pool.ts'

/** Grades one answer in this thread. */
export default function work({ request, clock }: ThreadJob<GradeRequest>): ExplainedVerdict {
  noteBegin(clock)
  const verdict = explainVerdict(request)
  noteDone(clock)
  return verdict
}
