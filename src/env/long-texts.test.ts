// Guards that the long texts of a payload are found exactly as JSON writes them.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LONG_TEXT_MIN, longTexts } from './long-texts.ts'
import { type ChatMessage, toolAnswer, user } from './message.ts'

const LONG = 'x'.repeat(LONG_TEXT_MIN)

const payloadOf = (messages: readonly ChatMessage[], action: unknown = {}): string =>
  JSON.stringify({ action, effects: [], messages, reward: 0 })

/** What stands at the places that were found, as text again. */
const foundIn = (messages: readonly ChatMessage[], payload = payloadOf(messages)) =>
  longTexts(payload, messages)?.map(({ from, to }) => JSON.parse(`"${payload.slice(from, to)}"`))

it('finds texts of 256 characters and more, each once, and no others', () => {
  const messages = [user('short'), user(LONG), toolAnswer({ id: 'a', name: 'b' }, `${LONG}y`)]
  expect(foundIn(messages)).toEqual([LONG, `${LONG}y`])
  expect(longTexts(payloadOf([user('short')]), [user('short')])).toBeUndefined()
  expect(foundIn([user('x'.repeat(LONG_TEXT_MIN - 1)), user(LONG)])).toEqual([LONG])
})

it('takes no quotes, backslashes and marks within texts for those around them', () => {
  const tricky = [
    '\\',
    '"',
    '"content":"',
    ',"messages":[',
    '\\"',
    '\n',
    '\u{1f388}',
    '\ud800',
    'a',
  ]
  const content = fc
    .array(fc.constantFrom(...tricky), { maxLength: 400 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(content, { maxLength: 4 }), content, (contents, said) => {
      const messages = contents.map((text) => user(text))
      const payload = payloadOf(messages, {
        content: said,
        arguments: { messages: [{ content: said }] },
      })
      const expected = contents.filter((text) => text.length >= LONG_TEXT_MIN)
      expect(foundIn(messages, payload) ?? []).toEqual(expected)
    }),
  )
})

it('finds nothing in a payload that has other messages', () => {
  expect(longTexts('{"reward":0}', [user(LONG)])).toBeUndefined()
  expect(longTexts('{"a":1,"messages":[{"content":"x', [user(LONG)])).toBeUndefined()
})
