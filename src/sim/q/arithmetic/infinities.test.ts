// Guards conversions of integer infinities and of times that are out of range.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

it.each([
  ['0Wi+1', '2147483648'],
  ['0Wi+1i', '0Ni'],
  ['1 0W%2', '0.5 4.611686e+18'],
  ['0W=0w', '0b'],
  ['0W<0w', '1b'],
  ['0W&0w', '9.223372e+18'],
  ['0Wh 1h*1i', '32767 1i'],
  ['"f"$-0W', '-9.223372e+18'],
  ['"j"$0Wi', '2147483647'],
  ['"i"$0W', '0Wi'],
  ['0we+1', '0we'],
  ['`timestamp$1600.01.01', '-0Wp'],
  ['0001.01.01-1', '0000.00.00'],
  ['9999.12.31+1', '0000.00.00'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
