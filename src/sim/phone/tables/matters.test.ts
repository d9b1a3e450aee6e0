// Guards what is written about services: complete, clearly told apart, and fit for their sentences.
import { describe, expect, it } from 'vitest'
import { DETAIL_NAMES } from '../details.ts'
import type { Listed } from '../listing.ts'
import { servicesForKind } from '../services.ts'
import { readWishes } from '../wishes.ts'
import { INDUSTRIES, INDUSTRY_HABITS, type Industry } from './industries.ts'
import type { Matter } from './matter.ts'
import { MATTERS } from './matters.ts'
import { RECORD_KINDS } from './record-kinds.ts'
import { SERVICES } from './services.ts'

const WANTED = SERVICES.filter(({ says }) => says.length > 0)

const slotsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot as string).sort()

const clausesOf = ({ needs, options = {}, says, consequences, blocks, fee }: Matter) => [
  ...Object.values(needs),
  ...Object.values(options),
  ...says,
  ...consequences.map((one) => one.says),
  ...blocks,
  fee,
]

const sentencesOf = ({ consequences }: Matter) =>
  consequences.flatMap(({ against, fine }) => [against, fine])

/** Texts that no two services share; words such as "the new date" may be shared. */
const ownTextsOf = (matter: Matter) => [
  ...matter.says,
  ...matter.consequences.map((one) => one.says),
  ...matter.blocks,
  ...sentencesOf(matter),
]

/** The words of a customer, with something in each slot. */
function filled({ says, record, options = {} }: Matter): readonly string[] {
  const kind = record === undefined ? undefined : RECORD_KINDS[record]
  const records = kind?.nouns.map((noun) => `the ${noun} ${kind.clause} May 3`) ?? ['']
  const values = Object.values(options)
  const width = Math.max(records.length, values.length)
  return says.flatMap((text) =>
    Array.from({ length: width }, (_, at) =>
      text
        .replace('{record}', records[at % records.length] as string)
        .replace('{option}', values[at % values.length] ?? '')
        .replace('{amount_cents}', '$1,200')
        .replace('{count}', '4')
        .replace('{date}', 'May 14')
        .replace('{time}', '3 pm')
        .replace('{address}', '12 Park Road')
        .replace('{name}', 'Maria Lopez'),
    ),
  )
}

/** All departments that a company of an industry can have. */
const companyIn = (industry: Industry): readonly Listed[] =>
  INDUSTRY_HABITS[industry].departments.map((kind) => ({
    company: 'Acme',
    department: kind,
    phone_number: '',
    hours: '',
    automated: false,
    description: '',
    trait: 'none' as const,
    services: servicesForKind(kind, industry),
  }))

const COMPANIES = INDUSTRIES.map(companyIn)

/** What players read wrongly from a message, at the companies that carry out the service. */
const misread = (message: string, service: string) =>
  COMPANIES.filter((company) =>
    company.some(({ services }) => services.some(({ id }) => id === service)),
  )
    .map((company) => readWishes(message, 'Acme', company).map((wish) => wish.service))
    .filter((read) => read.length !== 1 || read[0] !== service)
    .map((read) => ({ message, read }))

/** Words in lower case, each once. */
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z']+/g))

/** The consequences of all matters but one, and how often their answers have a word. */
function countsWithout(service: string) {
  const against = new Map<string, number>()
  const fine = new Map<string, number>()
  const add = (counts: Map<string, number>, text: string) => {
    for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  for (const matter of MATTERS) {
    if (matter.service === service) continue
    for (const one of matter.consequences) {
      add(against, one.against)
      add(fine, one.fine)
    }
  }
  return (word: string): number =>
    Math.log((1 + (against.get(word) ?? 0)) / (1 + (fine.get(word) ?? 0)))
}

describe('matters', () => {
  it('has one matter for each service that customers want and none for others', () => {
    expect(MATTERS.map(({ service }) => service).sort()).toEqual(WANTED.map(({ id }) => id).sort())
  })

  it('lets most services need something and none more than three things', () => {
    const counts = MATTERS.map(({ needs }) => Object.keys(needs).length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(3)
    expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(50)
  })

  it('uses each kind of record and each kind of detail', () => {
    const kinds = new Set(MATTERS.flatMap(({ record }) => record ?? []))
    expect([...kinds].sort()).toEqual(Object.keys(RECORD_KINDS).sort())
    const needed = new Set(MATTERS.flatMap(({ needs }) => Object.keys(needs)))
    expect([...needed].sort()).toEqual([...DETAIL_NAMES].sort())
  })
})

describe.each(MATTERS)('the matter of $service', (matter) => {
  const { needs, record, options, dollars, counts, says, consequences, blocks } = matter

  it('says all that is needed and nothing else', () => {
    expect(says.length).toBeGreaterThanOrEqual(3)
    for (const text of says)
      expect([text, slotsOf(text)]).toEqual([text, Object.keys(needs).sort()])
  })

  it('has values for what is needed and for nothing else', () => {
    expect([record, options, dollars, counts].map((one) => one !== undefined)).toEqual(
      [needs.record, needs.option, needs.amount_cents, needs.count].map((one) => one !== undefined),
    )
    const ids = Object.keys(options ?? {})
    expect(options === undefined || ids.length >= 3).toBe(true)
    for (const id of ids) expect(id).toMatch(/^[a-z]\w*$/)
    for (const [from, to] of [dollars ?? [1, 2], counts ?? [2, 3]]) expect(from).toBeLessThan(to)
    // "1 years" is no English.
    expect(counts?.[0] ?? 2).toBeGreaterThanOrEqual(2)
  })

  it('has two consequences and two reasons why it may be impossible', () => {
    expect(consequences.length).toBeGreaterThanOrEqual(2)
    expect(blocks.length).toBeGreaterThanOrEqual(2)
  })

  it('has answers of similar length that share many of their words', () => {
    for (const { against, fine } of consequences) {
      const [one, other] = [wordsIn(against), wordsIn(fine)]
      const shared = [...one].filter((word) => other.has(word)).length
      const part = shared / Math.min(one.size, other.size)
      const ratio = against.length / fine.length
      expect([against, part >= 0.4, ratio > 0.6 && ratio < 1.6]).toEqual([against, true, true])
    }
  })

  it('has clauses without a period and sentences with one, in ASCII', () => {
    for (const text of clausesOf(matter)) expect(text).toMatch(/^[a-zA-Z${][ -~]*[\w}]$/)
    // One sentence each: players and people read a message by sentences.
    for (const text of sentencesOf(matter)) expect(text).toMatch(/^[A-Z][^.!?]*\.$/)
    for (const text of [...clausesOf(matter), ...sentencesOf(matter)]) {
      expect(text).toMatch(/^[ -~]+$/)
      expect(text).not.toMatch(/ {2}| ,|"|^ | $/)
    }
  })

  it('is read as its own service and no other, whatever is said beside it', () => {
    const messages = filled(matter).flatMap((wish) =>
      ['', ...sentencesOf(matter)].map((more) => `I need to ${wish}. ${more}`),
    )
    expect(messages.flatMap((message) => misread(message, matter.service))).toEqual([])
  })
})

describe('texts of matters', () => {
  it('need to be understood: words alone tell three of four answers apart at most', () => {
    let right = 0
    let all = 0
    for (const { service, consequences } of MATTERS) {
      const weightOf = countsWithout(service)
      const sumOf = (text: string): number =>
        [...wordsIn(text)].reduce((sum, word) => sum + weightOf(word), 0)
      for (const { against, fine } of consequences) {
        all += 1
        if (sumOf(against) > sumOf(fine)) right += 1
      }
    }
    expect(right / all).toBeLessThan(0.75)
  })

  it('are shared by no two services', () => {
    const texts = MATTERS.flatMap(ownTextsOf)
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })
})

describe('kinds of records', () => {
  it('have ids of their own, six nouns at least, and none twice', () => {
    const kinds = Object.values(RECORD_KINDS)
    const prefixes = kinds.map(({ prefix }) => prefix)
    expect(new Set(prefixes).size).toBe(prefixes.length)
    for (const { nouns } of kinds) {
      expect(nouns.length).toBeGreaterThanOrEqual(6)
      expect(new Set(nouns).size).toBe(nouns.length)
    }
  })

  it('have some that look alike: all words of one occur in another, or all but one', () => {
    for (const [kind, { nouns }] of Object.entries(RECORD_KINDS)) {
      const words = nouns.map((noun) => noun.split(' '))
      const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
        one !== other && one.filter((word) => !other.includes(word)).length <= 1
      const alike = words.filter((one) => words.some((other) => isAlike(one, other)))
      expect([kind, alike.length >= 2]).toEqual([kind, true])
    }
  })
})

describe('services', () => {
  it('are described in less than 60 characters', () => {
    for (const { about } of SERVICES) expect([about, about.length < 60]).toEqual([about, true])
  })

  it('differ in what customers say', () => {
    const wrong = WANTED.flatMap(({ id, says }) =>
      says.flatMap((wish) => misread(`I need to ${wish}.`, id)),
    )
    expect(wrong).toEqual([])
  })
})
