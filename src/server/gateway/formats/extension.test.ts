// Guards which request goes on from an earlier call, whatever its client changed without meaning.
import { describe, expect, it } from 'vitest'
import type { AssistantMessage, ChatMessage } from './chat-form.ts'
import { newMessages } from './extension.ts'

const prompt: ChatMessage[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'What is the weather?' },
]

const calling = (args: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  ...{ role: 'assistant', content: null },
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: args } }],
  ...more,
})
const answer = calling('{"city": "Bern", "days": 2}', { reasoning_content: 'I need the tool.' })
const result: ChatMessage = { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' }

const added = (sent: ChatMessage, before = prompt) =>
  newMessages(prompt, answer, [...before, sent, result])

describe('a request goes on from a call', () => {
  it('if it begins with the prompt and the answer', () => {
    expect(added(answer)).toEqual([result])
    expect(newMessages(prompt, answer, [...prompt, answer])).toEqual([])
  })

  it.each([
    ['without the thoughts', calling('{"city": "Bern", "days": 2}')],
    ['with the same arguments written anew', calling('{"days":2,"city":"Bern"}')],
    ['with an empty text instead of none', { ...answer, content: '' }],
  ])('if its client sends the answer back %s', (_, sent) => {
    expect(added(sent)).toEqual([result])
  })

  it.each([
    ['text', { ...answer, content: 'Yes.' }],
    ['thoughts', { ...answer, reasoning_content: 'Something else.' }],
    ['arguments', calling('{"city": "Oslo", "days": 2}')],
    ['arguments that are no JSON', calling('{"city": "Bern"')],
    ['calls', { role: 'assistant' as const, content: '' }],
    ['role', { role: 'user' as const, content: '' }],
  ])('and not if the answer has another %s', (_, sent) => {
    expect(added(sent)).toBeUndefined()
  })

  it('and not if the prompt differs or is longer than the request', () => {
    expect(added(answer, [{ role: 'user', content: 'Hi.' }, ...prompt.slice(1)])).toBeUndefined()
    expect(newMessages(prompt, answer, prompt)).toBeUndefined()
  })
})
