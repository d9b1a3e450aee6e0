// Guards the report of the experiment with a language model, and that its start is small.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawFigure, type RunRecord, toTable } from '../../experiments/language-model/report.ts'

const START_BYTES_MAX = 3_000_000
const RESULTS = 'experiments/language-model/results'

function runOf(arm: RunRecord['arm'], seed: number, ends: readonly number[]): RunRecord {
  const curve = ends.map((known, at) => ({
    batch: 10 * at,
    tasks: 160 * at,
    episodes: 1280 * at,
    tokens: 300_000 * at,
    depth: 60 * at,
    known,
    unseen: known / 2,
  }))
  return { arm, seed, cpu_s: 90, curve }
}

describe('the report of the language model', () => {
  it('gives means with intervals, and none where one seed tells nothing of its spread', () => {
    const records = [
      runOf('plain', 1, [0.1, 0.2]),
      runOf('plain', 2, [0.1, 0.3]),
      runOf('clean', 1, [0.1, 0.4]),
    ]
    const [, , plain, clean] = toTable(records).split('\n')
    expect(plain).toContain('| plain | 2 | 10.0 [10.0, 10.0] | 25.0 [-38.5, 88.5] |')
    expect(clean).toContain('| guided, clean-prompt loss | 1 | 10.0 | 40.0 | 5.0 | 20.0 | 160 |')
  })

  it('refuses arms that have drawn unequal numbers of tasks', () => {
    const records = [runOf('plain', 1, [0.1, 0.2]), runOf('clean', 1, [0.1, 0.2, 0.3])]
    expect(() => toTable(records)).toThrow('runs of 160 and 320 tasks cannot be compared')
  })

  it('draws runs as far as all of them were followed', () => {
    const svg = drawFigure(
      [runOf('plain', 1, [0.1, 0.2, 0.3]), runOf('plain', 2, [0, 0.2])],
      'known',
    )
    expect(svg).toContain('<svg')
    expect(drawFigure([runOf('plain', 1, [0.1, 0.2]), runOf('plain', 2, [0, 0.2])], 'known')).toBe(
      svg,
    )
  })
})

describe('what is published of the language model', () => {
  it('has a start of at most three megabytes', () => {
    expect(statSync('experiments/language-model/start/start.gz').size).toBeLessThan(START_BYTES_MAX)
  })

  it('has a page whose table is that of the records', () => {
    const path = `${RESULTS}/runs.jsonl`
    if (!existsSync(path)) return
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    const records = lines.map((line) => JSON.parse(line) as RunRecord)
    expect(readFileSync('experiments/language-model/README.md', 'utf8')).toContain(toTable(records))
    for (const measure of ['known', 'unseen'] as const) {
      expect(readFileSync(`${RESULTS}/${measure}.svg`, 'utf8')).toBe(drawFigure(records, measure))
    }
  })
})
