// Guards the sentences of customers and employees: complete, varied, and in American English.
import { describe, expect, it } from 'vitest'
import { stream } from '../../random.ts'
import { DESCRIPTIONS, NAME_ENDINGS } from '../tables/company-names.ts'
import { KIND_HABITS } from '../tables/departments.ts'
import { LOOKALIKES } from '../tables/lookalikes.ts'
import { MATTERS } from '../tables/matters.ts'
import { drawOwnDetail, LACKING_BECAUSE, OWN_DETAILS } from '../tables/own-details.ts'
import * as REPLY_TABLES from '../tables/replies.ts'
import * as SAYING_TABLES from '../tables/sayings.ts'
import { SERVICES } from '../tables/services.ts'
import { TRAIT_SENTENCES } from '../tables/traits.ts'
import { departmentsAsNoun } from './agreement.ts'
import { CIRCUMSTANCES } from './circumstances.ts'
import { expand } from './expand.ts'
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
  ...LOOKALIKES.flatMap(({ usual, twin, says }) => [
    ...[usual, twin].flatMap(({ effect, because }) => [effect, because]),
    ...says,
  ]),
  ...SERVICES.flatMap(({ about, says }) => [about, ...says]),
  ...Object.values(KIND_HABITS).flatMap(({ names, does }) => [...names, ...does]),
  ...Object.values(NAME_ENDINGS).flat(),
  ...Object.values(TRAIT_SENTENCES).flat(),
  ...DESCRIPTIONS,
]

/** Spellings and words that mark British English. */
const BRITISH = new RegExp(
  'colour|favour|neighbour|honour|cheque|programme|enquir|telly|centre|instalment|' +
    '\\b(?:mum|shall|whilst|queue|look after|any more|holidays)\\b|' +
    '\\bring(?:ing| (?:back|again|me|us|you))\\b',
  'i',
)

describe.each(ACTS)('%s', (_act, all, ways) => {
  it('can be said in two ways at least, none of them twice', () => {
    for (const way of ways) {
      expect(way.length).toBeGreaterThanOrEqual(2)
      expect(new Set(way).size).toBe(way.length)
    }
  })

  it('consists of short sentences with punctuation at the end', () => {
    for (const text of all) {
      expect([text, /[.!?]$/.test(text)]).toEqual([text, true])
      expect([text, text.split(' ').length <= 30]).toEqual([text, true])
    }
  })
})

/** The sentences of some acts, in every voice or style. */
const saidIn = (...acts: readonly Readonly<Record<string, readonly string[]>>[]) =>
  acts.flatMap((ways) => Object.values(ways).flat())

describe('what an employee asks', () => {
  it('refers to no earlier request, since it may be the first sentence of a call', () => {
    const first = saidIn(NEWS.missing, NEWS.reference, SAYING_TABLES.DETAILS_WANTED)
    const supposing = first.filter((text) => /\b(?:also|still|almost|yet|so far)\b/i.test(text))
    expect(supposing).toEqual([])
  })

  it('ends with a question of yes or no', () => {
    for (const text of saidIn(SAYING_TABLES.PRICE, SAYING_TABLES.READ_BACK)) {
      expect([text, /[^.?!]\?$/.test(text)]).toEqual([text, true])
      expect([text, text.split('?').length]).toEqual([text, 2])
    }
  })
})

describe('what people say', () => {
  it('names no time of day, since messages and calls come at any time', () => {
    const { hurry, thanks } = CIRCUMSTANCES
    const all = saidIn(letters.hello, hurry, thanks, MANNERS.greeting, MANNERS.goodbye)
    expect(all.filter((text) => /morning|afternoon|evening|tonight/i.test(text))).toEqual([])
  })

  it('agrees in number: several digits "are", one department "has"', () => {
    const random = stream(1, 0, 'agreement')
    const digits = { field: drawOwnDetail('last_4_cc', random), value: '4940' }
    expect(expand('{field} {field:is} {value}.', digits, random)).toMatch(/ are 4940\.$/)
    const first = departmentsAsNoun(['Reservations'])
    expect(expand('{first} {first:has} to clear it.', { first }, random)).toMatch(/ has to clear/)
  })
})

describe('all texts', () => {
  it('are in American English', () => {
    const british = TEXTS.filter((text) => BRITISH.test(text))
    expect(british).toEqual([])
  })
})
