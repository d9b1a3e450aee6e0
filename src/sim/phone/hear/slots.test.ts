// Guards what is heard of a wish's slots: every way of saying a value, none that is denied or open.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GOAL_FRAMES } from '../../../../test/phone-call/goal-frames.ts'
import { WHOLE_REQUESTS } from '../../../../test/phone-call/tables/whole-requests.ts'
import { stream } from '../../random.ts'
import { businessesIn, setWith } from '../businesses.ts'
import { drawSlots } from '../records/draw.ts'
import { LABELS, slotsOf } from '../records/wishes.ts'
import { sayValue, sayWish, wishSaid } from '../records/wording.ts'
import { afterOf } from '../requirements.ts'
import { BUSINESSES, type Business } from '../tables/businesses.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from '../tables/industries.ts'
import { WISH_RECORDS } from '../tables/wish-records.ts'
import { type Desk, hearRequest, understand } from './request.ts'
import { hearSlots } from './slots.ts'

const COMPANY = 'Verity Holdings'
const WITH_SLOTS = businessesIn('all').filter(({ id }) => WISH_RECORDS[id] !== undefined)

/** What is heard for each slot: a value, or why there is none. */
const heard = (text: string, business: string): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(hearSlots(text, business, COMPANY)).map(([name, slot]) => [
      name,
      slot.status === 'one' ? slot.value : `(${slot.status})`,
    ]),
  )

describe('the table of wishes', () => {
  it('gives slots to wishes that exist, at least to forty', () => {
    expect(WITH_SLOTS.length).toBe(Object.keys(WISH_RECORDS).length)
    expect(WITH_SLOTS.length).toBeGreaterThanOrEqual(40)
    for (const { id } of WITH_SLOTS) {
      const { says, slots } = WISH_RECORDS[id] ?? { says: [], slots: {} }
      expect(says.length).toBeGreaterThanOrEqual(2)
      for (const said of says) {
        const named = [...said.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect([id, named.sort()]).toEqual([id, Object.keys(slots).sort()])
      }
    }
  })

  it('has a table for each kind of department alone, so that no two wishes meet in a row', () => {
    const kinds = new Map<string, Set<string>>()
    for (const { id, kind } of WITH_SLOTS) {
      const table = WISH_RECORDS[id]?.table ?? ''
      kinds.set(table, (kinds.get(table) ?? new Set()).add(kind))
    }
    for (const [table, own] of kinds) expect([table, own.size]).toEqual([table, 1])
  })

  it('asks for slots in words of which none is a part of another', () => {
    for (const one of LABELS) {
      for (const other of LABELS)
        expect([one, one !== other && other.includes(one)]).toEqual([one, false])
    }
  })
})

describe('the customer’s own words with all that decides', () => {
  it('are known as that wish', () => {
    for (const { id } of WITH_SLOTS) {
      for (let draw = 0; draw < 40; draw++) {
        const random = stream(draw, 0, id)
        const said = sayWish(id, drawSlots(id, random), random) ?? ''
        expect([said, wishSaid(said)]).toEqual([said, id])
      }
    }
  })

  it('are heard as that wish, with just these values, in every industry', () => {
    for (const { id, kind, industries = INDUSTRIES } of WITH_SLOTS) {
      const desks = industries
        .filter((industry) => INDUSTRY_HABITS[industry].departments.includes(kind))
        .map((industry): Desk => {
          const kinds = INDUSTRY_HABITS[industry].departments
          return { company: COMPANY, industry, kind, kinds, behind: [], wishes: setWith([id]) }
        })
      for (let draw = 0; draw < 25; draw++) {
        const random = stream(draw, 1, id)
        const slots = drawSlots(id, random)
        const goal = sayWish(id, slots, random) ?? ''
        const frames = ['{goal}', 'My customer wants to {goal}.', ...GOAL_FRAMES]
        const text = random.pick(frames).replace('{goal}', () => goal)
        for (const desk of desks) {
          const understood = understand(text, desk)
          const wish = understood.status === 'wish' ? understood.wish : understood.status
          expect([text, desk.industry, wish]).toEqual([text, desk.industry, id])
        }
        expect([text, heard(text, id)]).toEqual([text, slots])
      }
    }
  })

  it('clear the way at every department that comes before', () => {
    const isBefore = (kinds: Desk['kinds'], first: string, then: Desk['kind']): boolean =>
      afterOf(then, kinds).some((kind) => kind === first || isBefore(kinds, first, kind))
    for (const { id, kind, industries = INDUSTRIES } of WITH_SLOTS) {
      for (const industry of industries) {
        const kinds = INDUSTRY_HABITS[industry].departments
        if (!kinds.includes(kind)) continue
        for (const first of kinds.filter((one) => isBefore(kinds, one, kind))) {
          const behind = kinds.filter((one) => isBefore(kinds, first, one))
          const random = stream(2, 2, id + first)
          const goal = sayWish(id, drawSlots(id, random), random)
          const text = `I need to ${goal}.`
          const understood = understand(text, {
            company: COMPANY,
            industry,
            kind: first,
            kinds,
            behind,
            wishes: setWith([id]),
          })
          const { status } = understood
          const clears = status === 'clearance' || (status === 'wish' && understood.clears)
          expect([text, first, clears]).toEqual([text, first, true])
        }
      }
    }
  })
})

describe('a request in free words', () => {
  it('is taken with just its values, nearly always, and never with others', () => {
    const missed: string[] = []
    for (const [id, text, slots] of WHOLE_REQUESTS) {
      const { kind, industries = INDUSTRIES } = BUSINESSES.find((one) => one.id === id) as Business
      const isTaken = industries
        .filter((industry) => INDUSTRY_HABITS[industry].departments.includes(kind))
        .every((industry) => {
          const kinds = INDUSTRY_HABITS[industry].departments
          const understood = understand(text, {
            company: COMPANY,
            industry,
            kind,
            kinds,
            behind: [],
            wishes: 'seed',
          })
          return understood.status === 'wish' && understood.wish === id
        })
      const values = heard(text, id)
      for (const [name, value] of Object.entries(values)) {
        expect([text, value]).toEqual([text, /^\(/.test(String(value)) ? value : slots[name]])
      }
      if (!isTaken || Object.values(values).some((value) => /^\(/.test(String(value))))
        missed.push(text)
    }
    expect(WHOLE_REQUESTS.length).toBeGreaterThanOrEqual(60)
    expect(missed.length / WHOLE_REQUESTS.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it('of any kind is heard in some way', () => {
    const ids = fc.constantFrom(...Object.keys(WISH_RECORDS))
    const words = fc.constantFrom(
      ...'to 12 $ march one k and half past 99 : oak st not from'.split(' '),
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 200 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(ids, text, (id, said) => {
        expect(Object.keys(heard(said, id))).toEqual(Object.keys(WISH_RECORDS[id]?.slots ?? {}))
      }),
    )
  })
})

describe('a value', () => {
  it.each([
    [
      'card_limit',
      'limit',
      'Please raise her card limit to three thousand five hundred dollars.',
      350_000,
    ],
    ['card_limit', 'limit', 'Please raise the limit of the card from $2,000 to $3,500.', 350_000],
    ['card_limit', 'limit', 'Raise the card limit to 3500, please.', 350_000],
    ['card_limit', 'limit', 'Raise the card limit to 3.5k.', 350_000],
    ['card_limit', 'limit', 'Raise the limit of the card ending in 4471 to USD 4,000.00', 400_000],
    ['card_limit', 'limit', 'Raise the limit to $3,000, sorry, $4,000.', 400_000],
    ['card_limit', 'limit', 'Raise the limit not to $3,000 but to $4,000.', 400_000],
    ['card_limit', 'limit', 'Raise the card limit by a lot.', '(none)'],
    ['card_limit', 'limit', 'Raise the card limit to $3,000 or $4,000.', '(several)'],
    ['card_limit', 'limit', 'Raise the limit to $1, $2, $3, $4, $5, I mean $6.', '(several)'],
    ['card_limit', 'limit', 'For account number 123456789 raise the card limit to 5000.', 500_000],
    ['card_limit', 'limit', 'The limit is $2,000 so far, please raise it to $3,500.', 350_000],
    ['card_limit', 'limit', 'Raise the limit by 50 percent.', '(none)'],
    ['card_limit', 'limit', 'Raise the limit to 3,000 euros.', '(none)'],
    ['payment_plan', 'months', 'Pay it off in twelve monthly instalments.', 12],
    ['payment_plan', 'months', 'Spread the balance over two years.', 24],
    ['invoice_copy', 'months', 'One copy of the last four invoices, please.', 4],
    ['submit_reading', 'reading', 'The meter reading is 48,213.', 48_213],
    ['submit_reading', 'reading', 'A meter reading of four eight two one three.', 48_213],
    [
      'automatic_payment',
      'day',
      'Move the autopay from the 3rd to the twenty-first of the month.',
      21,
    ],
    ['change_booking', 'date', 'Move the flight to the 14th of March, 2026.', '03-14'],
    ['change_booking', 'date', 'Move the flight to 3/14.', '03-14'],
    [
      'change_booking',
      'date',
      'Move the flight to March the fourteenth instead of March 3.',
      '03-14',
    ],
    [
      'change_booking',
      'date',
      'Born on March 3, 1980, he wants the flight moved to 2026-03-14.',
      '03-14',
    ],
    ['change_booking', 'date', 'Move the flight to the 14th.', '(none)'],
    ['move_appointment', 'time', 'Move the appointment to May 3 at half past three.', '15:30'],
    ['move_appointment', 'time', 'Move the appointment to May 3 at 3:30 p.m.', '15:30'],
    ['move_appointment', 'time', 'Move the appointment to May 3 at 15:30.', '15:30'],
    ['move_appointment', 'time', 'Move the appointment to May 3 at a quarter to four.', '15:45'],
    [
      'move_appointment',
      'time',
      'Move the appointment to May 3 at four in the afternoon.',
      '16:00',
    ],
    ['redirect_delivery', 'address', 'Send the delivery to 12 oak st.', '12 Oak Street'],
    [
      'redirect_delivery',
      'address',
      'Redirect it from 4 Elm Road to 12 Oak Ave, please.',
      '12 Oak Avenue',
    ],
    [
      'redirect_delivery',
      'address',
      'His service address is 4 Elm Road. Please have the delivery sent to 12 Oak Street.',
      '12 Oak Street',
    ],
    ['redirect_delivery', 'address', 'There are two boxes on the way, redirect them.', '(none)'],
    ['change_booking', 'date', 'Move it to March 37.', '(none)'],
    ['change_booking', 'date', 'Move it to March 37, to March 14, to March 48.', '(several)'],
    ['move_appointment', 'time', 'Move it at 4 pm, at 15 pm.', '(several)'],
    ['automatic_payment', 'day', 'To the 37th, the 26th, the 48th.', '(several)'],
    ['card_limit', 'limit', 'Raise it to six and a half thousand dollars.', 650_000],
    ['change_booking', 'date', 'The flight on March 3 should be moved to March 14.', '03-14'],
    ['lost_card', 'status', 'The card was not lost but stolen, replace it.', 'stolen'],
    ['change_order', 'size', 'Change the size from large to extra large.', 'extra_large'],
    [
      'language_preference',
      'language',
      'She wants letters in Spanish instead of English.',
      'Spanish',
    ],
    ['send_records', 'scope', 'Send the X-rays to her new doctor.', 'x_rays'],
    ['send_records', 'scope', 'Send the whole medical file to her new doctor.', 'whole_file'],
  ])('%s: %s of "%s"', (business, slot, text, value) => {
    expect(heard(text, business)[slot]).toBe(value)
  })

  it('is heard as it is said, whatever it is', () => {
    for (const { id } of WITH_SLOTS) {
      for (const slot of slotsOf(id)) {
        for (let draw = 0; draw < 30; draw++) {
          const random = stream(draw, 3, id)
          const value = drawSlots(id, random)[slot.name] ?? ''
          const said = sayValue(slot, value, random)
          expect([said, heard(`Please make it ${said}.`, id)[slot.name]]).toEqual([said, value])
        }
      }
    }
  })

  it('is none where everything is said', () => {
    const all = slotsOf('language_preference')[0]?.member
    const options = all?.type === 'choice' ? Object.keys(all.options) : []
    expect(heard(`Letters in ${options.join(', ')}.`, 'language_preference').language).toBe(
      '(several)',
    )
  })
})

describe('a number with thousands', () => {
  it('is one word of its clause, with its comma or without', () => {
    for (const count of ['4097', '4,097']) {
      const { wishes } = hearRequest(`Please get ${count} missing points credited.`, 'seed')
      expect(wishes.map(({ wish }) => wish)).toEqual(['missing_points'])
    }
    const { wishes } = hearRequest('Please get 40,97 missing points credited.', 'seed')
    expect(wishes.map(({ wish }) => wish)).not.toEqual(['missing_points'])
  })
})
