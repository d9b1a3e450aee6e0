// Guards that the search knows from where a right value can be copied, and makes up nothing.
import { expect, it } from 'vitest'
import { commonestIn, copiesIn, type Example } from './sources.ts'
import type { TranscriptParts } from './transcript-parts.ts'

const reading = (question: string, ...answers: string[]): TranscriptParts => ({
  prompt: question,
  question,
  answers,
  lastTurn: '',
  turns: answers.length,
})

const named = (examples: readonly Example[]): readonly string[] =>
  copiesIn(examples).map(({ source }) => JSON.stringify(source))

it('finds the place that is right in every task before one that is right in some', () => {
  const [best] = copiesIn([
    { right: 'nuts', reading: reading('Order 3 nuts') },
    { right: 'bolts', reading: reading('Order 40 bolts') },
  ])
  expect(best).toMatchObject({ share: 1, source: { origin: 'span', kind: 'word' } })
})

it('finds what is right by its rank, wherever it stands', () => {
  const found = named([
    { right: 't17', reading: reading('Choose', 't90 t17 t45') },
    { right: 't12', reading: reading('Choose', 't12 t33 t70') },
    { right: 't20', reading: reading('Choose', 't64 t31 t20') },
  ])
  const ranked = { origin: 'span', area: 'answers', kind: 'token', index: 0, order: 'value' }
  expect(found).toContain(JSON.stringify(ranked))
})

it('finds a number that is the ending of another', () => {
  const examples = [
    { right: 37, reading: reading('Order 10037') },
    { right: 512, reading: reading('Order 20512') },
  ]
  expect(copiesIn(examples)[0]).toMatchObject({ share: 1, source: { kind: 'ending' } })
})

it('finds nothing where the value has to be worked out', () => {
  expect(copiesIn([{ right: 12, reading: reading('What is 5 + 7?') }])).toEqual([])
})

it('counts how often each value is right', () => {
  const examples = ['A', 'B', 'A', undefined].map((right) => ({ right, reading: reading('') }))
  expect(commonestIn(examples)).toEqual([
    { value: 'A', share: 0.5 },
    { value: 'B', share: 0.25 },
  ])
})
