/** Guards how a player's lines are parsed. */
import { expect, it } from 'vitest'
import type { ToolSchema } from '../../client/types.ts'
import { actionText, readInput, toolUsage } from './input.ts'

const tool = (name: string, properties: object, required: string[] = []): ToolSchema => ({
  type: 'function',
  function: { name, description: name, parameters: { properties, required } as never },
})
const text = { type: 'string' }
const tools = [
  tool('company_directory', { query: text, limit: { type: 'integer' } }, ['query']),
  tool('form', { fields: { type: 'array' }, note: text, deep: { type: 'object' } }),
]

it.each([
  ['company_directory query="two words"', { query: 'two words' }],
  ['  company_directory query=one limit=3 ', { query: 'one', limit: 3 }],
  ['company_directory query=42', { query: '42' }],
  ['company_directory query="say \\"hi\\""', { query: 'say "hi"' }],
  ['company_directory limit=many', { limit: 'many' }],
  ['company_directory query=', { query: '' }],
  ['company_directory', {}],
  ['form fields=full_name,email', { fields: ['full_name', 'email'] }],
  ['form fields=', { fields: [] }],
  [
    'form fields=["a b","c"] note=x deep={"a": 1}',
    { fields: ['a b', 'c'], note: 'x', deep: { a: 1 } },
  ],
])('reads the call %s', (line, given) => {
  const input = readInput(line, tools)
  const action = input.kind === 'action' ? input.action : undefined
  expect(action).toMatchObject({ tool_calls: [{ function: { arguments: given } }] })
})

it.each([
  ['', { kind: 'nothing' }],
  ['?', { kind: 'command', name: 'hint' }],
  [':undo', { kind: 'command', name: 'undo' }],
  [
    'Good morning, how are you?',
    { kind: 'action', action: { content: 'Good morning, how are you?' } },
  ],
  ['x = 1', { kind: 'action', action: { content: 'x = 1' } }],
  ['{"text": "raw"}', { kind: 'action', action: { text: 'raw' } }],
  ['{"content": "hi"}', { kind: 'action', action: { content: 'hi' } }],
])('reads %s', (line, input) => {
  expect(readInput(line, tools)).toEqual(input)
})

it.each([
  [
    'company_directory the bakery',
    /name=value, starting at: the bakery\ncompany_directory query=<s/,
  ],
  ['company_directory query=a b', /starting at: b/],
  ['company_directry query=a', /no tool "company_directry"\. Did you mean company_directory\?/],
  ['{"name": ', /This is not JSON/],
  ['{"tool": 1}', /must have "name" and "arguments"/],
  [':jump', /no command :jump\. Known: :help, /],
])('says what is wrong with %s', (line, message) => {
  const input = readInput(line, tools)
  expect(input.kind === 'mistake' ? input.message : input).toMatch(message)
})

it('writes calls as they are read', () => {
  expect(toolUsage(tools[0] as ToolSchema)).toBe(
    'company_directory query=<string> [limit=<integer>]',
  )
  const line = 'form fields=["a","b"] note="x y"'
  const input = readInput(line, tools)
  expect(input.kind === 'action' && actionText(input.action)).toBe(line)
})
