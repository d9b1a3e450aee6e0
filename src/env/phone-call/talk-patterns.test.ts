// Guards the patterns that tie wishes together: each has a twin in which the usual way is right.

import { describe, expect, it } from 'vitest'
import { playAs, WORLD } from '../../../test/phone-call/talk.ts'
import type { CaseGoal } from '../../sim/phone/case.ts'
import { caseOf } from '../../sim/phone/draw-case.ts'
import { chosen } from '../../sim/phone/grammar/lines.ts'
import { matterOf } from '../../sim/phone/matters.ts'
import { serviceOf, wantsFor } from '../../sim/phone/services.ts'
import { LOOKALIKES } from '../../sim/phone/tables/lookalikes.ts'
import { nounFor } from '../../sim/phone/tables/nouns.ts'
import { LINKS, LINKS_BACKWARDS, ORDERS } from '../../sim/phone/tables/ties.ts'
import { generateTask } from '../../sim/phone/tasks.ts'

/** Tasks of the highest level that no other test plays. */
const PLAYS = Array.from({ length: 160 }, (_, at) => {
  const task = generateTask(WORLD, 'train', 50_000 + at, 5)
  return { stage: 'curriculum' as const, task, made: caseOf(task, WORLD, 'curriculum') }
})

/** The share of those for which something holds. */
const shareOf = <One>(all: readonly One[], holds: (one: One) => boolean): number =>
  all.filter(holds).length / all.length

describe('look-alike services', () => {
  const goals = PLAYS.flatMap((play) =>
    play.made.goals.flatMap((goal) => (goal.twin === undefined ? [] : [{ play, goal }])),
  )

  it('occur in a third of the hardest tasks, and either one is right half of the time', () => {
    expect(goals.length / PLAYS.length).toBeGreaterThan(1 / 3)
    const usual = shareOf(goals, ({ goal }) => (serviceOf(goal.service)?.says.length ?? 0) > 0)
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

  it('are called by the same name, so that nothing but the message tells which is meant', () => {
    for (const { service, id } of LOOKALIKES) {
      const [one, other] = [
        { service, twin: { service: id, consequence: '' } },
        { service: id, twin: { service, consequence: '' } },
      ]
      expect(nounFor(one)).toBe(nounFor(other))
    }
  })

  it.each(LOOKALIKES)('need the same details: $service and $id', ({ service, id, says, kind }) => {
    expect(matterOf(id).needs).toEqual(matterOf(service).needs)
    expect(serviceOf(service)?.kind).toBe(kind)
    for (const wish of says) {
      const slots = [...wish.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot)
      expect([wish, slots.sort()]).toEqual([wish, Object.keys(matterOf(service).needs).sort()])
    }
    for (const { departments } of WORLD.companies) {
      for (const department of departments.filter((one) => one.kind === kind)) {
        expect(wantsFor(department, id)).toEqual(wantsFor(department, service))
      }
    }
  })
})

describe('a linked offer', () => {
  const isLinked = ({ offer }: CaseGoal): boolean =>
    offer !== undefined && ('note' in offer.offer || offer.leaving !== undefined)
  const offers = PLAYS.flatMap(({ made }) =>
    made.goals.flatMap((goal) => (isLinked(goal) && goal.offer ? [goal.offer] : [])),
  )

  it('occurs in a third of the hardest tasks, and is accepted in a third of them at least', () => {
    expect(offers.length / PLAYS.length).toBeGreaterThan(1 / 3)
    const accepted = shareOf(offers, ({ agrees }) => agrees)
    expect(accepted).toBeGreaterThan(1 / 3)
    expect(accepted).toBeLessThan(2 / 3)
  })

  it('is within what the page allows, so that the page alone does not decide', () => {
    for (const { made } of PLAYS) {
      const { months: most = 0 } = made.page.find((one) => one.rule === 'term') ?? {}
      for (const { offer } of made.goals.filter(isLinked)) {
        if (offer?.offer.kind !== 'term') throw new Error('only a contract is linked')
        expect(offer.offer.months).toBeLessThanOrEqual(most)
      }
    }
  })
})

describe('the sentences of a tie', () => {
  const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[a-z']+/g) ?? []
  const pairs = [...ORDERS, ...LINKS, ...LINKS_BACKWARDS].map(
    (sentence) => [chosen(sentence, 0), chosen(sentence, 1)] as const,
  )

  it.each(pairs)('share most of their words: %s', (one, other) => {
    const shared = wordsIn(one).filter((word) => wordsIn(other).includes(word)).length
    expect(shared / wordsIn(one).length).toBeGreaterThan(0.6)
  })
})

describe('the order of two services', () => {
  it('is asked for in one direction only: no service ends one whose day it tells', () => {
    const following = PLAYS.flatMap(({ made }) =>
      made.goals.flatMap(({ service, follows }) =>
        follows === undefined ? [] : [{ made, service, follows }],
      ),
    )
    expect(following.length).toBeGreaterThan(20)
    for (const { made, service, follows } of following) {
      expect(made.goals.find((goal) => goal.service === follows)?.ends).not.toBe(service)
    }
  })
})
