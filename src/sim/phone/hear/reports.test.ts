// Guards that the customer's own wish is heard where it is reported, and nobody else's is.
import { describe, expect, it } from 'vitest'
import { BUSINESSES } from '../tables/businesses.ts'
import { hearRequest } from './request.ts'

const WISHES = BUSINESSES.flatMap(({ id, phrases }) => phrases.map((phrase) => ({ id, phrase })))
const unlike = (frame: string, isHeard: boolean): string[] =>
  WISHES.filter(({ id, phrase }) => {
    const { wishes } = hearRequest(frame.replace('{goal}', phrase), 'seed')
    return wishes.some(({ wish }) => wish === id) !== isHeard
  }).map(({ phrase }) => phrase)

const OWN = [
  'Our client has just asked to {goal}.',
  'My customer requested to {goal}.',
  'The caller told me she would like to {goal}.',
  'The client says that they must {goal}.',
  'Hello, my client explained that he has to {goal}.',
  'The account owner needs to {goal}.',
  'The account holder says she wants to {goal}.',
  'The purpose of this call is that our customer needs to {goal}.',
  'The reason I am calling is that I need to {goal}.',
  'Please handle my client’s wish to {goal}.',
  'Could you please take care of the request of my customer to {goal}?',
  'Go ahead with their request to {goal}.',
  'I am wondering whether you could help us {goal}.',
  'A customer of mine has to {goal}. Can you see to it?',
  'Caller says: "I would like to {goal}."',
  'The customer wrote, "Please {goal}."',
  'Message from my client: we want to {goal}.',
]

const OTHERS = [
  'My husband said she wants to {goal}.',
  'One colleague mentioned that he needs to {goal}.',
  'Another client has requested to {goal}.',
  'Some customers want to {goal}.',
  'People say they would like to {goal}.',
  'The customer said that his boss wants to {goal}.',
  'The customer said she does not want to {goal}.',
  'The customer said he might want to {goal}.',
  'The customer told me she once wanted to {goal}.',
  'The client has not asked to {goal}.',
  'Nobody says the customer told me he wants to {goal}.',
  'Has the customer requested to {goal}?',
  'Suppose the customer said she wants to {goal}.',
  'Please do not proceed with the request to {goal}.',
  'The request to {goal} was taken back.',
  'I was wondering whether people {goal}.',
  'The reason for my call is not that the customer wants to {goal}.',
  'Letter from my neighbour: "I need to {goal}."',
]

describe('a reported wish', () => {
  it.each(OWN)('of the customer is heard: %s', (frame) => {
    expect(unlike(frame, true)).toEqual([])
  })

  it.each(OTHERS)('of somebody else, or none at all, is not: %s', (frame) => {
    expect(unlike(frame, false)).toEqual([])
  })
})
