// Guards what is settled on an open line: offers, and values that are read back before they count.
import { describe, expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { makePolicy } from '../../policies/index.ts'
import { hearYesNo } from '../../sim/phone/hear/yes-no.ts'
import { pageOf } from '../../sim/phone/house/page.ts'
import { drawSlots } from '../../sim/phone/records/draw.ts'
import { slotsOf } from '../../sim/phone/records/wishes.ts'
import { offerAt, readOffer, sayOffer } from '../../sim/phone/settling/offers.ts'
import { misheardAt, readReadBack, sayReadBack } from '../../sim/phone/settling/read-back.ts'
import { INDUSTRIES } from '../../sim/phone/tables/industries.ts'
import { WISH_RECORDS } from '../../sim/phone/tables/wish-records.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { companyOf } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'
import { toolTurn } from './solve.ts'
import { readEpisode } from './transcript.ts'

const TALKING = { customer: 'dialogue', conversation: 'on' } as const
const STRICT = { ...TALKING, records: 'strict' } as const
const HOUSE = { ...TALKING, page: 'on' } as const

const isMisheard = (task: PhoneTask): boolean =>
  task.goals.some(({ department }) => Object.keys(misheardAt(task, department)).length > 0)

/** Plays as the oracle, but for what is said where something is to be settled. */
function played(task: PhoneTask, settings: object, text: string) {
  const setup = setupOf(task, WORLD, { ...settings })
  const solve = oraclePlayer(setup)
  return playOut(setup, (transcript, state) => {
    const seen = readEpisode(transcript)
    const { kind } = seen.line ?? {}
    const isAsked = kind === 'offer' || kind === 'read_back'
    return isAsked ? toolTurn('say', { text }, seen) : solve(transcript, state)
  })
}

describe('an answer', () => {
  it.each([
    'Yes.',
    "That's right.",
    'Correct, thank you.',
    'Yes, please do.',
    'No problem, go ahead.',
    'Okay, that is fine.',
  ])('is a yes: %s', (text) => expect(hearYesNo(text)).toBe('yes'))

  it.each([
    'No.',
    "No, that's wrong.",
    'Not correct.',
    'I would rather have it without.',
    "That isn't right.",
    'Please do not do that.',
    'The ordinary way, please.',
  ])('is a no: %s', (text) => expect(hearYesNo(text)).toBe('no'))

  it.each([
    'Hm.',
    'Yes, but cheaper.',
    'Is that right?',
    'Her name is Ida.',
    'Yes, if it is free.',
    '',
  ])('is neither: %s', (text) => expect(hearYesNo(text)).toBe('none'))
})

describe('a read-back', () => {
  it('says what can be heard, for every wish', () => {
    for (const business of Object.keys(WISH_RECORDS)) {
      for (let seed = 0; seed < 20; seed++) {
        const random = stream(seed, 0, business)
        const slots = drawSlots(business, random)
        const text = sayReadBack(business, slots, random)
        expect([text, readReadBack(text, business)]).toEqual([text, slots])
      }
    }
  })

  it('comes before everything that has values, and yes makes it so', () => {
    for (const task of TASKS) {
      const setup = setupOf(task, WORLD, STRICT)
      const { total, critique, transcript } = playOut(setup, oraclePlayer(setup))
      expect([task.id, total]).toEqual([task.id, 1000])
      expect(critique).not.toContain('read back')
      const { calls } = readEpisode(transcript)
      const wished = task.goals.filter(({ business }) => slotsOf(business).length > 0)
      const read = calls.filter(({ kind }) => kind === 'read_back')
      const misheard = task.goals.filter(
        ({ department }) => Object.keys(misheardAt(task, department)).length > 0,
      )
      expect([task.id, read.length]).toEqual([task.id, wished.length + misheard.length])
    }
  })

  it('that was misheard makes a wrong row for whoever says yes, and the critique says so', () => {
    const tasks = TASKS.filter(isMisheard)
    expect(tasks.length).toBeGreaterThan(5)
    for (const task of tasks) {
      const { success, answers, critique } = played(task, STRICT, 'Yes.')
      expect([task.id, success]).toEqual([task.id, false])
      expect(answers.at(-1)?.parts.misuse).toBeLessThanOrEqual(-150)
      expect(critique).toContain('read back otherwise than the customer wrote')
    }
    const plain = TASKS.filter((task) => !isMisheard(task)).slice(0, 20)
    for (const task of plain) expect(played(task, STRICT, 'Yes.').total).toBe(1000)
  })

  it('that is never confirmed does nothing', () => {
    for (const task of TASKS.filter(
      ({ goals: [goal] }) => slotsOf(goal?.business ?? '').length > 0,
    )) {
      if (task.goals.length > 1 || task.index % 8 !== 0) continue
      for (const text of [task.index % 16 === 0 ? 'No.' : 'Lovely weather.']) {
        const { success, answers } = played(task, STRICT, text)
        expect([task.id, success, answers.at(-1)?.parts.misuse]).toEqual([task.id, false, 0])
      }
    }
  })
})

describe('an offer', () => {
  it('is read as it is said', () => {
    for (const task of TASKS) {
      for (const { department } of task.goals) {
        const offer = offerAt(task, department)
        if (offer !== null) expect(readOffer(sayOffer(offer))).toEqual(offer)
      }
    }
  })

  it('may be declined at no price, in every task', () => {
    for (const task of TASKS.slice(0, 50)) {
      expect(played(task, HOUSE, 'No, thank you.').total).toBe(1000)
    }
  })

  it.each(['fee_limit', 'no_longer_contract'] as const)('that %s forbids costs all', (form) => {
    let broken = 0
    for (const task of TASKS) {
      const { rules } = pageOf(task, WORLD, HOUSE)
      const at = rules.findIndex((rule) => rule.form === form)
      const { total, success, critique } = played(task, HOUSE, 'Yes.')
      if (!critique.includes(`Rule ${at + 1} of the house was broken: what`)) continue
      broken += 1
      expect([task.id, total, success]).toEqual([task.id, 0, false])
    }
    expect(broken).toBeGreaterThan(3)
  })

  it('is accepted by whoever has no rule against it', () => {
    const industries = new Set<string>()
    for (const task of TASKS) {
      const offers = task.goals.map(({ department }) => offerAt(task, department))
      const { rules } = pageOf(task, WORLD, HOUSE)
      const isFree = !rules.some(
        ({ form }) => form === 'fee_limit' || form === 'no_longer_contract',
      )
      if (!isFree || offers.every((offer) => offer === null)) continue
      expect(played(task, HOUSE, 'Yes.').total).toBe(1000)
      industries.add(companyOf(WORLD, task.company).industry)
    }
    expect(industries.size).toBeGreaterThan(INDUSTRIES.length / 2)
  })
})

describe('players who answer all alike', () => {
  it.each(['yes-sayer', 'decliner'])('%s wins less than who listens', (name) => {
    const settings = { ...STRICT, page: 'on' } as const
    const wins = (player: string): number =>
      TASKS.slice(0, 30).filter((task) => {
        const setup = setupOf(task, WORLD, settings)
        return playOut(setup, asPlayer(makePolicy(player), task, WORLD)).success
      }).length
    expect(wins(name)).toBeLessThan(wins('habit'))
  })
})
