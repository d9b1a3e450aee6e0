import { setMaxListeners } from 'node:events'
import { createQPool } from '../../src/effects/q-pool.ts'
import { createSession } from '../../src/sim/q/index.ts'
import { VERB_TABLE } from '../../src/sim/q/verb-table.ts'
import { isDenied } from '../../src/sim/q/verbs/verb.ts'
import { Q_LIMITS, type QLimits, sessionLimits } from '../../src/sim/q-problems/judge/limits.ts'
import { stream } from '../../src/sim/random.ts'
import { type HostileProgram, hostileProgram } from './hostile-programs.ts'
import { computedMs, createMarks, readMarks, thisThread, wallMs } from './thread-time.ts'

/** How long a program continued after its time. */
export interface Lateness {
  readonly program: HostileProgram
  /** By the CPU clock of its thread. */
  readonly computedMs: number
  /** By wall clock, until its answer arrived; in process the same as above. */
  readonly answeredMs: number
  readonly error: string | null
}

/** The programs and how to run them. */
export interface LatenessPlan {
  readonly seed: number
  readonly programs: number
  /** The maximum of a program's random time limit. */
  readonly limitMs: number
}

/** Steps are unlimited: only time or memory ends a program. */
const ENDLESS: QLimits = { ...Q_LIMITS, fuel: 1_000_000_000 }

/** Every verb of the language that works on values. */
const VERBS = VERB_TABLE.verbs.filter((verb) => !isDenied(verb)).map(({ name }) => name)

const programsOf = ({ seed, programs }: LatenessPlan): HostileProgram[] =>
  Array.from({ length: programs }, (_, number) => hostileProgram(seed, number, VERBS))

/** Runs programs one by one in this thread. */
export function* lateInProcess(plan: LatenessPlan): Generator<Lateness> {
  const thread = thisThread()
  for (const [number, program] of programsOf(plan).entries()) {
    let endMs = Number.POSITIVE_INFINITY
    const limits = sessionLimits(ENDLESS, () => computedMs(thread) > endMs)
    const session = createSession({ limits })
    session.evaluate(program.prelude)
    endMs = computedMs(thread) + stream(plan.seed, number, 'limit').integer(0, plan.limitMs)
    const { error } = session.load(program.code)
    const late = Math.max(0, computedMs(thread) - endMs)
    yield { program, computedMs: late, answeredMs: late, error: error?.name ?? null }
  }
}

/** Runs programs in the pool, like the sandbox. */
export async function* lateInPool(plan: LatenessPlan): AsyncGenerator<Lateness> {
  const { limitMs } = plan
  const worker = new URL('timed-worker.ts', import.meta.url).href
  const pool = createQPool({ threads: 2, worker })
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  try {
    for (const program of programsOf(plan)) {
      const marks = createMarks()
      const code = `${program.prelude}\n${program.code}`
      const limits = { ...ENDLESS, milliseconds: limitMs }
      const request = { op: 'run' as const, code, limits, marks }
      const ended = await pool.run(request, signal)
      const answered = wallMs()
      const { thread, begunMs, computedBeforeMs, computedMs: done } = readMarks(marks)
      const computed = (done > 0 ? done : await lifeOf(thread)) - computedBeforeMs
      yield {
        program,
        computedMs: Math.max(0, computed - limitMs),
        answeredMs: Math.max(0, answered - begunMs - limitMs),
        error: ended.status === 'done' && 'error' in ended.answer ? ended.answer.error : 'killed',
      }
    }
  } finally {
    await pool.close()
  }
}

const PAUSE_MS = 10
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** The CPU time of a thread when it has ended. */
async function lifeOf(thread: number): Promise<number> {
  let last = 0
  for (let now = computedMs(thread); !Number.isNaN(now); now = computedMs(thread)) {
    last = now
    await pause()
  }
  return last
}
