// Guards the long comparison: its rates, its marks, and that its records belong together.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  chosenRates,
  LONG,
  LONG_GRID,
  rateFor,
} from '../../experiments/feedback-guided/long-plan.ts'
import { methodMark, refuseTwoMethods } from '../../experiments/feedback-guided/method-mark.ts'
import type { RunRecord } from '../../experiments/feedback-guided/one-run.ts'
import { refuseTwoWorlds } from '../../experiments/feedback-guided/world-mark.ts'

const RECORDS = 'experiments/feedback-guided/long/runs.jsonl'

function gridRun(rate: number, seed: number, clean: number, arm = 'plain'): RunRecord {
  const standing = { clean, unseen: clean / 2, solved_by: [] }
  return {
    ...{ plan: 'long-grid', condition: '2-medium', arm, seed, learning_rate: rate, batches: 875 },
    ...{ start: standing, points: [], end: standing, levels: [] },
    ceilings: { known: 0.9, unseen: 0.9 },
  }
}

describe('the grid of learning rates', () => {
  const [rates = []] = LONG_GRID.cells.map((cell) => cell.rates ?? [])
  const whole = rates.flatMap((rate, at) =>
    [9_101, 9_102].map((seed) => gridRun(rate, seed, at === 1 ? 0.6 : 0.5)),
  )

  it('chooses the rate that ends highest, once all of its runs are there', () => {
    expect(chosenRates(whole)).toMatchObject([
      { arm: 'plain', loss: 'grpo', seeds: [9_101, 9_102] },
    ])
    expect(rateFor('plain', '2-medium', chosenRates(whole))).toBe(rates[1])
    expect(chosenRates(whole.slice(1))).toEqual([])
    expect(rateFor('plain', '2-medium-dapo', chosenRates(whole))).toBeUndefined()
  })

  it('chooses the smaller of two rates that are equal', () => {
    const equal = whole.map((run) => gridRun(run.learning_rate, run.seed, 0.5))
    expect(rateFor('plain', '2-medium', chosenRates(equal))).toBe(rates[0])
  })

  it('has the same rates for every arm, on seeds of no table', () => {
    for (const cell of LONG_GRID.cells) expect(cell.rates).toEqual(rates)
    expect(LONG_GRID.cells.map(({ arms }) => arms)).toEqual(LONG.cells.map(({ arms }) => arms))
    expect(LONG_GRID.firstSeed).toBeGreaterThan(LONG.seeds)
  })
})

describe('the mark of a method', () => {
  it('is the same for the same arm, and another for every arm and loss', async () => {
    const arms = ['plain', 'unweighted', 'placebo-none', 'plain']
    const marks = []
    for (const arm of arms) marks.push(await methodMark(arm, {}))
    marks.push(await methodMark('plain', { loss: 'dapo' }))
    expect(new Set(marks).size).toBe(4)
    expect(marks[3]).toBe(marks[0])
  })

  it('keeps records of two methods of an arm apart', () => {
    const run = { condition: '2-medium', arm: 'plain' }
    const other = { ...run, condition: '2-medium-dapo', method: 'b' }
    expect(() => refuseTwoMethods([run, { ...run, method: 'a' }, other])).not.toThrow()
    const both = ['a', 'b'].map((method) => ({ ...run, method }))
    expect(() => refuseTwoMethods(both)).toThrow('2-medium plain: records of the methods a and b')
  })
})

it('has tables of all its records', () => {
  const lines = readFileSync(RECORDS, 'utf8').trimEnd().split('\n')
  const plans = lines.map((line) => (JSON.parse(line) as RunRecord).plan)
  const counts = ['long-grid', 'long'].map((name) => plans.filter((plan) => plan === name).length)
  const tables = readFileSync(RECORDS.replace('runs.jsonl', 'tables.md'), 'utf8')
  const [grid, runs] = counts
  expect(tables).toContain(
    `Recorded: ${grid} of 60 runs of the learning-rate grid, and ${runs} of 100`,
  )
})

it('has records of one world, with one method and one rate for each arm', () => {
  const text = existsSync(RECORDS) ? readFileSync(RECORDS, 'utf8').trimEnd() : ''
  const records = text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as RunRecord] : []))
  refuseTwoWorlds(records.map(({ world }) => world))
  refuseTwoMethods(records)
  const chosen = chosenRates(records)
  for (const record of records.filter(({ plan }) => plan === 'long')) {
    const { arm, condition, learning_rate: rate, points } = record
    expect([condition, arm, rate]).toEqual([condition, arm, rateFor(arm, condition, chosen)])
    expect(points.at(-1)?.tasks_drawn).toBeGreaterThanOrEqual(14_000)
  }
})
