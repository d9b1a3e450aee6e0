import { RowBuilder } from '../../../learner/rows.ts'
import type { Player } from '../../../player.ts'
import { phoneLearner } from './index.ts'

/**
 * The teacher of whom a start of the local engine is cloned: it knows the task, and says it in the
 * few ways that a small policy has.
 */
export function teacherPlayer(): Player {
  // It decides without features: all of them may fall on one row.
  const rows = new RowBuilder(1)
  return {
    needsHidden: true,
    act({ transcript, events, hidden }) {
      if (hidden === undefined) {
        throw new Error('a teacher must be shown the hidden task; ask with an admin token')
      }
      const reading = phoneLearner.read(() => rows)
      reading.take(transcript, events)
      return reading.turn(reading.teacher(hidden.task, hidden.world))
    },
  }
}
