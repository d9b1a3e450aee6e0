import { built } from '../support/built.ts'
import { startProgram } from '../support/program.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { RpcClient } from '../support/rpc-client.ts'
import { scratchFolder } from '../support/scratch.ts'
import { answered } from './grading.ts'
import { grade, requests } from './q-grading.ts'

const ANSWERS = 20_000
const OPENING = JSON.stringify({ env: 'phone-call-v2', split: 'train', index: 3 })

async function timed<Result>(work: () => Result | Promise<Result>) {
  const startMs = performance.now()
  const result = await work()
  return { ms: performance.now() - startMs, result }
}

/**
 * Every judgement of solutions in a warm thread, one after another. Before each, the same program
 * is judged in place: the difference is what the pool, its thread and the clock add.
 */
async function qTail(rounds: number): Promise<Row> {
  const { createQPool } = await built('effects/q-pool')
  const { judge } = await built('sim/q-problems/judge/judge')
  const all = await requests()
  const pool = createQPool({ threads: 1 })
  const [times, own, added]: [number[], number[], number[]] = [[], [], []]
  for (let round = -1; round < rounds; round++) {
    for (const request of all) {
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

/** Every answer of the math world read and compared, after the first thousand. */
async function mathTail(): Promise<Row> {
  const { gradeAnswer } = await built('sim/math/grading/index')
  const times: number[] = []
  for (let at = -1_000; at < ANSWERS; at++) {
    const { key, text } = answered(Math.abs(at))
    const startMs = performance.now()
    gradeAnswer(key, text)
    if (at >= 0) times.push(performance.now() - startMs)
  }
  const p99 = quantile(times, 0.99)
  return row({
    name: 'tail: a math answer graded',
    figures: { p50_ms: quantile(times, 0.5), p99_ms: p99, slowest_ms: quantile(times, 1) },
    gate: { what: 'p99 ms', value: p99, goal: 1, better: 'less' },
  })
}

/** The first opening after a start and the next; after another start the same of a resume. */
async function firstCalls(db: string): Promise<Record<'opens' | 'resumes', readonly number[]>> {
  const first = await startProgram(db)
  const client = await RpcClient.connect(first.url)
  const one = await timed(() => client.call('episode.open', OPENING))
  const two = await timed(() => client.call('episode.open', OPENING))
  client.close()
  await first.stop()
  const again = await startProgram(db)
  const other = await RpcClient.connect(again.url)
  const resumes: number[] = []
  for (const { result } of [one, two]) {
    const id = /"episode_id":"(ep_[0-9a-f]+)"/.exec(result)?.[1]
    const { ms } = await timed(() => other.call('episode.resume', `{"episode_id":"${id}"}`))
    resumes.push(ms)
  }
  other.close()
  await again.stop()
  return { opens: [one.ms, two.ms], resumes }
}

async function firstTail(rounds: number): Promise<Row> {
  const scratch = scratchFolder()
  const all: Awaited<ReturnType<typeof firstCalls>>[] = []
  for (let round = 0; round < rounds; round++)
    all.push(await firstCalls(scratch.file(`${round}.db`)))
  scratch.remove()
  const least = (of: 'opens' | 'resumes', at: number): number =>
    Math.min(...all.map((calls) => calls[of][at] as number))
  const slower = Math.max(least('opens', 0), least('resumes', 0))
  return row({
    name: 'tail: the first calls after a start',
    figures: {
      first_open_ms: least('opens', 0),
      next_open_ms: least('opens', 1),
      first_resume_ms: least('resumes', 0),
      next_resume_ms: least('resumes', 1),
    },
    gate: { what: 'ms of the slower first call', value: slower, goal: 50, better: 'less' },
  })
}

/** The slow cases of calls that are quick as a rule. */
export const tails: Bench = async ({ rounds }) => [
  await qTail(rounds),
  await mathTail(),
  await firstTail(rounds),
]
