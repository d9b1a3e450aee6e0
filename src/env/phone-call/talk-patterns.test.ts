// Guards the patterns that tie wishes together: each has a twin in which the usual way is right.

import { describe, expect, it } from 'vitest'
import { playAs, setupOf, stagedTasks, talk, WORLD } from '../../../test/phone-call/talk.ts'
import { playOut, policyPlayer } from '../../../test/support/rollout.ts'
import { dayAfter } from '../../sim/civil-date.ts'
import type { CaseGoal } from '../../sim/phone/case.ts'
import { caseForTask } from '../../sim/phone/draw-case.ts'
import { chosen } from '../../sim/phone/grammar/lines.ts'
import { findMatter } from '../../sim/phone/matters.ts'
import { LEVELS } from '../../sim/phone/plans.ts'
import { sayDay } from '../../sim/phone/say-details.ts'
import { planCalls } from '../../sim/phone/schedule.ts'
import { findService, requirementsFor } from '../../sim/phone/services.ts'
import { LOOKALIKES } from '../../sim/phone/tables/lookalikes.ts'
import { nounFor } from '../../sim/phone/tables/nouns.ts'
import { CONTRACT_TIES, CONTRACT_TIES_OF_OTHERS, ORDER_TIES } from '../../sim/phone/tables/ties.ts'
import { generateTask } from '../../sim/phone/tasks.ts'
import { findCompany, findLine } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'
import { carefulPlayer } from './players/choices.ts'

/** Tasks of the highest level that no other test plays. */
const PLAYS = Array.from({ length: 160 }, (_, at) => {
  const task = generateTask(WORLD, 'train', 50_000 + at, 5)
  return { stage: 'curriculum' as const, task, phoneCase: caseForTask(task, WORLD, 'curriculum') }
})

/** The share of those for which something holds. */
const shareOf = <One>(all: readonly One[], holds: (one: One) => boolean): number =>
  all.filter(holds).length / all.length

describe('look-alike services', () => {
  const goals = PLAYS.flatMap((play) =>
    play.phoneCase.goals.flatMap((goal) => (goal.twin === undefined ? [] : [{ play, goal }])),
  )

  it('occur in a third of the hardest tasks, and either one is right half of the time', () => {
    expect(goals.length / PLAYS.length).toBeGreaterThan(1 / 3)
    const usual = shareOf(goals, ({ goal }) => (findService(goal.service)?.says.length ?? 0) > 0)
    expect(usual).toBeGreaterThan(0.3)
    expect(usual).toBeLessThan(0.7)
  })

  it('are told apart by the message: the wrong one wins nothing', () => {
    for (const { play, goal } of goals.slice(0, 30)) {
      const { service, twin } = goal
      const rollout = playAs(play, (name, args) =>
        name === 'phone_call' && args.service === service
          ? { ...args, service: twin?.service }
          : args,
      )
      expect([play.task.id, rollout.success]).toEqual([play.task.id, false])
    }
  })

  it('have the same noun, so only the message reveals which one is meant', () => {
    for (const { service, id } of LOOKALIKES) {
      const [one, other] = [
        { service, twin: { service: id, consequence: '' } },
        { service: id, twin: { service, consequence: '' } },
      ]
      expect(nounFor(one)).toBe(nounFor(other))
    }
  })

  it.each(LOOKALIKES)('need the same details: $service and $id', ({ service, id, says, kind }) => {
    expect(findMatter(id).needs).toEqual(findMatter(service).needs)
    expect(findService(service)?.kind).toBe(kind)
    for (const wish of says) {
      const slots = [...wish.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot)
      expect([wish, slots.sort()]).toEqual([wish, Object.keys(findMatter(service).needs).sort()])
    }
    for (const { departments } of WORLD.companies) {
      for (const department of departments.filter((one) => one.kind === kind)) {
        expect(requirementsFor(department, id)).toEqual(requirementsFor(department, service))
      }
    }
  })
})

describe('a linked offer', () => {
  const isLinked = ({ offer }: CaseGoal): boolean =>
    offer !== undefined && ('note' in offer.offer || offer.leaving !== undefined)
  const offers = PLAYS.flatMap(({ phoneCase }) =>
    phoneCase.goals.flatMap((goal) => (isLinked(goal) && goal.offer ? [goal.offer] : [])),
  )

  it('occurs in a third of the hardest tasks, and is accepted in a third of them at least', () => {
    expect(offers.length / PLAYS.length).toBeGreaterThan(1 / 3)
    const accepted = shareOf(offers, ({ agrees }) => agrees)
    expect(accepted).toBeGreaterThan(1 / 3)
    expect(accepted).toBeLessThan(2 / 3)
  })

  it('is within what the page allows, so that the page alone does not decide', () => {
    for (const { phoneCase } of PLAYS) {
      const { months: most = 0 } = phoneCase.page.find((one) => one.rule === 'term') ?? {}
      for (const { offer } of phoneCase.goals.filter(isLinked)) {
        if (offer?.offer.kind !== 'term') throw new Error('only a contract is linked')
        expect(offer.offer.months).toBeLessThanOrEqual(most)
      }
    }
  })
})

describe('the sentences of a tie', () => {
  const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[a-z']+/g) ?? []
  const pairs = [...ORDER_TIES, ...CONTRACT_TIES, ...CONTRACT_TIES_OF_OTHERS].map(
    (sentence) => [chosen(sentence, 0), chosen(sentence, 1)] as const,
  )

  it.each(pairs)('share most of their words: %s', (one, other) => {
    const shared = wordsIn(one).filter((word) => wordsIn(other).includes(word)).length
    expect(shared / wordsIn(one).length).toBeGreaterThan(0.6)
  })
})

describe('the order of two services', () => {
  it('has one direction: no service ends one whose day it needs', () => {
    const following = PLAYS.flatMap(({ phoneCase }) =>
      phoneCase.goals.flatMap(({ service, follows }) =>
        (follows ?? []).map((first) => ({ phoneCase, service, first })),
      ),
    )
    expect(following.length).toBeGreaterThan(20)
    for (const { phoneCase, service, first } of following) {
      expect(phoneCase.goals.find((goal) => goal.service === first)?.ends).not.toBe(service)
    }
  })
})

describe('two wishes that rule each other out', () => {
  const clashes = PLAYS.flatMap(({ task, phoneCase }) =>
    phoneCase.goals.flatMap((left) => {
      if (left.right !== 'ruled_out') return []
      const kept = phoneCase.goals.find(({ ends }) => ends === left.service)
      return [{ id: task.id, phoneCase, left, kept }]
    }),
  )

  it('leave the one that matters less, as the message says it', () => {
    expect(clashes.length).toBeGreaterThan(40)
    for (const { id, phoneCase, left, kept } of clashes) {
      expect([id, kept?.right]).toEqual([id, 'done'])
      const [more, less] = [kept, left].map((goal) => nounFor(goal ?? { service: '' }))
      const ranks = phoneCase.remarks.filter((remark) =>
        new RegExp(`fees.* ${more}\\b.* ${less}\\b|between ${less} and ${more},`).test(remark),
      )
      expect([id, ranks.length]).not.toEqual([id, 0])
    }
  })

  it('are mentioned by both departments', () => {
    for (const { id, left, kept } of clashes) {
      const about = (goal: CaseGoal | undefined) => goal?.notices?.map((notice) => notice.about)
      expect([id, about(left)]).toEqual([id, expect.arrayContaining([kept?.service])])
      expect([id, about(kept)]).toEqual([id, expect.arrayContaining([left.service])])
    }
  })
})

describe('a wish on a condition', () => {
  it('is right exactly if the named days meet the condition', () => {
    const days = (date: string): string[] =>
      Array.from({ length: 40 }, (_, at) => dayAfter(date, at))
    let conditions = 0
    for (const { task, phoneCase } of PLAYS) {
      for (const { hinges_on = [], right } of phoneCase.goals) {
        const [one, other] = hinges_on.map((id) =>
          phoneCase.goals.find(({ service }) => service === id),
        )
        if (one === undefined) continue
        const until = days(phoneCase.date).find((date) =>
          phoneCase.remarks.some((remark) => remark.endsWith(` before ${sayDay(date)}.`)),
        )
        const isMet = (one.takes_effect ?? '') < (other?.takes_effect ?? until ?? '')
        expect([task.id, one.right, right !== 'condition_not_met']).toEqual([
          task.id,
          'done',
          isMet,
        ])
        conditions += 1
      }
    }
    expect(conditions).toBeGreaterThan(100)
  })
})

describe('scarce calls', () => {
  const UNLIMITED = 24

  it('suffice to ask every department before anything is carried out', () => {
    const policy = { name: 'hears-first', ...carefulPlayer() }
    const plays = [...PLAYS.slice(0, 60), ...stagedTasks(52_000, 30, (at) => LEVELS[at % 5] ?? 5)]
    for (const play of plays) {
      const setup = setupOf(play.task, { stage: play.stage })
      const player = policyPlayer(policy, setup, (step) => stream(1, step, 'careful'))
      const { success, state } = playOut(setup, player)
      expect([play.stage, play.task.id, success, state.end?.reason]).toEqual([
        ...[play.stage, play.task.id, true, 'completed'],
      ])
    }
  })

  it('suffice for one call about each wish', () => {
    for (const { stage, task, phoneCase } of stagedTasks(
      53_000,
      240,
      (at) => LEVELS[2 + (at % 3)] ?? 5,
    )) {
      if (phoneCase.calls_max === UNLIMITED) continue
      const steps = planCalls(phoneCase, findCompany(WORLD, phoneCase.company)).length
      const least = steps + (phoneCase.correction === undefined ? 0 : 1)
      expect([stage, task.id, phoneCase.calls_max >= least]).toEqual([stage, task.id, true])
    }
  })

  /** Whether a department takes up a wish at once. */
  const isAtOnce = ({ waits_for, by, department }: CaseGoal, calls: readonly string[]): boolean => {
    const { after } = findLine(WORLD, department).department.hidden
    return waits_for === undefined && by === undefined && !calls.some((id) => after.includes(id))
  }

  it('end the episode at the limit of the prompt, not counting those that are put off', () => {
    const [play] = PLAYS.flatMap(({ task, phoneCase }) => {
      const late = phoneCase.goals.find(({ waits_for }) => waits_for !== undefined)
      const busy = phoneCase.goals.find((goal) => isAtOnce(goal, phoneCase.calls))
      return late === undefined || busy === undefined ? [] : [{ task, phoneCase, late, busy }]
    })
    if (play === undefined) throw new Error('no task')
    const episode = talk(play.task, { stage: 'curriculum' })
    const call = ({ service, department }: CaseGoal) => {
      const { phone_number } = findLine(WORLD, department).department
      episode.say('phone_call', { phone_number, service, when: 'open' })
      // A call in the last minute of the day finds the department closed, and is not counted.
      if (episode.last().events?.some(({ kind }) => kind === 'closed')) {
        episode.say('phone_call', { phone_number, service, when: 'open' })
      }
      return episode.last().events
    }
    expect(call(play.late)).toContainEqual(expect.objectContaining({ reason: 'too_early' }))
    for (let calls = 0; calls < play.phoneCase.calls_max; calls++) {
      call(play.busy)
      expect([calls, episode.end()]).toEqual([calls, undefined])
      episode.say('hang_up', {})
    }
    call(play.busy)
    episode.say('hang_up', {})
    expect(episode.end()).toMatchObject({ reason: 'call_limit' })
  })
})
