// Guards that dictionaries are compared key by key, and a missing entry counts as null.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

it.each([
  ['(`p`q!4 5)=`q`r!5 6', 'p| 0\nq| 1\nr| 0'],
  ['(`p`q!4 5)<`q`r!9 6', 'p| 0\nq| 1\nr| 1'],
  ['(`p`q!4 5)>=`q`r!9 6', 'p| 1\nq| 0\nr| 0'],
  ['(`p`q!(4 5;6 7))=`q`r!(6 8;9 0N)', 'p| 00b\nq| 10b\nr| 01b'],
  ['(`p`q!`x`y)<>`q`p!`y`x', 'p| 0\nq| 0'],
  ['([k:`p`q]v:4 5)=([k:`q`r]v:5 6)', 'k| v\n-| -\np| 0\nq| 1\nr| 0'],
  ['(`p`q!4 5)=()!()', 'p| 0\nq| 0'],
  ['([k:`p`q]v:4 5)=([j:`q`r]v:5 6)', "'type"],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
