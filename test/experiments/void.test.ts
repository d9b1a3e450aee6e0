/** Guards that no table gives a verdict on runs at a rate that the grid does not choose. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Section } from '../../experiments/feedback-guided/report.ts'
import type { Tuned } from '../../experiments/feedback-guided/tuning.ts'
import { withVoid } from '../../experiments/feedback-guided/void.ts'

const tuned = (loss: 'grpo' | 'dapo', arm: string, rate: number): Tuned => ({
  ...{ loss, arm, learning_rate: rate, tasks: 1_024, tried: [], seeds: [] },
})

const GRID = [
  ...[tuned('grpo', 'plain', 0.04), tuned('grpo', 'guided-clean', 0.04)],
  ...[tuned('dapo', 'plain', 0.04), tuned('dapo', 'guided-clean', 0.04)],
]

const section = (condition: string, rates: Readonly<Record<string, number>>): Section =>
  ({
    condition,
    rows: Object.entries(rates).map(([arm, learning_rate]) => ({
      ...{ arm, learning_rate, ratios: [{ verdict: 'fewer' }] },
    })),
  }) as unknown as Section

const verdictsOf = (sections: readonly Section[]): (string | undefined)[] =>
  sections.flatMap(({ rows }) => rows.map(({ ratios }) => ratios[0]?.verdict))

it('is void for an arm at another rate than the grid chooses for it and its loss', () => {
  const rates = { plain: 0.04, 'guided-clean': 0.08, placebo: 0.04 }
  const both = [section('2-medium', rates), section('2-medium-dapo', rates)]
  const once = ['fewer', 'void', 'fewer']
  expect(verdictsOf(withVoid(both, GRID))).toEqual([...once, ...once])
})

it('is void for every arm if plain training was run at another rate', () => {
  const rates = { plain: 0.08, 'guided-clean': 0.04 }
  expect(verdictsOf(withVoid([section('2-medium-dapo', rates)], GRID))).toEqual(['void', 'void'])
})

it('stands where the grid says nothing of an arm', () => {
  expect(verdictsOf(withVoid([section('2-medium', { plain: 0.04, guided: 1 })], GRID))).toEqual([
    ...['fewer', 'fewer'],
  ])
})

it('is void in the published table where its rate is', () => {
  const path = new URL('../../experiments/feedback-guided/results/results.md', import.meta.url)
  const [, ...sections] = readFileSync(path, 'utf8').split('\n## ')
  const rated = sections.filter((text) => text.includes(', void: the grid chooses'))
  expect(rated.map((text) => text.split('\n')[0])).toEqual(['Middle start, DAPO'])
  expect(rated[0]).not.toMatch(/needs (fewer|more)|\| tie/)
})
