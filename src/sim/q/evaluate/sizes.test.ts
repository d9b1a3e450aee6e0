// Guards that exactly the lambdas with too many names or constants for q are refused.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

const many = (count: number, piece: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join(';')

it.each([
  [`{${many(111, (i) => `a${i}:0`)}}`, "'locals"],
  [`{${many(110, (i) => `a${i}:0`)}}[]`, '0'],
  [`{${many(111, (i) => `a${i}`)}}`, "'globals"],
  [`{${many(241, (i) => `${i}`)}}`, "'limit"],
  [`{${many(240, (i) => `${i}`)}}[]`, '239'],
  [`{${many(500, () => '7')}}[]`, '7'],
])('%#', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
