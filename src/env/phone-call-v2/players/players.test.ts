// Guards the players of the first stage: by events and word overlap alone they do most of the work.
import { describe, expect, it } from 'vitest'
import { setupOf, TASKS } from '../../../../test/phone-call-v2/talk.ts'
import { playerOf, playOut } from '../../../../test/support/rollout.ts'
import { stream } from '../../../sim/random.ts'
import { RowBuilder } from '../../learner/rows.ts'
import { habitPlayer } from './habit.ts'
import { phoneLearner } from './learner/index.ts'

const shareOf = (wins: readonly boolean[]): number => wins.filter(Boolean).length / wins.length

describe('players of the first stage', () => {
  it('win most tasks by the habits of companies', () => {
    const wins = TASKS.map((task) => {
      const setup = setupOf(task)
      const policy = { name: 'habit', ...habitPlayer() }
      return playOut(
        setup,
        playerOf(policy, setup, () => stream(1, 1, 'habit')),
      ).success
    })
    expect(shareOf(wins)).toBeGreaterThan(0.7)
  })

  it('win nearly all as the teacher of a small policy, with services by word overlap', () => {
    // It decides without features: all of them may fall on one row.
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
})
