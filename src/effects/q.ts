import { z } from 'zod'
import { FILE_CHARACTERS_MAX, FILE_PATH, FILES_MAX } from '../sim/q-problems/judge/files.ts'
import type {
  GradeAnswer,
  GradeRequest,
  QRequest,
  RunAnswer,
} from '../sim/q-problems/judge/request.ts'
import type { EffectAnswer } from '../tools/effect.ts'
import { complaints, failedAnswer, type Performer } from './performer.ts'
import { createQPool, type QPool, type QPoolOptions } from './q-pool.ts'

const CODE_CHARACTERS_MAX = 64_000
const EXPRESSION_CHARACTERS_MAX = 100_000
const TESTS_MAX = 100

const limits = z.strictObject({
  fuel: z.int().min(1).max(1_000_000_000),
  items: z.int().min(1).max(50_000_000),
  megabytes: z.int().min(1).max(16_384),
  depth: z.int().min(1).max(10_000),
  output: z.int().min(0).max(100_000),
  milliseconds: z.int().min(1).max(60_000),
})

const code = z.string().max(CODE_CHARACTERS_MAX)
const expression = z.string().max(EXPRESSION_CHARACTERS_MAX)

const test = z.strictObject({
  arguments: z.array(expression).max(8),
  expected: expression.nullable(),
  console: expression.nullable(),
})

const files = z
  .record(z.string().regex(FILE_PATH), z.string().max(FILE_CHARACTERS_MAX))
  .refine(
    (textByPath) => Object.keys(textByPath).length <= FILES_MAX,
    `more than ${FILES_MAX} files`,
  )
  .optional()

/** What an environment may ask for: code, tests and limits, nothing that says where it runs. */
const requestSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('run'), code, files, limits }),
  z.strictObject({
    op: z.literal('grade'),
    code,
    files,
    entry: z.string().max(100),
    comparison: z.enum(['value', 'console']),
    tests: z.array(test).max(TESTS_MAX),
    limits,
  }),
])

/** Reads a request of kind `q`, or says in words what is wrong with it. */
export function readQRequest(input: unknown): QRequest | string {
  const checked = requestSchema.safeParse(input)
  return checked.success ? checked.data : `q: ${complaints(checked.error)}.`
}

/** A performer of q code, and the way to end its threads. */
export interface QPerformer extends Performer {
  close(): Promise<void>
}

const NO_MEMORY =
  'The server has not enough memory for the program now; its setting is workers_memory_share.'

/** Longest time for one request, waiting for a thread included. */
const DEADLINE_MS = 120_000

/**
 * The performer of kind `q`: runs or grades code in threads of their own, with the interpreter that
 * is part of the program. A program that runs away is an answer like any other.
 */
export function qPerformer(options: QPoolOptions = {}): QPerformer {
  const pool: QPool = createQPool(options)
  return {
    kind: 'q',
    deadlineMs: DEADLINE_MS,
    // The pool shares out its threads, so that the clock of a program starts with its work.
    concurrency: Number.POSITIVE_INFINITY,
    close: () => pool.close(),
    async perform({ input }, signal, owner) {
      const request = readQRequest(input)
      if (typeof request === 'string') return failedAnswer('refused', request)
      const ended = await pool.run(request, signal, owner)
      if (ended.status === 'full') {
        return failedAnswer('unavailable', 'Too many programs wait to be run; try again later.')
      }
      if (ended.status === 'not begun') {
        return failedAnswer('unavailable', 'No thread began the program in time; try again later.')
      }
      if (ended.status === 'no memory') return failedAnswer('unavailable', NO_MEMORY)
      const answer = ended.status === 'done' ? ended.answer : killedAnswer(request)
      return answered(answer)
    },
  }
}

/** An answer as effects have it. */
export const answered = (answer: RunAnswer | GradeAnswer): EffectAnswer => ({
  status: 'answered',
  output: answer as unknown as Extract<EffectAnswer, { status: 'answered' }>['output'],
})

const KILLED = 'killed'

/** What is told of a program whose thread or process had to be ended: no test of it passes. */
function killedAnswer(request: QRequest): RunAnswer | GradeAnswer {
  if (request.op === 'run') {
    return { output: '', error: KILLED, error_text: 'The program was stopped: it took too much.' }
  }
  return failedGrade(request, KILLED)
}

/** A grading in which every test ended in this error. */
const failedGrade = ({ tests }: GradeRequest, error: string): GradeAnswer => ({
  load_error: null,
  tests: tests.map(() => ({ passed: false, shown: '', wanted: '', error })),
})
