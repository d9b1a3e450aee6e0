// Guards the page of research questions: its parts are written from records, between their marks.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { RunRecord } from '../../experiments/feedback-guided/one-run.ts'
import { conditionTitle } from '../../experiments/feedback-guided/plan.ts'
import { writeQuestions } from '../../experiments/feedback-guided/questions/write.ts'
import { toSections } from '../../experiments/feedback-guided/report.ts'
import { type Conduct, LADDER_ARMS, STAGES } from '../../experiments/ladder/one-run.ts'
import { writeLadderReport } from '../../experiments/ladder/report.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-questions-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PAGE = 'experiments/feedback-guided/results/questions.md'
const RESULTS = 'experiments/feedback-guided/results'
const NAMES = ['efficiency', 'internalise', 'critiques', 'unseen', 'levels', 'ladder', 'robustness']

const between = (page: string, name: string): string => {
  const mark = (end: string): string => `<!-- written by the experiment: ${end} ${name} -->`
  return page.split(mark('begin'))[1]?.split(mark('end'))[0] ?? ''
}

it('has every part filled in', () => {
  const page = readFileSync(PAGE, 'utf8')
  for (const name of NAMES)
    expect([name, between(page, name)]).toEqual([name, expect.stringMatching(/\|/)])
})

it('says what the records come to', () => {
  const lines = readFileSync(join(RESULTS, 'runs.jsonl'), 'utf8').trimEnd().split('\n')
  const records = lines.map((line) => JSON.parse(line) as RunRecord)
  const page = join(folder, 'page.md')
  writeFileSync(page, readFileSync(PAGE, 'utf8').replaceAll(/\| [\d.]+ \|/g, '| 0 |'))
  writeQuestions(page, folder, records, toSections(records))
  const [made, checkedIn] = [page, PAGE].map((path) => readFileSync(path, 'utf8'))
  for (const name of NAMES.filter((one) => one !== 'ladder')) {
    expect(between(made ?? '', name)).toBe(between(checkedIn ?? '', name))
  }
  expect(readFileSync(join(folder, 'levels.svg'), 'utf8')).toContain('clean-prompt loss')
})

it('states in every answer after how many tasks it holds', () => {
  const answers = readFileSync(PAGE, 'utf8').match(/^\*\*Answer\.\*\*.*$/gm) ?? []
  expect(answers).toHaveLength(NAMES.length)
  for (const answer of answers) expect(answer).toMatch(/\d,\d{3} tasks/)
})

it('names conditions in words', () => {
  expect(conditionTitle('2-medium')).toBe('start at about 2 %, medium use of critiques')
  expect(conditionTitle('2-medium-400c')).toMatch(/, 400 companies$/)
})

it('shows where episodes end that the ladder pays for', () => {
  const conduct = (success: number): Conduct => ({
    ...{ success, standard: success, ladder: 0.5, turns: 5 },
    stages: STAGES.map((_, at) => (at === 3 ? 1 - success : at === 5 ? success : 0)),
    metrics: { phone_calls: 2, rejected_calls: 1 },
  })
  const records = LADDER_ARMS.flatMap(({ name: arm }, at) =>
    [1, 2].map((seed) => ({
      ...{ start: '12' as const, arm, seed, batches: 4, points: [] },
      ...{ before: conduct(0.1), end: conduct(0.3 + at / 10 + seed / 100) },
    })),
  )
  const tricks = [{ policy: 'guess-values', success: 0, standard: 0, ladder: 0.5 }]
  const longer = records.map((one, at) => ({
    ...one,
    points: [{ tasks_drawn: at === 0 ? 128 : 64, clean: 0.3 }],
  }))
  const write = () => writeLadderReport(folder, longer, tricks, { intoPage: false })
  expect(write).toThrow('runs of 128 and 64 tasks cannot be compared')
  writeLadderReport(folder, records, tricks, { intoPage: false })
  const text = readFileSync(join(folder, 'results.md'), 'utf8')
  expect(text).toContain('| `guess-values` | 0.0 | 0.50 | 0.00 |')
  expect(text).toContain('| trained on ladder | 41.5 [35.1, 47.9] | 0.50 |')
  expect(readFileSync(join(folder, 'stages-12.svg'), 'utf8')).toContain('heard: 0.5')
})
