// Guards the console form of values and functions, and the locations of errors.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'
import { createSession } from '../session.ts'

it.each([
  ['([]m:2012.05 2012.06m;e:(1;`a))', 'm       e \n----------\n2012.05 1 \n2012.06 `a'],
  ['([]k:`p`q)!1 20', 'k|   \n-| --\np| 1 \nq| 20'],
  ['`p`q!([]n:1 2)', ' | n\n-| -\np| 1\nq| 2'],
  ['(`p;1)!2 3', '`p| 2\n1 | 3'],
  ['`p`q!(();())', 'p| \nq|'],
  ['2 xexp', 'xexp[2]'],
  ['{x+y}[;1]', '{x+y}[;1]'],
  ['-[;3]', '-[;3]'],
  ['-3!(`a;"b";1 2f;(+/))', '"(`a;\\"b\\";1 2f;+/)"'],
  ['0N!1 2;', '1 2'],
  ['peach', "k){x':y}"],
  ['-4 0 4*0f', '-0 0 0f'],
  ['neg 0f', '-0f'],
  ['neg 0', '0'],
  ['abs neg 0f', '0f'],
  ['string 0%-4', '"-0"'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

it.each([
  ['parse "x+:1"', '+:\n`x\n1'],
  ['parse "(1;`a)"', 'enlist\n1\n,`a'],
  ['parse "f[1];g 2"', '";"\n(`f;1)\n(`g;2)'],
  ['parse "k)#x"', '#:\n`x'],
  ['k)#1 2 3', '3'],
  ['eval parse "$[0b;1;2]"', '2'],
  ['eval parse "zz::4"', '4'],
  ['value[{[a;b]c:a+g;c}]1 2 3', '`a`b\n,`c\n``g'],
  ['value {x+y}[1;]', '{x+y}\n1\n::'],
  ['value (`til;3)', '0 1 2'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

const errorText = (...entries: readonly string[]): string => {
  const session = createSession()
  return entries.map((entry) => session.evaluate(entry).error?.text ?? '').at(-1) ?? ''
}

it('shows the function that an error arose in, and its depth', () => {
  expect(errorText('g:{x+`a}', 'f:{g x}', 'f 1')).toBe("'type\n  [2]  g:{x+`a}\n           ^\n")
  expect(errorText('f:{{x%`a}x}', 'f 1')).toBe("'type\n  [2]  f@:{x%`a}\n            ^\n")
  expect(errorText('f:{\n x+\n `a}', 'f 1')).toBe("'type\n  [1]  f:\n x+\n  ^\n")
})

it('shows where a text does not parse', () => {
  expect(errorText('1+(2')).toBe("'(\n  [0]  1+(2\n         ^\n")
  expect(errorText('value "2)"')).toBe("')\n  [0]  2)\n        ^\n")
})
