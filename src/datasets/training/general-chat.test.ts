/** Guards the readers of general chats: the rows they accept, and the fields they refuse. */
import { describe, expect, it } from 'vitest'
import type { FileRow } from '../rows/row.ts'
import { chatMessages, chatPair, chatPrompt } from './general-chat.ts'

const row = (values: Record<string, unknown>): FileRow => ({
  file: 'chat.jsonl',
  unit: 'line',
  number: 7,
  values,
})
const user = { role: 'user', content: 'Hello?' }
const assistant = { role: 'assistant', content: 'Yes.' }
const other = { role: 'assistant', content: 'No.' }

describe('conversations', () => {
  it('are read from messages, without other members', () => {
    const messages = [{ ...user, name: null }, assistant]
    expect(chatMessages(row({ messages, source: 'x' }))).toEqual([user, assistant])
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no messages', { text: 'x' }, /^chat\.jsonl, line 7, field messages: is missing; .* text\./],
    ['null', { messages: null }, /field messages: is missing; the line has messages\./],
    ['a text', { messages: 'x' }, /field messages: is "x", not a list of messages/],
    ['an empty list', { messages: [] }, /field messages: has no messages/],
    ['no message', { messages: [null] }, /field messages\[0\]: is null, not a message/],
    ['a role', { messages: [{ ...user, role: 'bot' }] }, /messages\[0\]\.role: is "bot", not one/],
    ['a content', { messages: [user, { role: 'assistant' }] }, /messages\[1\]\.content: is undef/],
    ['the end', { messages: [user] }, /field messages: ends with a message of the user/],
  ])('are refused by field: %s', (_, values, message) => {
    expect(() => chatMessages(row(values))).toThrow(message)
  })
})

describe('pairs', () => {
  const pair = { prompt: [user], chosen: [assistant], rejected: [other] }

  it('have the gap of their scores, without the error of binary fractions', () => {
    const scores = { score_chosen: 7.5, score_rejected: 7.2 }
    expect(chatPair(row({ ...pair, ...scores })).gap).toBe(0.3)
  })

  it('are read with prompts as text, as messages, or repeated in the answers', () => {
    const expected = { ...pair, gap: null }
    expect(chatPair(row({ prompt: 'Hello?', chosen: 'Yes.', rejected: 'No.' }))).toEqual(expected)
    expect(chatPair(row(pair))).toEqual(expected)
    const repeated = { chosen: [user, assistant], rejected: [user, other] }
    expect(chatPair(row({ prompt: 'Hello?', ...repeated }))).toEqual(expected)
    expect(chatPair(row(repeated))).toEqual(expected)
    expect(chatPair(row({ prompt: null, ...repeated }))).toEqual(expected)
    const scored = { ...repeated, score_chosen: 8.5, score_rejected: 3 }
    expect(chatPair(row(scored)).gap).toBe(5.5)
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no rejected', { prompt: 'x', chosen: 'y' }, /line 7, field rejected: is missing/],
    ['no prompt', { chosen: 'y', rejected: 'z' }, /field chosen: holds no prompt/],
    ['another prompt', { prompt: 'x', chosen: [user, assistant], rejected: 'z' }, /another prompt/],
    ['a blank', { prompt: ' ', chosen: 'y', rejected: 'z' }, /field prompt: is blank/],
  ])('are refused by field: %s', (_, values, message) => {
    expect(() => chatPair(row(values))).toThrow(message)
  })
})

it('reads prompts from any of the three formats', () => {
  expect(chatPrompt(row({ prompt: 'Hello?' }))).toEqual([user])
  expect(chatPrompt(row({ messages: [user, assistant] }))).toEqual([user])
  expect(chatPrompt(row({ chosen: [user, assistant] }))).toEqual([user])
  const chosen = [user, assistant]
  expect(chatPrompt(row({ prompt: null, messages: null, chosen }))).toEqual([user])
  expect(() => chatPrompt(row({ chosen: 'Yes.' }))).toThrow(/field chosen: holds no prompt/)
})
