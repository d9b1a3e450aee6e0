// Guards that a careful agent can know what is right: rules that never clash, answers to the point.
import { describe, expect, it } from 'vitest'
import { setupOf, TASKS, WORLD } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, type Player, playOut } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import { type Case, REASONS } from '../../sim/phone/case.ts'
import { sayMoment } from '../../sim/phone/clock/time.ts'
import { timeToCall } from '../../sim/phone/clock/when-to-call.ts'
import { caseForTask, TALKING_STAGES, type TalkingStage } from '../../sim/phone/draw-case.ts'
import { sideEffectText } from '../../sim/phone/line.ts'
import { findDepartments } from '../../sim/phone/listing.ts'
import { joinSideEffects } from '../../sim/phone/side-effects.ts'
import { findReadBack } from '../../sim/phone/tables/actions.ts'
import { MATTERS } from '../../sim/phone/tables/matters.ts'
import { nounFor } from '../../sim/phone/tables/nouns.ts'
import { TRAIT_SENTENCES } from '../../sim/phone/tables/traits.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { voiceFor } from '../../sim/phone/voice.ts'
import { findLine } from '../../sim/phone/world.ts'
import { report } from '../../tools/phone/report.ts'
import { toolSchema } from '../../tools/tool.ts'
import type { Action } from '../message.ts'
import { playthrough } from '../playthrough.ts'
import { TURNS_MAX } from './limits.ts'
import { findSolution } from './solution.ts'
import { toolTurn } from './survey.ts'
import type { TalkEvent } from './talk-events.ts'
import { computeTalkProgress } from './talk-progress.ts'

interface Play {
  readonly stage: TalkingStage
  readonly task: PhoneTask
}
const PLAYS: readonly Play[] = TALKING_STAGES.flatMap((stage) =>
  TASKS.map((task) => ({ stage, task })),
)
const caseIn = ({ stage, task }: Play): Case => caseForTask(task, WORLD, stage)

/** Turns of a player that does something else where it has something to do, once for each event. */
function besides(
  { stage, task }: Play,
  extra: (event: TalkEvent, events: readonly TalkEvent[]) => Action | undefined,
): Player {
  const oracle = oraclePlayer(setupOf(task, { stage }))
  const seenBy = new Set<number>()
  return (seen, state) => {
    const events = seen.events as readonly TalkEvent[]
    const last = events.length - 1
    const action = seenBy.has(last) ? undefined : extra(events[last] as TalkEvent, events)
    seenBy.add(last)
    return action ?? oracle(seen, state)
  }
}

const call = (name: string, args: JsonObject, events: readonly TalkEvent[]): Action =>
  toolTurn(name, args, computeTalkProgress(events))

describe('a side effect', () => {
  const binding = MATTERS.flatMap(({ consequences }) =>
    consequences.flatMap(({ says, months }) => (months === undefined ? [] : [says])),
  )

  it('never binds the customer where the page has a rule on contracts', () => {
    expect(binding.length).toBeGreaterThan(0)
    const clashes = PLAYS.map(caseIn).flatMap((phoneCase) => {
      if (!phoneCase.page.some(({ rule }) => rule === 'term')) return []
      const named = MATTERS.map(({ service }) => sideEffectText(service, phoneCase) ?? '')
      return named.filter((text) => binding.some((says) => text.includes(says)))
    })
    expect(clashes).toEqual([])
  })

  it('is answered by the customer when they are asked about it, and the answer is right', () => {
    const answers = { yes: 0, no: 0 }
    for (const play of PLAYS.slice(0, 120)) {
      const phoneCase = caseIn(play)
      const free = phoneCase.page.flatMap((one) => (one.rule === 'ask_before' ? one.services : []))
      const player = besides(play, (event, events) => {
        if (event.kind !== 'asked' || event.for !== 'read_back') return undefined
        const { service } = event.said
        if (free.includes(service)) return undefined
        return call('ask_customer', { approve: { service } }, events)
      })
      const { events } = playthrough(setupOf(play.task, { stage: play.stage }), player)
      for (const event of events as readonly TalkEvent[]) {
        if (event.kind !== 'customer' || event.approve?.about !== 'side_effect') continue
        const { service, answer } = event.approve
        const goal = phoneCase.goals.find((one) => one.service === service)
        // Nothing is said of the choice between two wishes.
        const isFine = goal?.right === 'done' || goal?.right === 'ruled_out'
        expect([service, answer]).toEqual([service, isFine ? 'yes' : 'no'])
        answers[answer as 'yes' | 'no'] += 1
      }
    }
    expect(Math.min(answers.yes, answers.no)).toBeGreaterThan(3)
  })

  it('costs something to ask about, since the message says what the customer thinks of it', () => {
    const play = PLAYS.find(({ stage, task }) => stage === 'curriculum' && task.difficulty === 2)
    if (play === undefined) throw new Error('no task of level 2')
    const { task, stage } = play
    const player = besides(play, (event, events) =>
      event.kind === 'asked' && event.for === 'read_back'
        ? call('ask_customer', { approve: { service: event.said.service } }, events)
        : undefined,
    )
    expect(playOut(setupOf(task, { stage }), player).total).toBe(980)
  })
})

const eventsOf = ({ stage, task }: Play): readonly TalkEvent[] => {
  const setup = setupOf(task, { stage })
  return playthrough(setup, oraclePlayer(setup)).events as readonly TalkEvent[]
}
type Asked = Extract<TalkEvent, { readonly kind: 'asked' }>
const ofLevel = (level: number): readonly Play[] =>
  PLAYS.filter(({ stage, task }) => stage === 'curriculum' && task.difficulty === level)

const sameCall = (one: Asked, other: Asked): boolean => one.said.service === other.said.service

describe('a department', () => {
  it('never asks for what another department of the company has checked', () => {
    for (const play of PLAYS) {
      const asked = eventsOf(play).flatMap((event) =>
        event.kind === 'asked' && event.for === 'field' ? [event.field] : [],
      )
      expect([play.stage, play.task.id, asked.length]).toEqual([
        play.stage,
        play.task.id,
        new Set(asked).size,
      ])
    }
  })

  it('names its price before it asks how the service is to be done', () => {
    for (const play of PLAYS) {
      const asked = eventsOf(play).filter((event) => event.kind === 'asked')
      const late = asked.filter(
        (event, at) =>
          event.for === 'offer' &&
          asked.slice(0, at).some((one) => one.for === 'details' && sameCall(one, event)),
      )
      expect(late).toEqual([])
    }
  })

  it.each([
    ['once', 1, 1000],
    ['twice', 2, 950],
  ])('may be called too early for free the first time, not the second: %s', (_, times, total) => {
    for (const play of ofLevel(3).slice(0, 12)) {
      const { calls, goals, moment } = caseIn(play)
      const late = goals.find(({ department }) => {
        const { after } = findLine(WORLD, department).department.hidden
        return after.some((one) => calls.includes(one))
      })
      if (late === undefined) throw new Error(`no predecessor: ${play.task.id}`)
      const { phone_number, opening_hours } = findLine(WORLD, late.department).department
      const opens = sayMoment(timeToCall(moment, opening_hours) ?? moment)
      let called = 0
      const oracle = oraclePlayer(setupOf(play.task, { stage: play.stage }))
      const rollout = playOut(setupOf(play.task, { stage: play.stage }), (seen, state) => {
        const events = seen.events as readonly TalkEvent[]
        // The oracle takes an early refusal for the last word.
        const heard = events.filter((event) => event.kind !== 'refused')
        if (called === times) return oracle({ ...seen, events: heard }, state)
        called += 1
        const when = called === 1 ? { when: opens } : {}
        return call('phone_call', { phone_number, service: late.service, ...when }, events)
      })
      expect([play.task.id, rollout.total]).toEqual([play.task.id, total])
    }
  })
})

describe('the prompt', () => {
  it.each(['full', 'compact'])('names the limits of turns and calls: %s', (texts) => {
    const [play] = ofLevel(5)
    if (play === undefined) throw new Error('no task of level 5')
    let text = ''
    playthrough(setupOf(play.task, { stage: 'curriculum', texts }), ({ transcript }) => {
      text = JSON.stringify(transcript)
      return undefined
    })
    expect(text).toContain(`${TURNS_MAX} turns`)
    expect(text).toMatch(new RegExp(`${caseIn(play).calls_max} (?:phone )?calls`))
  })

  it('says of every reason of a report when it is right, and of what was left undone', () => {
    const schema = JSON.stringify(toolSchema(report))
    for (const reason of REASONS) expect(schema).toContain(`${reason}: `)
    expect(REASONS).toContain('not_finished')
  })
})

describe('what the customer says', () => {
  it('covers the service that the page has asked about when it is asked about its price', () => {
    let asked = 0
    for (const play of PLAYS) {
      const { page, goals } = caseIn(play)
      const named = page.flatMap((one) => (one.rule === 'ask_before' ? one.services : []))
      const priced = goals.filter(
        ({ service, offer, right }) =>
          named.includes(service) &&
          offer !== undefined &&
          offer.waived_by === undefined &&
          right === 'done',
      )
      if (priced.length === 0) continue
      asked += 1
      const late = (phoneCase: Case): Case => ({
        ...phoneCase,
        page: phoneCase.page.filter(({ rule }) => rule !== 'ask_before'),
      })
      const seenBy = new Set<number>()
      const setup = setupOf(play.task, { stage: play.stage })
      const rollout = playOut(setup, (seen) => {
        const events = seen.events as readonly TalkEvent[]
        const last = events.at(-1)
        const isNew = !seenBy.has(events.length)
        seenBy.add(events.length)
        if (isNew && last?.kind === 'asked' && last.for === 'offer') {
          const { service } = last.said
          if (named.includes(service)) {
            return call('ask_customer', { approve: { service } }, events)
          }
        }
        return findSolution(play.task, WORLD, seen, late)
      })
      expect([play.stage, play.task.id, rollout.metrics.hard_breaches]).toEqual([
        play.stage,
        play.task.id,
        0,
      ])
    }
    expect(asked).toBeGreaterThan(5)
  })

  it('corrects a detail at different occasions, and not every time that a yes is wanted', () => {
    const occasions = new Set<string>()
    for (const play of PLAYS) {
      const phoneCase = caseIn(play)
      const told = eventsOf(play).filter(
        (event) => event.kind === 'customer' && event.correction !== null,
      )
      expect(told.length).toBe(phoneCase.correction === undefined ? 0 : 1)
      const { correction, page } = phoneCase
      const isAsked = page.some(({ rule }) => rule === 'ask_before')
      if (correction !== undefined) occasions.add(correction.with === null ? 'details' : 'yes')
      else if (isAsked) occasions.add('never')
    }
    expect([...occasions].sort()).toEqual(['details', 'never', 'yes'])
  })

  it('says in which order a budget is to be spent, for everything that is wanted', () => {
    const budgets = PLAYS.map(caseIn).filter(({ page }) =>
      page.some(({ rule }) => rule === 'fees_by_message'),
    )
    expect(budgets.length).toBeGreaterThan(10)
    for (const { goals, remarks } of budgets) {
      const budget = remarks.find((remark) => remark.includes('on fees in all')) ?? ''
      for (const goal of goals) expect(budget).toContain(nounFor(goal))
    }
  })

  it('is said as people of their age say it', () => {
    for (const { task } of PLAYS) {
      const year = Number(task.customer.values.date_of_birth.slice(0, 4))
      const voice = voiceFor(task.customer, task.seed)
      if (voice === 'elderly') expect(year).toBeLessThanOrEqual(1956)
      if (voice === 'chatty') expect(year).toBeGreaterThan(1956)
    }
  })
})

describe('a price', () => {
  it('is always less than the money that a service is about', () => {
    for (const { goals } of PLAYS.map(caseIn)) {
      for (const { service, details, offer } of goals) {
        if (offer?.offer.kind !== 'fee') continue
        const { amount_cents: atStake = Number.POSITIVE_INFINITY } = details
        expect([service, offer.offer.cents < atStake]).toEqual([service, true])
      }
    }
    const most = Math.max(...PLAYS.map(caseIn).flatMap(feesIn))
    const small = MATTERS.filter(({ dollars }) => dollars !== undefined && dollars[0] * 100 <= most)
    expect(small.map(({ service }) => service)).toEqual([])
  })
})

const feesIn = ({ goals }: Case): readonly number[] =>
  goals.flatMap(({ offer }) => (offer?.offer.kind === 'fee' ? [offer.offer.cents] : []))

describe('a read-back', () => {
  it('says what is done with all that decides it, not the line of the directory', () => {
    for (const { service, needs } of MATTERS) {
      const slots = [...(findReadBack(service) ?? '').matchAll(/\{(\w+)\}/g)].map(
        ([, slot]) => slot,
      )
      expect([service, slots.sort()]).toEqual([service, Object.keys(needs).sort()])
    }
  })

  it('of two side effects says once what both begin with', () => {
    expect(joinSideEffects('a report also locks it', 'a report also ends it')).toBe(
      'a report also locks it and ends it',
    )
    expect(joinSideEffects('a report locks it, so you wait', 'a report ends it')).toBe(
      'a report locks it, so you wait. Also, a report ends it',
    )
  })
})

describe('a directory', () => {
  it('says what a company is known for once in an answer', () => {
    for (const company of WORLD.companies.filter(({ trait }) => trait !== 'none')) {
      const { content } = findDepartments(WORLD, company.name, 'full')
      const { results } = JSON.parse(content) as { results: Record<string, string>[] }
      const own = results.filter((one) => one.company === company.name)
      const said = own.filter(({ description = '' }) =>
        TRAIT_SENTENCES[company.trait].some((sentence) => description.includes(sentence)),
      )
      expect([company.name, said.length]).toEqual([company.name, Math.min(1, own.length)])
    }
  })
})
