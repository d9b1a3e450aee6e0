// Guards that arms are compared at equal tasks drawn, and at equal tokens, never at equal updates.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compareArms } from '../../experiments/feedback-guided/compare.ts'
import {
  atEqual,
  endsAt,
  lessAfter,
  successesAt,
} from '../../experiments/feedback-guided/equal-tasks.ts'
import type { RunRecord } from '../../experiments/feedback-guided/one-run.ts'
import { summaryText } from '../../experiments/feedback-guided/page.ts'
import { writeQuestions } from '../../experiments/feedback-guided/questions/write.ts'
import { toSections, writeReport } from '../../experiments/feedback-guided/report.ts'
import { tune } from '../../experiments/feedback-guided/tuning.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-equal-tasks-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The tasks that 100 batches draw if no task is left out. */
const TASKS = 1_600

interface Drawn {
  readonly arm: string
  readonly seed?: number
  /** Tasks drawn in its 100 batches. */
  readonly tasks: number
  /** Tokens of a task. */
  readonly tokens?: number
  readonly rate?: number
  readonly plan?: string
}

/** A run that learns from tasks alone: each brings a ten-thousandth, whatever the arm. */
function runOf({ arm, seed = 1, tasks, tokens = 1_000, rate = 0.04, plan = 'main' }: Drawn) {
  const points = Array.from({ length: 11 }, (_, at) => {
    const drawn = (tasks * at) / 10
    const counts = { batch: 10 * at, tasks_drawn: drawn, episodes: 8 * drawn, turns: 40 * drawn }
    const clean = drawn / 10_000
    const spent = { depth: 10 * at, cpu_seconds: at, tokens: tokens * drawn }
    return { ...counts, ...spent, clean, unseen: clean / 2 }
  })
  const { clean = 0, unseen = 0 } = points.at(-1) ?? {}
  const solved = [0, 1, 4].map((critiques) => ({ critiques, success: clean }))
  const standing = (success: number) => ({ clean: success, unseen, solved_by: solved })
  return {
    ...{ plan, condition: '2-medium', arm, seed, learning_rate: rate, batches: 100 },
    ...{ start: standing(0), points, end: standing(clean) },
    levels: [{ level: 1, clean }],
    ceilings: { known: 0.9, unseen: 0.9 },
  } satisfies RunRecord
}

const both = (other: Omit<Drawn, 'arm'>): RunRecord[] =>
  [1, 2].flatMap((seed) => [
    runOf({ arm: 'plain', seed, tasks: TASKS }),
    runOf({ arm: 'guided-clean', seed, ...other }),
  ])

describe('an arm that draws more tasks for an update, and learns no more from each', () => {
  const records = both({ tasks: 4 * TASKS })
  const [, row] = compareArms(records, ['plain', 'guided-clean'], TASKS)

  it('is no better after equal tasks, neither at once nor on the way', () => {
    for (const difference of [row?.clean_difference, row?.unseen_difference, row?.area_difference])
      expect(difference?.mean).toBeCloseTo(0, 12)
    expect(row?.clean?.mean).toBeCloseTo(0.16, 12)
  })

  it('has reached no threshold that it reaches after them', () => {
    expect(row?.arrived).toEqual([0.7, 0.5, 0.3].map((threshold) => ({ threshold, runs: 0 })))
  })

  it('shows nothing of what was measured at its end alone', () => {
    expect([row?.solved_by_1, row?.solved_by_4, row?.gap, row?.levels]).toEqual([
      ...[null, null, null, []],
    ])
  })

  it('stands in no table with the success of its end', () => {
    writeReport(folder, records)
    const results = readFileSync(join(folder, 'results.md'), 'utf8')
    const summary = summaryText(toSections(records), records)
    for (const text of [results, summary]) {
      expect(text).toContain('| 16.0 |')
      expect(text).not.toContain('64.0')
    }
  })

  it('is refused where a page compares ends', () => {
    const write = () =>
      writeQuestions(join(folder, 'page.md'), folder, records, toSections(records))
    expect(write).toThrow(/guided-clean seed 1 was measured .* after 6400 tasks alone/)
  })
})

describe('an arm whose records do not reach the tasks', () => {
  const records = both({ tasks: TASKS / 2 })

  it('has the sentence that says so in place of figures', () => {
    writeReport(folder, records)
    const results = readFileSync(join(folder, 'results.md'), 'utf8')
    expect(results).toContain('| its record ends at 800 tasks |')
    expect(results).toMatch(/\| guided, clean-prompt loss, 800 tasks \| 8\.0 \| 8\.0 \| 0\.0 \|/)
  })

  it('is refused by name, with the tasks at which it can be compared', () => {
    expect(() => successesAt(records, TASKS, 'clean')).toThrow(
      /guided-clean seed 1 ends at 800 tasks.*at 1600\. Compare at 800, or train it longer/,
    )
    expect(() => endsAt(records, TASKS)).toThrow('after 800 tasks alone')
  })
})

it('compares at equal tokens for a second time, where an arm spends more on a task', () => {
  const base = runOf({ arm: 'plain', tasks: TASKS })
  const other = runOf({ arm: 'guided-clean', tasks: TASKS, tokens: 2_000 })
  expect(lessAfter([{ base, other }], TASKS, 'clean').mean).toBeCloseTo(0, 12)
  const tokens = atEqual([{ base, other }], 'tokens')
  expect(tokens?.amount).toBe(1_000 * TASKS)
  expect(tokens?.difference.mean).toBeCloseTo(-0.08, 12)
})

it('takes runs of two learning rates for no arm', () => {
  const records = [...both({ tasks: TASKS }), runOf({ arm: 'plain', tasks: TASKS, rate: 0.08 })]
  expect(() => toSections(records)).toThrow(/2-medium plain, .* learning rates 0\.04 and 0\.08/)
})

it('chooses learning rates after equal tasks, so that none wins by drawing more', () => {
  const plain = { arm: 'plain', plan: 'tune' }
  const records = [9_001, 9_002, 9_003].flatMap((seed) => [
    runOf({ ...plain, seed, tasks: TASKS, rate: 0.04 }),
    runOf({ ...plain, seed, tasks: 2 * TASKS, rate: 0.08 }),
  ])
  expect(tune(records)[0]).toMatchObject({ learning_rate: 0.04, tasks: TASKS })
})

it('publishes the learning rates that the records of the grid come to', () => {
  const results = 'experiments/feedback-guided/results'
  const lines = readFileSync(join(results, 'runs.jsonl'), 'utf8').trimEnd().split('\n')
  const published = JSON.parse(readFileSync(join(results, 'learning-rates.json'), 'utf8'))
  const made = tune(lines.map((line) => JSON.parse(line) as RunRecord))
  expect(made.map(({ arm, loss, tasks, learning_rate: rate }) => [arm, loss, tasks, rate])).toEqual(
    published.map((one: (typeof made)[number]) => [
      ...[one.arm, one.loss, one.tasks, one.learning_rate],
    ]),
  )
})
