import { type GradeAsked, type ToldVerdict, tellVerdict } from '../sim/math/told-verdict.ts'
import { noteBegin, noteDone } from './thread-clock.ts'
import type { ThreadJob } from './thread-pool.ts'

/** Grades one answer in this thread. */
export default function work({ request, clock }: ThreadJob<GradeAsked>): ToldVerdict {
  noteBegin(clock)
  const verdict = tellVerdict(request)
  noteDone(clock)
  return verdict
}
