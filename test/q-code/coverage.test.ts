// Guards that the coverage page describes every name of the q reference.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { INFIX, PREFIX } from '../../src/sim/q/parser/keywords.ts'
import { createSession } from '../../src/sim/q/session.ts'
import { VERB_TABLE } from '../../src/sim/q/verb-table.ts'
import { coverage } from './coverage/coverage.ts'
import { GAPS, REFERENCE } from './coverage/tables/reference-names.ts'
import { COVERAGE_PAGE, withCoverage } from './coverage-page.ts'

const known = new Set(REFERENCE.flatMap(({ names }) => names))

describe('coverage', () => {
  it('matches the page (`npm run suite q-coverage` writes it)', () => {
    const page = readFileSync(COVERAGE_PAGE, 'utf8')
    expect(page).toBe(withCoverage(page))
  })

  it('knows every keyword of the parser', () => {
    expect([...INFIX, ...PREFIX].filter((word) => !known.has(word))).toEqual([])
  })

  it('names gaps only for names of the reference', () => {
    expect(Object.keys(GAPS).filter((name) => !known.has(name))).toEqual([])
  })

  it('has every operator and keyword', () => {
    const parts = coverage().filter(({ title }) => /Operators|Keywords/.test(title))
    const missing = parts.flatMap(({ names }) => names).filter(({ name }) => !VERB_TABLE.find(name))
    expect(missing.filter(({ name }) => name !== 'csv')).toEqual([])
  })

  it('calls names refused if they signal noaccess', () => {
    const words = coverage().filter(({ title }) => /Keywords|`\.Q`/.test(title))
    const refused = words.flatMap(({ names }) => names.filter(({ state }) => state === 'refused'))
    const session = createSession()
    const errors = refused.map(({ name }) => session.evaluate(`${name}[\`a;\`b]`).error?.name)
    const alone = refused.map(({ name }) => session.evaluate(`${name}[\`a]`).error?.name)
    expect(refused.filter((_, i) => errors[i] !== 'noaccess' && alone[i] !== 'noaccess')).toEqual(
      [],
    )
  })
})
