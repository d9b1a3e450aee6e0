// Guards that the cards of environments find what the documentation has measured.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { environmentOf, tablesOf } from './measured.ts'

it.each([
  ['phone-call-v2', 'phone-call'],
  ['math-feedback-v1', 'math'],
  ['q-code-v1', 'q'],
])('finds what was measured of %s', (env, name) => {
  const text = readFileSync(`docs/${name}.md`, 'utf8')
  expect(environmentOf(text)).toBe(env)
  const tables = tablesOf(text)
  const blind = tables.find(({ title }) => title === 'What blind play earns')
  expect(blind?.columns).toContain('exploitability')
  const [ceilings] = tables.filter(({ title }) => title.startsWith('Ceilings'))
  if (name === 'phone-call') expect(ceilings?.columns).toContain('tasks')
  for (const { columns, rows } of tables) {
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toHaveLength(columns.length)
  }
})

it('removes Markdown', () => {
  const text =
    '## Policies\n\nSee [how](a.md) `x` *is*.\n\n| a | b |\n|---|---|\n| 1 | [2](c) |\n\nEnd'
  expect(tablesOf(text)).toEqual([
    { title: 'Policies', about: ['See how x is.'], columns: ['a', 'b'], rows: [['1', '2']] },
  ])
})
