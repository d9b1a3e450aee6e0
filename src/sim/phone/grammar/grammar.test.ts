// Guards the sentences of customers and employees: complete, varied, and in American English.
import { describe, expect, it } from 'vitest'
import { MATTERS } from '../tables/matters.ts'
import { LACKING_BECAUSE, OWN_DETAILS } from '../tables/own-details.ts'
import * as REPLY_TABLES from '../tables/replies.ts'
import * as SAYING_TABLES from '../tables/sayings.ts'
import { CIRCUMSTANCES } from './circumstances.ts'
import { MANNERS } from './manners.ts'
import { MESSAGES } from './messages.ts'
import { NEWS } from './news.ts'
import { REPLIES } from './replies.ts'

const { signature: _, ...letters } = MESSAGES
const { INSTEAD, ...sayings } = SAYING_TABLES

/** Whole sentences by act, and by voice or style. */
const SENTENCES = { ...letters, ...CIRCUMSTANCES, ...REPLIES, ...REPLY_TABLES, ...MANNERS, ...NEWS }
const ACTS = Object.entries({ ...SENTENCES, ...sayings }).map(
  ([act, ways]) => [act, Object.values(ways).flat(), Object.values(ways)] as const,
)

/** All texts that a model may read. */
const TEXTS: readonly string[] = [
  ...ACTS.flatMap(([, all]) => all),
  ...INSTEAD,
  ...Object.values(OWN_DETAILS).flat(),
  ...Object.values(LACKING_BECAUSE).flat(),
  ...MATTERS.flatMap(({ says, consequences, blocks, fee }) => [
    ...says,
    ...consequences.flatMap((one) => [one.says, one.against, one.fine]),
    ...blocks,
    fee,
  ]),
]

/** Spellings and words that mark British English. */
const BRITISH = new RegExp(
  'colour|favour|neighbour|honour|cheque|programme|enquir|telly|' +
    '\\b(?:mum|shall|whilst|queue|ringing|ring (?:back|again|me|us|you))\\b',
  'i',
)

describe.each(ACTS)('%s', (_act, all, ways) => {
  it('can be said in two ways at least, none of them twice', () => {
    for (const way of ways) {
      expect(way.length).toBeGreaterThanOrEqual(2)
      expect(new Set(way).size).toBe(way.length)
    }
  })

  it('is said in short sentences with an end', () => {
    for (const text of all) {
      expect([text, /[.!?]$/.test(text)]).toEqual([text, true])
      expect([text, text.split(' ').length <= 30]).toEqual([text, true])
    }
  })
})

describe('all texts', () => {
  it('are in American English', () => {
    const british = TEXTS.filter((text) => BRITISH.test(text))
    expect(british).toEqual([])
  })
})
