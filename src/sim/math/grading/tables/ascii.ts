import { byName } from '../../../by-name.ts'
import type { CommandMeaning } from './commands.ts'

/** ASCII characters that are tokens. */
export const ASCII: Readonly<Record<string, CommandMeaning>> = byName({
  '+': ['operator', '+'],
  '-': ['operator', '-'],
  '*': ['operator', '*'],
  '/': ['operator', '/'],
  '^': ['operator', '^'],
  _: ['operator', '_'],
  '!': ['operator', '!'],
  '(': ['open', '('],
  ')': ['close', ')'],
  '[': ['open', '['],
  ']': ['close', ']'],
  '{': ['open', '{'],
  '}': ['close', '}'],
  '|': ['bar', '|'],
  ',': ['separator', ','],
  ';': ['separator', ';'],
  ':': ['colon', ':'],
  '%': ['percent', '%'],
  "'": ['prime', "'"],
  '&': ['ampersand', '&'],
  '=': ['relation', '='],
  '<': ['relation', '<'],
  '>': ['relation', '>'],
  '~': ['space', ' '],
})

/** Two-character comparisons. */
export const PAIRS: Readonly<Record<string, CommandMeaning>> = byName({
  '<=': ['relation', '<='],
  '>=': ['relation', '>='],
  '!=': ['relation', '!='],
  '==': ['relation', '='],
  ':=': ['relation', '='],
  '=>': ['arrow', '⇒'],
  '->': ['arrow', '→'],
  '**': ['operator', '^'],
  '+-': ['operator', '±'],
})

/** Escaped characters that are not letters. */
export const ESCAPED: Readonly<Record<string, CommandMeaning>> = byName({
  '{': ['open', '\\{'],
  '}': ['close', '\\}'],
  '|': ['bar', '|'],
  $: ['currency', 'dollar'],
  '%': ['percent', '%'],
  '&': ['separator', 'and'],
  '#': ['space', ' '],
  _: ['space', ' '],
  "'": ['prime', "'"],
})
