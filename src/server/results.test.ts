// Guards that a step's answer assembled from JSON parts equals the JSON of the whole.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { END_REASONS } from '../env/end.ts'
import type { StepAnswer } from '../env/episode.ts'
import { answerTexts, steppedPayload, steppedText } from '../env/log.ts'
import type { Action, ChatMessage } from '../env/message.ts'
import { shareJson } from '../sim/shared-json.ts'
import { toStepResult, WrittenStep } from './results.ts'

const SHARED = { departments: ['Billing'], more: 0 }
shareJson(SHARED)

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('"long" é '.repeat(40)))
const numbers = fc.dictionary(fc.string(), fc.integer({ min: -5000, max: 5000 }))

const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'system'), content: text }),
  fc.record({ role: fc.constant('tool'), tool_call_id: text, name: text, content: text }),
)

const answers: fc.Arbitrary<StepAnswer> = fc
  .record(
    {
      messages: fc.array(message),
      reward: fc.integer({ min: -5000, max: 5000 }),
      parts: numbers,
      end: fc.record({
        kind: fc.constantFrom('terminated', 'truncated'),
        reason: fc.constantFrom(...END_REASONS),
      }),
      metrics: numbers,
      notes: fc.array(fc.dictionary(fc.string(), text)),
      events: fc.array(fc.record({ kind: text, what: fc.oneof(text, fc.constant(SHARED)) }), {
        minLength: 1,
      }),
    },
    { requiredKeys: ['messages', 'reward', 'parts'] },
  )
  .map((answer) => answer as StepAnswer)

const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ text }),
  fc.record({ content: fc.option(text) }),
)

test('of an answer, and of its row', () => {
  fc.assert(
    fc.property(answers, actions, text, fc.option(text), (answer, action, episode, given) => {
      const version = given ?? undefined
      const texts = answerTexts(answer)
      const plain = toStepResult(episode, 7, answer)
      const written = new WrittenStep(episode, 7, answer, texts)
      expect(written.text).toBe(JSON.stringify(plain))
      expect({ ...written }).toEqual(plain)
      const { payload: row, long } = steppedText(action, [], answer, texts, version)
      expect(row).toBe(JSON.stringify(steppedPayload(action, [], answer, version)))
      const ranges = long.map(({ from, to }) => row.slice(from, to))
      const { messages, events } = texts
      const inLists = [messages, ...(events === undefined ? [] : [events])].flatMap((list) =>
        list.long.map(({ from, to }) => list.json.slice(from, to)),
      )
      expect(ranges).toEqual(inLists)
    }),
  )
})
