// Guards the players of the first stage: by events and word overlap alone they do most of the work.
import { describe, expect, it } from 'vitest'
import { setupOf, TASKS } from '../../../../test/phone-call/talk.ts'
import { playOut, policyPlayer } from '../../../../test/support/rollout.ts'
import { makePolicy } from '../../../policies/index.ts'
import type { PhoneTask } from '../../../sim/phone/task.ts'
import { stream } from '../../../sim/random.ts'
import { RowBuilder } from '../../learner/rows.ts'
import { CHOICE_NAMES } from './choices.ts'
import { EXPLOIT_NAMES } from './exploits.ts'
import { habitPlayer } from './habit.ts'
import { phoneLearner } from './learner/index.ts'

const shareOf = (wins: readonly boolean[]): number => wins.filter(Boolean).length / wins.length

const successOf = (name: string, stage: string, tasks: readonly PhoneTask[]): number =>
  shareOf(
    tasks.map((task) => {
      const setup = setupOf(task, { stage })
      const policy = makePolicy(name)
      return playOut(
        setup,
        policyPlayer(policy, setup, (step) => stream(1 + task.index, step, 'policy')),
      ).success
    }),
  )

const atLevels = (levels: readonly number[], count: number): readonly PhoneTask[] =>
  TASKS.filter(({ difficulty }) => levels.includes(difficulty)).slice(0, count)

describe('players of the other stages', () => {
  it.each(CHOICE_NAMES)(
    'win no more than half of the hard tasks with one choice made blindly: %s',
    (name) => {
      expect(successOf(name, 'curriculum', atLevels([4, 5], 40))).toBeLessThanOrEqual(0.5)
      expect(successOf(name, 'full', atLevels([4, 5], 40))).toBeLessThanOrEqual(0.5)
    },
  )

  it('win almost nothing if they ignore the page', () => {
    expect(successOf('rule-blind', 'full', TASKS)).toBeLessThanOrEqual(0.15)
  })
})

describe('players of the first stage', () => {
  it('win most tasks by the habits of companies', () => {
    const wins = TASKS.map((task) => {
      const setup = setupOf(task)
      const policy = { name: 'habit', ...habitPlayer() }
      return playOut(
        setup,
        policyPlayer(policy, setup, () => stream(1, 1, 'habit')),
      ).success
    })
    expect(shareOf(wins)).toBeGreaterThan(0.7)
  })

  it('win nearly all tasks as the teacher, with services by word overlap', () => {
    // The teacher ignores features, so all of them may share one row.
    const rows = new RowBuilder(1)
    const wins = TASKS.map((task) => {
      const setup = setupOf(task)
      return playOut(setup, ({ transcript, events }) => {
        const reading = phoneLearner.read(() => rows)
        reading.take(transcript, events)
        const { task: hidden, world } = setup
        return reading.turn(reading.teacher(hidden, world))
      }).success
    })
    expect(shareOf(wins)).toBeGreaterThan(0.9)
  })

  it('earn less by tricks than by honest work', () => {
    const tasks = TASKS.slice(0, 60)
    const habit = successOf('habit', 'seed', tasks)
    for (const name of EXPLOIT_NAMES) {
      expect([name, successOf(name, 'seed', tasks) <= habit]).toEqual([name, true])
    }
  })
})
