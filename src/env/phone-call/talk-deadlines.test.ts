// Guards deadlines and ties that only the other department tells: fair to who plans, and binding.
import { describe, expect, it } from 'vitest'
import { playAs, setupOf, WORLD } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import type { CaseGoal } from '../../sim/phone/case.ts'
import { isOpenAt } from '../../sim/phone/clock/opening-hours.ts'
import { sayMoment } from '../../sim/phone/clock/time.ts'
import { sayDeadline } from '../../sim/phone/deadlines.ts'
import { caseForTask } from '../../sim/phone/draw-case.ts'
import { isAfter, isInTime } from '../../sim/phone/schedule.ts'
import { generateTask } from '../../sim/phone/tasks.ts'
import { findCompany, findLine } from '../../sim/phone/world.ts'
import { playthrough } from '../playthrough.ts'
import { findSolution } from './solution.ts'
import type { TalkEvent } from './talk-events.ts'

/** Tasks of the highest level that no other test plays. */
const PLAYS = Array.from({ length: 160 }, (_, at) => {
  const task = generateTask(WORLD, 'train', 55_000 + at, 5)
  return { stage: 'curriculum' as const, task, phoneCase: caseForTask(task, WORLD, 'curriculum') }
})
/** A wish without the service that it ends. */
const untied = ({ ends: _, ...goal }: CaseGoal): CaseGoal => goal
const hoursOf = (department: string): string => findLine(WORLD, department).department.opening_hours

describe('the clock', () => {
  it('begins when one of the departments to call is open and another one is closed', () => {
    for (const { phoneCase } of PLAYS) {
      const open = phoneCase.calls.filter((id) => isOpenAt(hoursOf(id), phoneCase.moment))
      expect(open.length).toBeGreaterThan(0)
      expect(open.length).toBeLessThan(phoneCase.calls.length)
    }
  })

  it('costs a thousandth for six minutes that a call is put off without need', () => {
    let plays = 0
    for (const play of PLAYS.slice(0, 40)) {
      const { phoneCase } = play
      let isPutOff = false
      const { metrics, total, success } = playAs(play, (tool, args) => {
        if (tool !== 'phone_call' || isPutOff) return args
        isPutOff = true
        return { ...args, when: sayMoment(phoneCase.moment + 45) }
      })
      if (!success) continue
      const waited = metrics.minutes_waited ?? 0
      expect([play.task.id, total]).toEqual([play.task.id, 1000 - Math.floor(waited / 6)])
      if (waited > 0) plays += 1
    }
    expect(plays).toBeGreaterThan(5)
  })
})

describe('a deadline', () => {
  const urgent = PLAYS.flatMap((play) =>
    play.phoneCase.goals.flatMap((goal) =>
      goal.by === undefined ? [] : [{ play, goal, by: goal.by }],
    ),
  )

  it('stands in the message, and in a quarter of the tasks at least', () => {
    expect(urgent.length / PLAYS.length).toBeGreaterThan(1 / 4)
    for (const { play, by } of urgent) {
      const { opening } = playthrough(setupOf(play.task, { stage: 'curriculum' }), () => undefined)
      expect(opening.map(({ content }) => content).join('\n')).toContain(sayDeadline(by))
    }
  })

  it('leaves an hour with calls in the right order, or lies before the opening', () => {
    for (const { play, goal, by } of urgent) {
      const { phoneCase } = play
      expect(isInTime(phoneCase, findCompany(WORLD, phoneCase.company))).toBe(true)
      if (goal.right !== 'department_closed') continue
      for (let at = phoneCase.moment; at <= by; at += 5) {
        expect(isOpenAt(hoursOf(goal.department), at)).toBe(false)
      }
    }
  })

  it('cannot be met after too long a wait', () => {
    const toDo = urgent.filter(({ goal }) => goal.right === 'done')
    expect(toDo.length).toBeGreaterThan(20)
    for (const { play, goal, by } of toDo.slice(0, 20)) {
      const { phone_number } = findLine(WORLD, goal.department).department
      const late = playAs(play, (tool, args) =>
        tool === 'phone_call' && args.phone_number === phone_number
          ? { ...args, when: sayMoment(by + 1) }
          : args,
      )
      expect([play.task.id, late.success]).toEqual([play.task.id, false])
    }
  })

  it('is no reason before the agent has seen the opening hours', () => {
    const missed = urgent.filter(({ goal }) => goal.right === 'department_closed')
    expect(missed.length).toBeGreaterThan(5)
    for (const { play, goal } of missed) {
      const { phone_number } = findLine(WORLD, goal.department).department
      const elsewhere = playAs(play, (tool, args) =>
        tool === 'phone_call' && args.phone_number === phone_number
          ? { ...args, phone_number: '(200) 555-0100' }
          : args,
      )
      expect([play.task.id, elsewhere.success]).toEqual([play.task.id, false])
    }
  })
})

describe('a tie that the other department tells', () => {
  const asked = (play: (typeof PLAYS)[number]) => {
    const setup = setupOf(play.task, { stage: 'curriculum' })
    const { events } = playthrough(setup, oraclePlayer(setup))
    return (events as readonly TalkEvent[]).filter((event) => event.kind === 'asked')
  }

  it('is said with the first question of yes or no, and only once', () => {
    let told = 0
    for (const play of PLAYS) {
      const all = asked(play)
      for (const { service, notices = [], right } of play.phoneCase.goals) {
        const questions = all.filter(
          (event) =>
            event.said.service === service && (event.for === 'offer' || event.for === 'read_back'),
        )
        if (right !== 'done') continue
        const [first, ...later] = questions.map((event) =>
          'notice' in event ? event.notice : null,
        )
        // Of what has been done, nothing is said any more.
        for (const { says, about } of notices) {
          if (about === undefined) expect(first).toContain(says)
        }
        expect(later).toEqual(later.map(() => null))
        if (typeof first === 'string') told += 1
      }
    }
    expect(told).toBeGreaterThan(60)
  })

  it('cannot be undone once it is known too late', () => {
    const ended = PLAYS.flatMap((play) =>
      play.phoneCase.goals.flatMap((goal) =>
        goal.right === 'done' &&
        play.phoneCase.goals.some(
          (other) =>
            other.service === goal.ends &&
            other.right === 'done' &&
            other.notices !== undefined &&
            !isAfter(untied(goal), other, play.phoneCase),
        )
          ? [{ play, goal }]
          : [],
      ),
    )
    expect(ended.length).toBeGreaterThan(10)
    for (const { play, goal } of ended) {
      const setup = setupOf(play.task, { stage: 'curriculum' })
      const { ends: _, by: __, follows: ___, ...hasty } = goal
      const others = play.phoneCase.goals
        .filter((one) => one !== goal)
        .map(({ ends: _, by: __, follows: ___, ...other }) => other)
      const rollout = playOut(setup, (seen) =>
        findSolution(play.task, WORLD, seen, (phoneCase) => ({
          ...phoneCase,
          goals: [hasty, ...others],
        })),
      )
      expect([play.task.id, rollout.success]).toEqual([play.task.id, false])
    }
  })
})
