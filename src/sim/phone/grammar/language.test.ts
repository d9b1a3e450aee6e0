// Guards that all that the phone world's people can say is plain English and read back as meant.
import { describe, expect, it } from 'vitest'
import { flawsOf } from '../../../../test/phone-call/plain-english.ts'
import { stream } from '../../random.ts'
import { QUESTIONS } from '../csr.ts'
import { hearReply } from '../dialogue/hear-reply.ts'
import { hearOpening } from '../opening.ts'
import { SPEECH_STYLES } from '../people/employees.ts'
import { OWN_DETAILS, REASONS } from '../people/tables/details.ts'
import { VOICES } from '../people/voices.ts'
import { LABELS } from '../records/wishes.ts'
import { readOffer } from '../settling/offers.ts'
import { hear, readFields, sayFields, sayOnLine } from '../speech.ts'
import { FIELDS, type Field, LACKABLE } from '../tables/fields.ts'
import { OBSTACLES } from '../tables/obstacles.ts'
import { departmentsAsNoun, type Slots, sayFeature } from './agreement.ts'
import {
  CUSTOMER_SAYINGS,
  CUSTOMER_SPEECH,
  REPLY_SAYINGS,
  REPLY_SPEECH,
  type ReplyAct,
  SIGNATURE_SAYINGS,
} from './customers/index.ts'
import { EMPLOYEE_SAYINGS, OCCASIONS, SPEECH } from './employees/index.ts'
import { expand } from './expand.ts'
import { expansionsOf, parseTemplate } from './template.ts'

/** An expansion of a template, with values in its slots. */
const filled = (text: string, slots: Slots): string =>
  text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, feature = '') =>
    sayFeature(slots[name] ?? '', feature),
  )

const waysOf = (template: string): string[] => expansionsOf(parseTemplate(template))

const asked = (count: number, hasAlternatives: boolean) =>
  sayFields(
    FIELDS.slice(0, count).map((field, at) => {
      const alternative = FIELDS[FIELDS.length - 1 - at] as Field
      return hasAlternatives ? { field, alternative } : { field }
    }),
    stream(count, 0, 'fields'),
  )

const FACTS = Object.values(OBSTACLES).map(({ says }) => says)

const EMPLOYEE_SLOTS: readonly Slots[] = [
  [['Returns'], ['Help Line'], asked(1, false), 'Verity Systems', 'Order Desk', 'Aiko'],
  [
    ['Claims Department'],
    ['Security and Fraud', 'Account Services'],
    asked(5, false),
    'Granite and Heron Life and Casualty',
    'Billing and Statements',
    'Constanca Figueiredo',
  ],
  [
    ['Customer Service'],
    ['Payments', 'Fault Line'],
    asked(4, true),
    'Yarrow Gas',
    'Claims',
    'Onur',
  ],
].map(([right, first, fields, company, desk, name], at) => ({
  right: departmentsAsNoun(right as string[]),
  first: departmentsAsNoun(first as string[]),
  fields: fields as Slots[string],
  company: company as string,
  desk: desk as string,
  our_desk: departmentsAsNoun([desk as string]),
  name: name as string,
  reference: `R00000${at}`,
  thing: ['invoice', 'X-rays', 'letters'][at] as string,
  slots: LABELS.slice(at, 2 * at + 1).join(' and '),
  offer: ['a fee of $45', 'a new term of 12 months', 'a wait of 3 weeks'][at] as string,
  fact: FACTS[at] as string,
}))

/** What is read of a slot that was said. */
function readable(slots: Slots, name: string): string {
  const slot = slots[name] ?? ''
  const text = typeof slot === 'string' ? slot : slot.text
  return name === 'right' || name === 'first' ? text.replace(/\bthe /g, '') : text
}

describe('employees', () => {
  it('are read back in every expansion of every template', () => {
    for (const { act, template } of EMPLOYEE_SAYINGS) {
      for (const way of waysOf(template)) {
        for (const slots of EMPLOYEE_SLOTS) {
          const text = filled(way, slots)
          const heard = hear(text)
          expect([text, heard?.occasion]).toEqual([text, act])
          if (!(OCCASIONS as readonly string[]).includes(act)) continue
          for (const [name, value] of Object.entries(heard?.slots ?? {})) {
            expect([text, value]).toEqual([text, readable(slots, name)])
          }
        }
      }
    }
    expect(hear('Lovely weather today, is it not.')).toBeUndefined()
  })

  it('name every detail, with what may replace it, so that it is read back', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = stream(seed, 0, 'asked')
      const [one = [], other = []] = [random.sample(FIELDS, 7), random.sample(FIELDS, 14)]
      const fields = one.slice(0, random.integer(1, 7)).map((field) => {
        const alternative = other.find((another) => another !== field)
        return alternative !== undefined && random.chance(0.5) ? { field, alternative } : { field }
      })
      expect(readFields(sayFields(fields, random).text)).toEqual(fields)
    }
  })

  it('speak plain English in every expansion', () => {
    for (const { template } of EMPLOYEE_SAYINGS) {
      for (const way of waysOf(template)) {
        for (const slots of EMPLOYEE_SLOTS) expect(flawsOf(filled(way, slots))).toEqual([])
      }
    }
  })

  it('send nobody away while the line is open', () => {
    for (const act of QUESTIONS) {
      for (const style of SPEECH_STYLES) {
        for (let seed = 0; seed < 20; seed++) {
          const slots = EMPLOYEE_SLOTS[0] as Slots
          const said = sayOnLine(act, style, slots, stream(seed, 0, 'on-line'))
          expect(said).not.toMatch(/\bcall (?:back|again)/i)
        }
      }
    }
  })

  it('have six ways in each style to say anything, and a wealth for what is said most', () => {
    const waysFor = (acts: readonly (keyof typeof SPEECH)[]): number =>
      acts.flatMap((act) => SPEECH_STYLES.flatMap((style) => SPEECH[act][style]).flatMap(waysOf))
        .length
    for (const byStyle of Object.values(SPEECH)) {
      for (const style of SPEECH_STYLES) expect(byStyle[style].length).toBeGreaterThanOrEqual(6)
    }
    expect(waysFor(['done'])).toBeGreaterThanOrEqual(300)
    const refusals = OCCASIONS.filter((act) => act !== 'done')
    expect(waysFor(refusals)).toBeGreaterThanOrEqual(300)
  })
})

const NO_VALUES = { field: '', value: '', reason: '', company: '', goal: '', name: '' }

/** Each act with values that occur in it, and what is to be read. */
function customerCases(act: string): readonly { slots: Slots; read: object }[] {
  const reasons = Object.entries(REASONS) as [Field, readonly string[]][]
  if (act === 'lack') {
    return reasons.flatMap(([field, causes]) =>
      OWN_DETAILS[field].map((phrase, at) => ({
        slots: { field: phrase, reason: causes[at] as string },
        read: { mentions: field },
      })),
    )
  }
  if (act === 'withhold') {
    const [field] = OWN_DETAILS.last_4_ssn as [string]
    return [{ slots: { field }, read: { mentions: 'last_4_ssn' } }]
  }
  if (act === 'tell') {
    return (['email', 'phone_number', 'service_address'] as const).map((field, at) => {
      const value = ['a.b12@example.com', '(201) 555-0100', '9899 Washington Street'][at] as string
      return {
        slots: { field: OWN_DETAILS[field][0] as string, value },
        read: { tells: { field, value } },
      }
    })
  }
  if (act === 'company') {
    return ['Verity Systems', 'Granite and Heron Life and Casualty'].map((company) => ({
      slots: { company },
      read: { company },
    }))
  }
  if (act.endsWith('_goal')) {
    const goal = 'cancel everything as of next month'
    return [{ slots: { goal }, read: { goals: [{ text: goal }] } }]
  }
  return [{ slots: {}, read: { hurried: act === 'hurry', goals: [] } }]
}

const VALUES: Readonly<Partial<Record<Field, string>>> = {
  email: 'a.b12@example.com',
  phone_number: '(201) 555-0100',
  service_address: '9899 Washington Street',
  full_name: 'Constanca Figueiredo',
}

const OFFERS = ['a fee of $45', 'a new term of 12 months', 'a wait of 3 weeks']

const replySlots = (field: Field) => ({
  field: OWN_DETAILS[field].at(-1) ?? '',
  value: VALUES[field] ?? 'QR-1234567',
  reason: REASONS[field]?.[0] ?? 'I never had one',
  offer: OFFERS[FIELDS.indexOf(field) % OFFERS.length] ?? '',
})

/** What is heard in a reply, without what is not. */
const readReply = (text: string) =>
  Object.fromEntries(
    Object.entries(hearReply(text)).filter(
      ([, heard]) => heard === true || (typeof heard === 'object' && Object.keys(heard).length > 0),
    ),
  )

function expectedOf(
  act: ReplyAct,
  field: Field,
  { value, offer }: { readonly value: string; readonly offer: string },
): object {
  switch (act) {
    case 'answer':
      return { values: { [field]: value } }
    case 'correct':
      return { values: { [field]: value }, corrected: [field] }
    case 'unsure':
      return { unsure: [field] }
    case 'lack':
    case 'withhold':
      return { lacks: [field] }
    case 'approve':
      return { isApproving: true }
    case 'accept':
      return { accepted: [readOffer(offer)] }
    case 'refuse':
    case 'limit':
      return { limits: [readOffer(offer)] }
    case 'enough':
      return { isCutShort: true }
    case 'puzzled':
      return { isPuzzled: true }
    case 'leave':
      return { isLeaving: true }
  }
}

describe('customers', () => {
  it('are read back in every expansion of every template', () => {
    for (const { act, template } of CUSTOMER_SAYINGS) {
      for (const way of waysOf(template)) {
        for (const { slots, read } of customerCases(act)) {
          const text = filled(way, { ...NO_VALUES, ...slots })
          const heard = hearOpening(text)
          expect({ text, ...heard }).toMatchObject({ text, ...read })
          const said = [heard.company, heard.mentions, heard.tells, ...heard.goals]
          const most = ['hello', 'thanks', 'hurry'].includes(act) ? 0 : 1
          expect([text, said.filter((one) => one !== undefined).length]).toEqual([text, most])
        }
      }
    }
  })

  it('sign with a full name, which tells it, or with a first name, which tells nothing', () => {
    for (const { template } of SIGNATURE_SAYINGS) {
      for (const name of ['Chioma', 'Chioma Okafor']) {
        const text = `Hello.\n${expand(template, { name }, stream(1, 0, 'signature'))}`
        const tells = name === 'Chioma' ? undefined : { field: 'full_name', value: name }
        expect([text, hearOpening(text).tells]).toEqual([text, tells])
      }
    }
    expect(hearOpening('Hello.\nGood Morning').tells).toBeUndefined()
  })

  it('write plain English in every expansion, a sentence at a time', () => {
    for (const { act, template } of CUSTOMER_SAYINGS) {
      for (const way of waysOf(template)) {
        for (const { slots } of customerCases(act)) {
          const text = filled(way, slots)
          expect([text, ...flawsOf(text)]).toEqual([text])
          expect([text, text.split(/(?<=[.!?])\s+/).length]).toEqual([text, 1])
        }
      }
    }
  })

  it('answer in sentences that are plain English and read back as meant', () => {
    for (const { act, template } of REPLY_SAYINGS) {
      for (const way of waysOf(template)) {
        for (const field of FIELDS) {
          const slots = replySlots(field)
          const text = filled(way, slots)
          expect([text, ...flawsOf(text)]).toEqual([text])
          expect([text, text.split(/(?<=[.!?])\s+/).length]).toEqual([text, 1])
          expect([text, readReply(text)]).toEqual([text, expectedOf(act, field, slots)])
        }
      }
    }
  })

  it('have five plans in each voice to answer anything', () => {
    for (const byVoice of Object.values(REPLY_SPEECH)) {
      for (const voice of VOICES) expect(byVoice[voice].length).toBeGreaterThanOrEqual(5)
    }
  })

  it('have ten ways in each voice to say anything', () => {
    for (const byVoice of Object.values(CUSTOMER_SPEECH)) {
      for (const voice of VOICES) expect(byVoice[voice].length).toBeGreaterThanOrEqual(10)
    }
  })

  it('have a reason for whatever they may lack, or keep it back', () => {
    for (const field of LACKABLE) {
      expect([field, field === 'last_4_ssn' || REASONS[field] !== undefined]).toEqual([field, true])
    }
  })
})
