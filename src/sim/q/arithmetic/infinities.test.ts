// Guards integers, reals and times at the limits of their types.
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

// A float that no integer holds becomes infinite, as in a cast.
it.each([
  ['floor 1e20', '0W'],
  ['ceiling -1e20 2.5', '-0W 3'],
  ['2000000000000000000~floor 2e18', '1b'],
  ['7 div 1e-30', '0W'],
  ['2147483646i div 0.5', '0Wi'],
  ['2000.01.01|1e20', '0Wd'],
])('%s is in the range of its type', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

// Integers of 32 bits wrap.
it.each([
  ['sum 2147483647 1i', '0Ni'],
  ['prd 4#1000000i', '-1593835520i'],
  ['sums 2147483646 5i', '2147483646 -2147483645i'],
  ['prds 100000 100000i', '100000 1410065408i'],
  ['2 msum 2147483646 5 5i', '2147483646 -2147483645 10i'],
  ['10i xbar -2147483646i', '2147483646i'],
  ['2 msum 3e38 3e38e', '3e+38 0we'],
])('%s wraps', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
