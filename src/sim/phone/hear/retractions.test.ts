// Guards that what follows a wish takes it back in many words, and in no others.
import { describe, expect, it } from 'vitest'
import { BUSINESSES } from '../tables/businesses.ts'
import { hearRequest } from './request.ts'

const WISHES = BUSINESSES.flatMap(({ id, phrases }) => phrases.map((phrase) => ({ id, phrase })))
const unlike = (frame: string, isHeard: boolean): string[] =>
  WISHES.filter(({ id, phrase }) => {
    const { wishes } = hearRequest(frame.replace('{goal}', phrase), 'seed')
    return wishes.some(({ wish }) => wish === id) !== isHeard
  }).map(({ phrase }) => phrase)

const TAKEN_BACK = [
  'Our client does not really want this.',
  'She no longer wants that.',
  'Actually, please disregard this message.',
  'Ignore the above.',
  'Forget what I said.',
  'My client has withdrawn his request.',
  'We want to cancel our request.',
  'That request is void now.',
  'Please hold off for now.',
  'Do nothing, please.',
  'No action is required.',
  'You should not do it.',
  "Please don't act on this.",
  'Sorry, I dialled the wrong number.',
  'My apologies, this is the wrong department.',
  'It has all been settled.',
  "It's done already.",
  'There is nothing left to do.',
  'Nobody wants that.',
  'That is not what I meant.',
]

const LEFT_STANDING = [
  'Nothing else is needed today.',
  'I do not need anything else.',
  'It has not been done yet.',
  'Please process my request.',
  'Please do not ignore my request.',
  'Please do it now.',
  'My request was ignored last time.',
  'Please do not put me on hold.',
  'Is this the wrong department?',
  'Can it be done today?',
]

const VOID = [
  'Please {goal} never.',
  'Please {goal} at a different company.',
  'Would you like to {goal}?',
  'Do you want to {goal}?',
  'We had to {goal} last year, but it was done.',
  'I would like you not to {goal}.',
]

describe('a wish', () => {
  it.each(TAKEN_BACK)('is none behind which stands: %s', (end) => {
    expect(unlike(`I need to {goal}. ${end}`, false)).toEqual([])
  })

  it.each(LEFT_STANDING)('stays one behind which stands: %s', (end) => {
    expect(unlike(`I need to {goal}. ${end}`, true)).toEqual([])
  })

  it.each(VOID)('is none in: %s', (frame) => {
    expect(unlike(frame, false)).toEqual([])
  })
})
