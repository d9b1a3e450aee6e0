// Guards result types: every verb against an independent table, for every type.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'
import { TYPES } from '../values/types.ts'
import { TYPE_LETTERS } from './promotion.ts'
import { EXPECTED_PAIRS, EXPECTED_SINGLES } from './tables/expected-types.ts'

const ITEMS: Readonly<Record<string, string>> = {
  ...{ b: '1b', g: '0Ng', x: '0x02', h: '2h', i: '2i', j: '2', e: '2e', f: '2f', c: '"b"' },
  ...{ s: '`b', p: '2000.01.03D01', m: '2000.03m', d: '2000.01.03', z: '2000.01.03T12:00' },
  ...{ n: '0D01', u: '00:02', v: '00:00:02', t: '00:00:00.002' },
}

const session = createSession()

function typeOf(code: string): string {
  const { output, error } = session.evaluate(`type ${code}`)
  if (error !== undefined) return error.name === 'type' ? '.' : error.name
  const number = Math.abs(Number.parseInt(output, 10))
  return TYPES.find((type) => type.code === number)?.letter ?? output
}

const letters = [...TYPE_LETTERS]

describe('types of results', () => {
  for (const { verbs, rows } of EXPECTED_PAIRS) {
    it.each(verbs)('of %s', (verb) => {
      const found = letters.map((left) =>
        letters.map((right) => typeOf(`${ITEMS[left]} ${verb} ${ITEMS[right]}`)).join(''),
      )
      expect(found).toEqual(rows)
    })
  }

  for (const { verbs, row } of EXPECTED_SINGLES) {
    it.each(verbs)('of %s', (verb) => {
      expect(letters.map((letter) => typeOf(`${verb} ${ITEMS[letter]}`)).join('')).toBe(row)
    })
  }

  it('are the same for lists', () => {
    for (const { verbs, rows } of EXPECTED_PAIRS.slice(0, 2)) {
      for (const verb of verbs) {
        const found = letters.map((left) =>
          letters.map((right) => typeOf(`(2#${ITEMS[left]}) ${verb} 2#${ITEMS[right]}`)).join(''),
        )
        expect(found).toEqual(rows)
      }
    }
  })
})
