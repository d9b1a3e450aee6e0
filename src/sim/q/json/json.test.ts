// Guards the conversion of values to JSON and back.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

it.each([
  ['.j.j `n`s!(1 2;("pp";"q"))', '"{\\"n\\":[1,2],\\"s\\":[\\"pp\\",\\"q\\"]}"'],
  ['.j.j (0b;0N;2.5;`a;2020.02.03;::)', '"[false,null,2.5,\\"a\\",\\"2020-02-03\\",null]"'],
  ['.j.j ([]a:1 2)', '"[{\\"a\\":1},\\n {\\"a\\":2}]"'],
  ['.j.j "a\\"b\\n"', '"\\"a\\\\\\"b\\\\n\\""'],
  ['.j.k "[1,true,null]"', '1f\n1b\n0n'],
  ['.j.k "{\\"a\\":[1,2],\\"b\\":\\"x\\"}"', 'a| 1 2f\nb| ,"x"'],
  ['.j.k "[{\\"a\\":1},{\\"a\\":2}]"', 'a\n-\n1\n2'],
  ['.j.k "\\"\\\\u00e9\\""', '"\\303\\251"'],
  ['.j.k "[1,"', "'type"],
  ['.j.k .j.j .j.k "[]"', '()'],
  ['.j.jd (1 0w;(enlist`null0w)!enlist 1b)', '"[1,null]"'],
])('shows the result of %s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

it('refuses nesting without end', () => {
  expect(consoleResult('.j.k 100000#"["')).toBe("'limit")
})
