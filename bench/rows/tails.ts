import { built } from '../support/built.ts'
import { startProgram } from '../support/program.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { RpcClient } from '../support/rpc-client.ts'
import { scratchFolder } from '../support/scratch.ts'
import { gradingCase } from './grading.ts'
import { grade, requests } from './q-grading.ts'

const ANSWERS = 20_000
const OPENING = JSON.stringify({ env: 'phone-call-v2', split: 'train', index: 3 })

async function timed<Result>(work: () => Result | Promise<Result>) {
  const startMs = performance.now()
  const result = await work()
  return { ms: performance.now() - startMs, result }
}

/**
 * Grades every solution in a warm thread, one after another. Before each, it grades the same
 * program in this thread: the difference is the cost of the pool, its thread and the clock.
 */
async function qTail(rounds: number): Promise<Row> {
  const { createQPool } = await built('effects/q-pool')
  const { judge } = await built('sim/q-problems/judge/judge')
  const allRequests = await requests()
  const pool = createQPool({ threads: 1 })
  const [times, own, added]: [number[], number[], number[]] = [[], [], []]
  for (let round = -1; round < rounds; round++) {
    for (const request of allRequests) {
      const inPlace = await timed(() => judge(request))
      const { ms } = await timed(() => grade(pool, request))
      if (round < 0) continue
      times.push(ms)
      own.push(inPlace.ms)
      added.push(ms - inPlace.ms)
    }
  }
  await pool.close()
  const addedP99 = quantile(added, 0.99)
  return row({
    name: 'tail: a q solution judged',
    figures: {
      p50_ms: quantile(times, 0.5),
      p99_ms: quantile(times, 0.99),
      in_place_p50_ms: quantile(own, 0.5),
      in_place_p99_ms: quantile(own, 0.99),
    },
    gate: { what: 'p99 ms beyond the same in place', value: addedP99, goal: 5, better: 'less' },
    note: 'in place: the same programs judged without a thread',
  })
}

/** Reads and compares every answer of the math world, without the first thousand. */
async function mathTail(): Promise<Row> {
  const { gradeAnswer } = await built('sim/math/grading/index')
  const times: number[] = []
  for (let index = -1_000; index < ANSWERS; index++) {
    const { key, text } = gradingCase(Math.abs(index))
    const startMs = performance.now()
    gradeAnswer(key, text)
    if (index >= 0) times.push(performance.now() - startMs)
  }
  const p99 = quantile(times, 0.99)
  return row({
    name: 'tail: a math answer graded',
    figures: { p50_ms: quantile(times, 0.5), p99_ms: p99, slowest_ms: quantile(times, 1) },
    gate: { what: 'p99 ms', value: p99, goal: 1, better: 'less' },
  })
}

/** The first and second opening after a start; after another start, the same for a resume. */
async function firstCalls(db: string): Promise<Record<'opens' | 'resumes', readonly number[]>> {
  const first = await startProgram(db)
  const client = await RpcClient.connect(first.url)
  const opening = await timed(() => client.call('episode.open', OPENING))
  const two = await timed(() => client.call('episode.open', OPENING))
  client.close()
  await first.stop()
  const restarted = await startProgram(db)
  const secondClient = await RpcClient.connect(restarted.url)
  const resumes: number[] = []
  for (const { result } of [opening, two]) {
    const id = /"episode_id":"(ep_[0-9a-f]+)"/.exec(result)?.[1]
    const { ms } = await timed(() => secondClient.call('episode.resume', `{"episode_id":"${id}"}`))
    resumes.push(ms)
  }
  secondClient.close()
  await restarted.stop()
  return { opens: [opening.ms, two.ms], resumes }
}

async function firstTail(rounds: number): Promise<Row> {
  const scratch = scratchFolder()
  const firstTimes: Awaited<ReturnType<typeof firstCalls>>[] = []
  for (let round = 0; round < rounds; round++)
    firstTimes.push(await firstCalls(scratch.file(`${round}.db`)))
  scratch.remove()
  const minimumTime = (of: 'opens' | 'resumes', at: number): number =>
    Math.min(...firstTimes.map((calls) => calls[of][at] as number))
  const slower = Math.max(minimumTime('opens', 0), minimumTime('resumes', 0))
  return row({
    name: 'tail: the first calls after a start',
    figures: {
      first_open_ms: minimumTime('opens', 0),
      next_open_ms: minimumTime('opens', 1),
      first_resume_ms: minimumTime('resumes', 0),
      next_resume_ms: minimumTime('resumes', 1),
    },
    gate: { what: 'ms of the slower first call', value: slower, goal: 50, better: 'less' },
  })
}

/** The slowest cases of calls that are usually fast. */
export const tails: Bench = async ({ rounds }) => [
  await qTail(rounds),
  await mathTail(),
  await firstTail(rounds),
]
