import { RowBuilder } from '../../../learner/rows.ts'
import type { Player } from '../../../player.ts'
import { phoneLearner } from './index.ts'

/**
 * The teacher that the local engine clones first. It knows the task and uses only the moves that a
 * small policy has.
 */
export function teacherPlayer(): Player {
  // The teacher ignores features, so all of them may share one row.
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
