// Guards parse trees, syntax errors, read-only evaluation, and the console's handle.
import { expect, it } from 'vitest'
import { createSession } from '../session.ts'

function shown(...entries: readonly string[]): string {
  const session = createSession()
  const outcomes = entries.map((entry) => session.evaluate(entry))
  const last = outcomes.at(-1)
  return last?.error === undefined ? (last?.output ?? '').trimEnd() : `'${last.error.name}`
}

it.each([
  [['parse "`p"'], ',`p'],
  [['eval parse "`p"'], '`p'],
  [['parse "`p`q"'], 'p q'],
  [['eval parse "`p`q"'], '`p`q'],
  [['parse "f[`p;2]"'], '`f\n,`p\n2'],
  [['reval parse "2*3"'], '6'],
  [['reval parse "w:3"'], "'noupdate: `."],
  [['w:1 2', 'reval parse "w[0]:3"'], "'noupdate: `."],
  [['w:1 2', 'reval (set;enlist`w;3)'], "'noupdate: `."],
  [['@[reval;parse "w:3";::];', 'w:4', 'w'], '4'],
  [['0 "2*3"'], '6'],
  [['0 (+;2;3)'], '5'],
  [['0 ({x,y};2;`a)'], '2\n`a'],
  [['select p form t'], "'from"],
  [['select p from'], "'from"],
  [['t:([]a:1 2'], "'("],
  [['t:([a:1 2'], "'["],
  [['2001.02.03 12:30'], "'type"],
  [['"\\.\\*\\""'], '".*\\""'],
])('%j', (entries, expected) => {
  expect(shown(...entries)).toBe(expected)
})
