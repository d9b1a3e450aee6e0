import type { Case } from '../../sim/phone/case.ts'
import { caseForTask } from '../../sim/phone/draw-case.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Action } from '../message.ts'
import type { Conversation, PublicEvent } from '../public-event.ts'
import type { PhoneEvent } from './events.ts'
import { solveSeed } from './solve.ts'
import type { TalkEvent } from './talk-events.ts'
import { solveTalk } from './talk-solve.ts'

/** Whether an episode has a dialogue: its first event has a date. */
export const isTalk = ([first]: readonly PublicEvent[]): boolean =>
  first !== undefined && 'date' in first

/**
 * The next turn of a player who knows everything.
 *
 * @param seenAs what the player takes the case for, at the stages with a dialogue
 */
export function findSolution(
  task: PhoneTask,
  world: PhoneWorld,
  { events }: Pick<Conversation, 'events'>,
  seenAs: (phoneCase: Case) => Case = (phoneCase) => phoneCase,
): Action {
  if (!isTalk(events)) return solveSeed(task, world, events as readonly PhoneEvent[])
  const talk = events as readonly TalkEvent[]
  const [message] = talk
  const stage = message?.kind === 'message' ? message.stage : 'full'
  return solveTalk(seenAs(caseForTask(task, world, stage)), world, talk)
}
