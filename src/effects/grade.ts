import { z } from 'zod'
import type { ExplainedVerdict, VerdictRequest } from '../sim/math/explain-verdict.ts'
import { ANSWER_KINDS } from '../sim/math/problem.ts'
import type { EffectAnswer } from '../tools/effect.ts'
import {
  GRADER_HEAP_MEGABYTES,
  SIDE_THREADS,
  SIDE_YOUNG_MEGABYTES,
} from './memory/worker-memory.ts'
import { complaints, failedAnswer, type Performer } from './performer.ts'
import { createThreadPool, type ThreadAnswer } from './thread-pool.ts'
import { workerModule } from './worker-module.ts'

/** A performer of gradings, and the way to end its threads. */
interface GradePerformer extends Performer {
  close(): Promise<void>
}

interface GradeOptions {
  /** Whether several owners share the threads. */
  readonly isShared?: boolean
  /** Time limit for one grading in its thread. Default 10,000. */
  readonly limitMs?: number
  /** The module that threads run, for tests. */
  readonly worker?: string
}

const requestSchema = z.strictObject({
  gold: z.string(),
  kind: z.enum(ANSWER_KINDS),
  options: z.array(z.string()),
  answer: z.string(),
  question: z.string(),
})

/** Longest time for one grading, waiting for a thread included. */
const DEADLINE_MS = 120_000
/** The hardest answers take some tenths of a second on an idle machine. */
const LIMIT_MS = 10_000

/**
 * The performer of kind `grade`: grades answers in separate threads for outside callers.
 * Environments grade inside their own steps instead.
 */
export function gradePerformer(options: GradeOptions = {}): GradePerformer {
  const { isShared = false, limitMs = LIMIT_MS } = options
  const { worker = workerModule('grade-worker', import.meta.url) } = options
  const pool = createThreadPool<VerdictRequest, ExplainedVerdict>({
    ...{ worker, isShared, threads: SIDE_THREADS },
    heapMegabytes: GRADER_HEAP_MEGABYTES,
    youngMegabytes: SIDE_YOUNG_MEGABYTES,
  })
  return {
    kind: 'grade',
    deadlineMs: DEADLINE_MS,
    // The pool already limits concurrency.
    concurrency: Number.POSITIVE_INFINITY,
    close: () => pool.close(),
    async perform({ input }, signal, owner) {
      const checked = requestSchema.safeParse(input)
      if (!checked.success) return failedAnswer('refused', `grade: ${complaints(checked.error)}.`)
      return toAnswer(await pool.run(checked.data, limitMs, signal, owner), limitMs)
    },
  }
}

function toAnswer(ended: ThreadAnswer<ExplainedVerdict>, limitMs: number): EffectAnswer {
  switch (ended.status) {
    case 'done':
      return { status: 'answered', output: { ...ended.answer, reasons: [...ended.answer.reasons] } }
    case 'killed': {
      const limit = ended.why === 'time' ? `more than ${limitMs} ms` : 'too much memory'
      return failedAnswer('timeout', `The grading was stopped: it took ${limit}.`)
    }
    case 'full':
      return failedAnswer('unavailable', 'Too many answers wait to be graded; try again later.')
    case 'not begun':
      return failedAnswer('unavailable', 'No thread began the grading in time; try again later.')
  }
}
