// Guards the last bits of powers and logarithms: `floor` shows them.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'
import { exponential, logarithm } from './exponential.ts'

it.each([
  ['floor 3 xexp 3', '27'],
  ['floor 3 xexp 1 2 4', '3 9 81'],
  ['floor 2 xexp 3', '7'],
  ['floor 10 xlog 1000', '2'],
  ['-2 xexp 2 0.5', '0n 0n'],
  ['0n xexp 0', '0n'],
  ['0 xexp 2 -1', '0 0w'],
  ['exp 710 -746 0n', '0w 0 0n'],
  ['log 0 -1 0w', '-0w 0n 0w'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

// Computed with 60 digits and rounded once.
it.each([
  [1.0986122886681098, 3.0000000000000004],
  [-0.3333333333333333, 0.7165313105737893],
  [12.7, 327747.9018738116],
  [44.154757261276245, 1.5002631024934285e19],
  [-708.5, 2.006132305331306e-308],
  [709.7, 1.6549840276802644e308],
  [-744.5, 5e-324],
  [1e-10, 1.0000000001],
])('exp %d', (x, expected) => {
  expect(exponential(x)).toBe(expected)
})

it.each([
  [3.0, 1.0986122886681098],
  [11.0, 2.3978952727983707],
  [7.0, 1.9459101490553132],
  [0.97, -0.030459207484708574],
  [1.0000001, 9.999999505838704e-8],
  [1.7e308, 709.7268368932282],
  [5e-324, -744.4400719213812],
  [0.2, -1.6094379124341003],
])('log %d', (x, expected) => {
  expect(logarithm(x)).toBe(expected)
})
