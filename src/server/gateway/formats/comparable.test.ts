// Guards which messages are the same for the gateway, whatever their client changed.
import { expect, it } from 'vitest'
import { canonicalJson, type Json } from '../../../sim/json.ts'
import type { AssistantTextMessage, TextMessage } from './chat-form.ts'
import { comparable } from './comparable.ts'

const calling = (args: string, more: Partial<AssistantTextMessage> = {}): AssistantTextMessage => ({
  ...{ role: 'assistant', content: null },
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: args } }],
  ...more,
})
const answer = calling('{"city": "Bern", "days": 2}', { reasoning_content: 'I need the tool.' })

it.each<[string, TextMessage]>([
  ['without the thoughts', calling('{"city": "Bern", "days": 2}')],
  ['with the same arguments written anew', calling('{"days":2,"city":"Bern"}')],
  ['with an empty text instead of none', { ...answer, content: '' }],
  ['with only line breaks as text', { ...answer, content: '\n\n' }],
])('takes an answer for the same if a client sends it %s', (_, sent) => {
  expect(comparable(sent)).toBe(comparable(answer))
})

it.each<[string, TextMessage]>([
  ['text', { ...answer, content: 'Yes.' }],
  ['arguments', calling('{"city": "Oslo", "days": 2}')],
  ['arguments that are no JSON', calling('{"city": "Bern"')],
  ['calls', { role: 'assistant', content: '' }],
  ['role', { role: 'user', content: '' }],
])('takes a message with another %s for another', (_, sent) => {
  expect(comparable(sent)).not.toBe(comparable(answer))
})

it.each<TextMessage>([
  { role: 'system', content: 'Be "brief".', name: 'a\nb' },
  { role: 'user', content: '\ud800 é', name: '' },
  { role: 'tool', content: 'rain', tool_call_id: 'call_1' },
])('writes a message as canonical JSON, by which stored names were made', (message) => {
  expect(comparable(message)).toBe(canonicalJson(message as unknown as Json))
})

it('writes an answer as canonical JSON of its text and calls', () => {
  const text = '{"calls":[["call_1","weather",{"value":{"city":"Bern","days":2}}]],"content":""'
  expect(comparable(answer)).toBe(`${text},"role":"assistant"}`)
  const plain = '{"calls":[],"content":"Yes.","role":"assistant"}'
  expect(comparable({ role: 'assistant', content: 'Yes.' })).toBe(plain)
})

it('treats an answer like the same one without the spaces around it', () => {
  const spoken = (content: string): TextMessage => ({ role: 'assistant', content })
  expect(comparable(spoken('\n\nYes, I do.\n'))).toBe(comparable(spoken('Yes, I do.')))
  expect(comparable(spoken('Yes, I  do.'))).not.toBe(comparable(spoken('Yes, I do.')))
  const asked = { role: 'user', content: 'Yes. ' } as const
  expect(comparable(asked)).not.toBe(comparable({ ...asked, content: 'Yes.' }))
})

it('treats a call without arguments like one with an empty object', () => {
  expect(comparable(calling(''))).toBe(comparable(calling('{}')))
})

it('distinguishes broken arguments from the JSON text of a string', () => {
  expect(comparable(calling('"x'))).not.toBe(comparable(calling('"\\"x"')))
})
