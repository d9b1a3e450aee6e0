// Guards that each notation in the tables is rewritten as its own example says.
import { describe, expect, it } from 'vitest'
import { GROUPED, withoutGroups } from './digit-groups.ts'
import { SIGN_REWRITINGS } from './formula-words.ts'
import { PHRASES } from './number-phrases.ts'
import { applyRewritings } from './rewriting.ts'

const TABLES = {
  'numbers in groups': GROUPED,
  'signs in words': SIGN_REWRITINGS,
  phrases: PHRASES,
}

describe.each(Object.entries(TABLES))('%s', (_, table) => {
  it.each(table.map(({ example }) => example))('%s is read as %s', (written, read) => {
    expect(applyRewritings(written, table)).toBe(read)
    // Rewriting is idempotent.
    expect(applyRewritings(read, table)).toBe(read)
  })

  it('each have a pattern that only their own example needs', () => {
    for (const { pattern, rewrite, example } of table) {
      expect(applyRewritings(example[0], [{ pattern, rewrite, example }])).not.toBe(example[0])
    }
  })
})

describe('numbers that are in no groups', () => {
  it.each([
    ...["f'(100)", "5'100'000'", '1.234.56', '0.125', 'a_100_200'],
    ...['3 million', '442 thousand 48 million 784', '2 million 3 million', '5 hundredths'],
    ...['12.345.6789', '100_2'],
  ])('%s stays as it is', (text) => {
    expect(withoutGroups(text)).toBe(text)
  })
})
