import { availableParallelism } from 'node:os'
import type { QPool } from '../../src/effects/q-pool.ts'
import type { GradeAnswer, GradeRequest } from '../../src/sim/q-problems/judge/request.ts'
import { built } from '../support/built.ts'
import { type Bench, row } from '../support/row.ts'

const TASKS = 200
const TESTS = 3
const IN_FLIGHT = 64

/** Solutions with their tests, as an answer in an episode is judged. */
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

/** Has a solution judged, which is right. */
export async function grade(pool: QPool, request: GradeRequest): Promise<void> {
  const ended = await pool.run(request, new AbortController().signal)
  const isRight =
    ended.status === 'done' && (ended.answer as GradeAnswer).tests.every(({ passed }) => passed)
  if (!isRight) throw new Error(`a solution does not pass: ${request.code.slice(0, 60)}`)
}

/** How long each request takes in one warm thread, the quickest of some rounds, sorted. */
async function oneByOne(all: readonly GradeRequest[], rounds: number): Promise<readonly number[]> {
  const { createQPool } = await built('effects/q-pool')
  const pool = createQPool({ threads: 1 })
  const best = all.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round <= rounds; round++) {
    for (const [at, request] of all.entries()) {
      const startMs = performance.now()
      await grade(pool, request)
      const ms = performance.now() - startMs
      // The first round warms the thread up.
      if (round > 0) best[at] = Math.min(best[at] as number, ms)
    }
  }
  await pool.close()
  return best.sort((x, y) => x - y)
}

/** Gradings per second with many in flight, and how many cores they kept busy. */
async function atOnce(
  all: readonly GradeRequest[],
  rounds: number,
): Promise<{ perSecond: number; coresBusy: number }> {
  const { createQPool } = await built('effects/q-pool')
  const pool = createQPool()
  const wave = async (): Promise<void> => {
    let next = 0
    const player = async (): Promise<void> => {
      for (let at = next++; at < all.length; at = next++) await grade(pool, all[at] as GradeRequest)
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, player))
  }
  await wave()
  let best = { perSecond: 0, coresBusy: 0 }
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    const startMs = performance.now()
    await wave()
    const ms = performance.now() - startMs
    const { user, system } = process.cpuUsage(before)
    const perSecond = all.length / (ms / 1000)
    if (perSecond > best.perSecond) best = { perSecond, coresBusy: (user + system) / 1000 / ms }
  }
  await pool.close()
  return best
}

/** q solutions judged by their tests in warm threads: alone, and many at a time. */
export const qGrading: Bench = async ({ rounds }) => {
  const all = await requests()
  const times = await oneByOne(all, rounds)
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] as number
  const { perSecond, coresBusy } = await atOnce(all, rounds)
  const cores = availableParallelism()
  return [
    row({
      name: 'q: a solution judged',
      figures: { median_ms: at(0.5), p95_ms: at(0.95), slowest_ms: at(1) },
      gate: { what: 'median ms', value: at(0.5), goal: 3, better: 'less' },
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
