import { availableParallelism } from 'node:os'
import type { QPool } from '../../src/effects/q-pool.ts'
import type { GradeAnswer, GradeRequest } from '../../src/sim/q-problems/judge/request.ts'
import { built } from '../support/built.ts'
import { type Bench, row } from '../support/row.ts'

const TASKS = 200
const TESTS = 3
const IN_FLIGHT = 64

/** Solutions with their tests, in the form in which an episode grades an answer. */
export async function requests(): Promise<readonly GradeRequest[]> {
  const { generateTask } = await built('sim/q-problems/tasks')
  const { Q_LIMITS } = await built('sim/q-problems/judge/limits')
  return Array.from({ length: TASKS }, (_, index) => {
    const task = generateTask({ format: 1, seed: 1 }, 'train', index)
    const hidden = task.tests.filter(({ is_public }) => !is_public).slice(0, TESTS)
    const tests = hidden.map(({ arguments: args, expected, console }) => ({
      arguments: args,
      expected,
      console,
    }))
    const code = task.solution ?? ''
    return { op: 'grade', code, entry: task.entry, comparison: 'value', tests, limits: Q_LIMITS }
  })
}

/** Grades a solution, which must pass. */
export async function grade(pool: QPool, request: GradeRequest): Promise<void> {
  const outcome = await pool.run(request, new AbortController().signal)
  const isRight =
    outcome.status === 'done' && (outcome.answer as GradeAnswer).tests.every(({ passed }) => passed)
  if (!isRight) throw new Error(`a solution does not pass: ${request.code.slice(0, 60)}`)
}

/** Sorted times of the requests in one warm thread; for each, the minimum over the rounds. */
async function oneByOne(
  gradeRequests: readonly GradeRequest[],
  rounds: number,
): Promise<readonly number[]> {
  const { createQPool } = await built('effects/q-pool')
  const pool = createQPool({ threads: 1 })
  const best = gradeRequests.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round <= rounds; round++) {
    for (const [at, request] of gradeRequests.entries()) {
      const startMs = performance.now()
      await grade(pool, request)
      const ms = performance.now() - startMs
      // The first round warms up the thread.
      if (round > 0) best[at] = Math.min(best[at] as number, ms)
    }
  }
  await pool.close()
  return best.sort((x, y) => x - y)
}

/** Gradings per second with many in flight, and the number of busy cores. */
async function atOnce(
  gradeRequests: readonly GradeRequest[],
  rounds: number,
): Promise<{ perSecond: number; coresBusy: number }> {
  const { createQPool } = await built('effects/q-pool')
  const pool = createQPool()
  const wave = async (): Promise<void> => {
    let nextIndex = 0
    const player = async (): Promise<void> => {
      for (let index = nextIndex++; index < gradeRequests.length; index = nextIndex++)
        await grade(pool, gradeRequests[index] as GradeRequest)
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, player))
  }
  await wave()
  let best = { perSecond: 0, coresBusy: 0 }
  for (let round = 0; round < rounds; round++) {
    const cpuBefore = process.cpuUsage()
    const startMs = performance.now()
    await wave()
    const ms = performance.now() - startMs
    const { user, system } = process.cpuUsage(cpuBefore)
    const perSecond = gradeRequests.length / (ms / 1000)
    if (perSecond > best.perSecond) best = { perSecond, coresBusy: (user + system) / 1000 / ms }
  }
  await pool.close()
  return best
}

/** Grading of q solutions by their tests in warm threads: one at a time, and many at once. */
export const qGrading: Bench = async ({ rounds }) => {
  const allRequests = await requests()
  const times = await oneByOne(allRequests, rounds)
  const quantileAt = (share: number): number =>
    times[Math.floor(share * (times.length - 1))] as number
  const { perSecond, coresBusy } = await atOnce(allRequests, rounds)
  const cores = availableParallelism()
  return [
    row({
      name: 'q: a solution judged',
      figures: { median_ms: quantileAt(0.5), p95_ms: quantileAt(0.95), slowest_ms: quantileAt(1) },
      gate: { what: 'median ms', value: quantileAt(0.5), goal: 3, better: 'less' },
      note: `${TASKS} solutions, ${TESTS} tests each, one after another in one thread`,
    }),
    row({
      name: `q: ${IN_FLIGHT} at a time`,
      figures: { per_second: perSecond, cores_busy: coresBusy },
      gate: { what: 'cores busy / cores', value: coresBusy / cores, goal: 0.9, better: 'more' },
      note: `the same solutions on ${cores} cores, the caller's own work included`,
    }),
  ]
}
