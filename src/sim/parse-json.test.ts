// Guards that a number which cannot be stored unchanged is refused.
import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

describe('a value from outside', () => {
  it.each([
    '1e400',
    '-1E+309',
    '[{"a":[1e0400]}]',
    `["${'x'.repeat(70_000)}", 1e400]`,
    `1${'0'.repeat(309)}`,
    `9${'9'.repeat(220)}e99`,
  ])('is refused with the number %s', (text) => {
    expect(() => parseJson(text)).toThrow(/beyond 1.8e308/)
  })

  it.each(['1e308', '1e-400', '"1e400"', '[-0.5, null, {"e400": 1e3}]', `0.${'1'.repeat(400)}`])(
    'is read as it stands in %s',
    (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text))
    },
  )
})
