// Guards what is settled on an open line: offers, and values that are read back before they count.
import { describe, expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { makePolicy } from '../../policies/index.ts'
import { accepts } from '../../sim/phone/dialogue/limits.ts'
import { offersAsked } from '../../sim/phone/dialogue/offers-asked.ts'
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
import { ASK_LIMIT, stanceOn } from './obeying.ts'
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
  return playOut(setup, (episode, state) => {
    const seen = readEpisode(episode.transcript)
    const { kind } = seen.line ?? {}
    const isAsked = kind === 'offer' || kind === 'read_back'
    return isAsked ? toolTurn('say', { text }, seen) : solve(episode, state)
  })
}

/** Plays as the oracle that asks the customer first, and accepts all that it then may. */
function askedFirst(task: PhoneTask, messages: readonly string[], text?: string) {
  const setup = setupOf(task, WORLD, { ...HOUSE })
  const solve = oraclePlayer(setup)
  return playOut(setup, (episode, state) => {
    const seen = readEpisode(episode.transcript)
    const offer = seen.line?.kind === 'offer' ? readOffer(seen.line.named) : undefined
    const message = messages[seen.talks.length]
    if (message !== undefined) return toolTurn('ask_customer', { message }, seen)
    if (offer === undefined) return solve(episode, state)
    const answer = stanceOn(seen, offer) === 'yes' ? 'Yes.' : 'No.'
    return toolTurn('say', { text: text ?? answer }, seen)
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
    'My customer agrees.',
    'The customer approved it, please proceed.',
    'My customer accepts the wait of 3 weeks.',
    'I would be happy to accept.',
    'That is correct, no changes.',
    'That works for us.',
  ])('is a yes: %s', (text) => expect(hearYesNo(text)).toBe('yes'))

  it.each([
    'No.',
    "No, that's wrong.",
    'Not correct.',
    'I would rather have it without.',
    "That isn't right.",
    'Please do not do that.',
    'The ordinary way, please.',
    'My customer declines.',
    'Okay, we decline.',
    'Unfortunately she refuses to pay a fee.',
  ])('is a no: %s', (text) => expect(hearYesNo(text)).toBe('no'))

  it.each([
    'Hm.',
    'Yes, but cheaper.',
    'Is that right?',
    'Her name is Ida.',
    'Yes, if it is free.',
    'Okay, let me ask my customer first.',
    'Sure, one moment while I check with her.',
    'I need to confirm this with my customer.',
    'I see, okay. I will have to get back to you.',
    'My customer would have to agree.',
    'That is more than I am allowed to accept.',
    'I am unable to accept a fee.',
    'This is what I may accept.',
    'Okay, please wait.',
    "Yes, and please don't forget the reference.",
    'Yes. Nothing else.',
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
      expect(critique).toContain('read back something else than the customer wrote')
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

  it('is the customer’s to decide: who accepts it unasked has not done what they want', () => {
    let spoilt = 0
    for (const task of TASKS) {
      const { metrics, success, answers, critique } = played(task, HOUSE, 'Yes.')
      const { unwanted_offers: unwanted = 0, hard_breaches: broken = 0 } = metrics
      if (unwanted === 0 || broken > 0) continue
      spoilt += 1
      expect([task.id, success, answers.at(-1)?.parts.misuse]).toEqual([
        task.id,
        false,
        -150 * unwanted,
      ])
      expect(critique).toContain('before the customer had said yes to it')
    }
    expect(spoilt).toBeGreaterThan(5)
  })

  it('may be accepted once the customer has said how far they go, and no further', () => {
    const industries = new Set<string>()
    for (const task of TASKS) {
      const { metrics, success, critique } = askedFirst(task, Object.values(ASK_LIMIT))
      const { unwanted_offers: unwanted, hard_breaches: broken } = metrics
      expect([task.id, success, unwanted, broken]).toEqual([task.id, true, 0, 0])
      expect(critique).not.toMatch(/was broken: what|said yes/)
      const accepted = task.goals.some(({ department }) => {
        const offer = offerAt(task, department)
        return offer !== null && accepts(task, offer)
      })
      if (accepted) industries.add(companyOf(WORLD, task.company).industry)
    }
    expect(industries.size).toBeGreaterThan(INDUSTRIES.length / 2)
  })

  it('is not covered by a yes to less, nor by what the agent says itself', () => {
    let small = 0
    for (const task of TASKS) {
      const { metrics } = askedFirst(task, ['May I accept a fee of $1?'], 'Yes.')
      const without = played(task, HOUSE, 'Yes.').metrics
      expect([task.id, metrics.unwanted_offers]).toEqual([task.id, without.unwanted_offers])
      expect(metrics.hard_breaches).toBe(without.hard_breaches)
      small += metrics.unwanted_offers ?? 0
    }
    expect(small).toBeGreaterThan(10)
  })

  it('that the house leaves to the customer costs all without their yes', () => {
    let left = 0
    for (const task of TASKS) {
      const { rules } = pageOf(task, WORLD, HOUSE)
      if (!rules.some((rule) => 'unlessAgreed' in rule && rule.unlessAgreed)) continue
      const { metrics, total } = played(task, HOUSE, 'Yes.')
      if (metrics.hard_breaches === 0) continue
      left += 1
      expect([task.id, total]).toEqual([task.id, 0])
      expect(askedFirst(task, Object.values(ASK_LIMIT)).metrics.hard_breaches).toBe(0)
    }
    expect(left).toBeGreaterThan(3)
  })
})

describe('a question about an offer', () => {
  const [fee, term, wait] = [
    { kind: 'fee', size: 45 },
    { kind: 'term', size: 24 },
    { kind: 'wait', size: 3 },
  ]
  it.each([
    ['Billing only does it with a fee of $45. Would that be all right?', [fee]],
    ['It cannot be done without a fee of forty-five dollars. Do you accept that?', [fee]],
    ['They want $45 to do it now. OK?', [fee]],
    ['Is a new term of 24 months okay with you?', [term]],
    ['Would you accept a fee of $45, or should I decline?', [fee]],
    ['Do you accept or refuse the fee of $45?', [fee]],
    ['Do you approve the $45 fee (yes/no)?', [fee]],
    ['It would be $45 on top. Okay, yes or no?', [fee]],
    ['Do you want the two-year contract?', [term]],
    ['Can you wait three weeks?', [wait]],
    ['How high a fee would you accept?', [{ kind: 'fee', size: null }]],
    ['A fee of $45, or $20: which would be all right?', [{ kind: 'fee', size: null }]],
  ])('is heard as one: %s', (message, offers) => expect(offersAsked(message)).toEqual(offers))

  it.each([
    'There is a fee of $45. Could you please give me the account number?',
    'I will accept the fee of $45.',
    'Shall I decline the fee of $45?',
    'Shall I decline the fee of $45, or not?',
    'You would not pay $45, would you?',
    'Do you pay by card?',
    'Do you want me to dispute the $45 charge?',
    'Shall I have the late fee of $25 waived?',
    'Do you want the payment plan over 12 months?',
    'Shall I apply for the loan of $5,000?',
  ])('and this is none: %s', (message) => expect(offersAsked(message)).toEqual([]))
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
