// Guards the floor of the stages with a dialogue: nothing is earned without working.
import { describe, expect, it } from 'vitest'
import { setupOf, WORLD } from '../../../test/phone-call/talk.ts'
import { playOut } from '../../../test/support/rollout.ts'
import { REASONS, type Reason } from '../../sim/phone/case.ts'
import { caseForTask, TALKING_STAGES, type TalkingStage } from '../../sim/phone/draw-case.ts'
import type { Level } from '../../sim/phone/plans.ts'
import { generateTask } from '../../sim/phone/tasks.ts'
import { toolTurn } from './survey.ts'
import type { TalkEvent } from './talk-events.ts'
import { computeTalkProgress } from './talk-progress.ts'

const LEVELS: readonly Level[] = [1, 2, 3, 4, 5]
const TASKS_EACH = 60
/** Tasks that no other test plays. */
const FIRST_INDEX = 40_000
/** The bound of exploitability: 2 % of the reward. */
const MOST = 20

/** Made once: the case of a task is drawn once for each task object. */
const TASKS = new Map(
  LEVELS.map((level) => [
    level,
    Array.from({ length: TASKS_EACH }, (_, at) =>
      generateTask(WORLD, 'train', FIRST_INDEX + at, level),
    ),
  ]),
)

/** What is earned on average by a report at once, with one reason for everything. */
function earnedWith(reason: Reason, stage: TalkingStage, level: Level): number {
  let sum = 0
  for (const task of TASKS.get(level) ?? []) {
    const items = caseForTask(task, WORLD, stage).goals.map(({ service }) => ({
      service,
      outcome: 'not_done',
      reason,
    }))
    const rollout = playOut(setupOf(task, { stage }), ({ events }) =>
      toolTurn(
        'report',
        { items, references: [], fees_cents: 0 },
        computeTalkProgress(events as readonly TalkEvent[]),
      ),
    )
    sum += rollout.total
  }
  return sum / TASKS_EACH
}

describe.each(TALKING_STAGES)('a report at once at the stage %s', (stage) => {
  it.each(REASONS)('earns no more than a fiftieth on average at every level with %s', (reason) => {
    for (const level of LEVELS) {
      expect([level, earnedWith(reason, stage, level) <= MOST]).toEqual([level, true])
    }
  })
})
