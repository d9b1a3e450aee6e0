// Guards that runs played again are held against their records, to the last digit.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { playAgain } from '../../experiments/feedback-guided/again.ts'
import type { RunRecord } from '../../experiments/feedback-guided/one-run.ts'

it('finds a run identical whatever time it took, and another where a digit differs', async () => {
  const lines = readFileSync('experiments/feedback-guided/results/runs.jsonl', 'utf8').split('\n')
  const records = lines.slice(0, 2).map((line) => JSON.parse(line) as RunRecord)
  const told: string[] = []
  const others = await playAgain(
    records,
    async (onRecord) => {
      const [one, other] = structuredClone(records) as [RunRecord, RunRecord]
      const points = one.points.map((point) => ({ ...point, cpu_seconds: 1 }))
      onRecord({ ...one, points })
      onRecord({ ...other, end: { ...other.end, clean: other.end.clean + 1e-12 } })
    },
    (line) => told.push(line),
  )
  expect(others).toBe(1)
  expect(told[0]).toMatch(/: identical to its record$/)
  expect(told[1]).toMatch(/: OTHER than its record$/)
})
