// Guards operators in parentheses before one argument, and how their comparisons show.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

it.each([
  ['(-)4 5', '-4 -5'],
  ['(#)"abc"', '3'],
  ['($)`ab', '"ab"'],
  ['(,)3', ',3'],
  ['parse "(*)x"', '*:\n`x'],
  ['(-)[7;2]', '5'],
  ['type each (<>;<=;>=;<)', '105 105 105 102h'],
  ['(<>)', '~='],
  ['("-"/:)("p";"q")', '"p-q"'],
  ['(0x0\\:)258h', '0x0102'],
  ['(2/:)1 0 1', '5'],
  ['.q?(-:)', '`neg'],
  ['(first;reverse;count)?(|:)', '1'],
  ['(neg@;+/;+[1])?(+/)', '1'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
