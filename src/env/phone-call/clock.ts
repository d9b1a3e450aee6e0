import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { isBusyLevel, nowOf } from '../../sim/phone/clock/now.ts'
import { isOpenAt } from '../../sim/phone/clock/opening-hours.ts'
import { queueAt } from '../../sim/phone/clock/queues.ts'
import { MENU, sayStage } from '../../sim/phone/clock/stages.ts'
import { type Moment, readMoment } from '../../sim/phone/clock/time.ts'
import { hasMenu, nextFor, tellsNext } from '../../sim/phone/clock/transfers.ts'
import { stageOf } from '../../sim/phone/hear-call.ts'
import { lineCalled, numberOf } from '../../sim/phone/short-numbers.ts'
import type { Line } from '../../sim/phone/world.ts'
import type { TimedCallArguments } from '../../tools/phone-call.ts'
import { notingTime } from './house.ts'
import type { Calling, PhoneState } from './state.ts'
import type { PhoneContext } from './task.ts'

const isTimed = ({ settings }: PhoneContext): boolean => settings.clock === 'on'

/** What time it is in an episode. */
export const momentIn = ({ task, world }: PhoneContext, { minutes }: PhoneState): Moment =>
  nowOf(task, world) + minutes

/** The state after so many minutes, where there is a clock. */
export const afterMinutes = (
  context: PhoneContext,
  state: PhoneState,
  minutes: number,
): PhoneState => (isTimed(context) ? { ...state, minutes: state.minutes + minutes } : state)

/** A call on which somebody answers. */
export interface Through extends Calling {
  readonly state: PhoneState
  /** What is heard before anybody speaks. */
  readonly heard: readonly string[]
}

/** A call on which nobody answers, or not yet. */
interface Unanswered {
  readonly state: PhoneState
  readonly content: string
}

/** Dials a number at the time that was wished: desks may be closed, and people may wait. */
export function dial(
  before: PhoneState,
  { when, ...said }: TimedCallArguments,
  context: PhoneContext,
): Through | Unanswered {
  if (!isTimed(context)) return { state: before, said, reaches: said, heard: [] }
  const { task, world, settings } = context
  const now = momentIn(context, before)
  const at = readMoment(when ?? '', now) ?? now
  const state = { ...before, minutes: at - nowOf(task, world) + MINUTES.dialling }
  const line = lineCalled(world, said.phone_number, settings.numbers)
  const heard = [sayStage({ kind: 'time', at })]
  if (line === undefined) return { state, said, reaches: said, heard }
  const dialled = notingTime(context, state, { calledAt: at })
  if (!isOpenAt(line.department.opening_hours, at)) {
    const { name: department, opening_hours: hours } = line.department
    const closed = {
      kind: 'closed',
      at: { department, company: line.company.name },
      hours,
    } as const
    return unanswered(afterClosed(dialled), [...heard, sayStage(closed)], context)
  }
  const reached: Reached = { state: dialled, line, said, reaches: said, heard }
  return queueFor(isBusyLevel(task) ? passedOn(reached, at, context) : reached, at, context)
}

/** A department that answers, or will. */
interface Reached extends Through {
  readonly line: Line
}

/** What a call comes to on which nobody answers yet, or at all. */
function unanswered(
  state: PhoneState,
  heard: readonly string[],
  { settings }: PhoneContext,
): Unanswered {
  const stage = settings.conversation === 'on' ? [stageOf(state.queue !== null)] : []
  return { state, content: [...heard, ...stage].join('\n') }
}

/**
 * Who calls the wrong department, or meets a menu, is put through to the right one. Where one has
 * to wait for somebody to hear it, it is only named.
 */
function passedOn(reached: Reached, at: Moment, context: PhoneContext): Reached {
  const { state, line, said, heard } = reached
  const { world, settings } = context
  const isMenu = hasMenu(world, line.department)
  const isHeard = isMenu || queueAt(world, line.department, at) === 0
  const next = isHeard ? nextFor(line, said.request, at) : undefined
  if (!isMenu && next === undefined) return reached
  const { company, department } = next ?? line
  const number = numberOf(world, department, settings.numbers)
  const isTold = isMenu || tellsNext(world, company)
  const stage = sayStage({
    kind: 'passed',
    at: { department: department.name, company: company.name },
    from: isMenu ? MENU : line.department.name,
    to: { department: department.name, number, isTold },
  })
  const known = isTold ? {} : { auth_info: {}, reference_number: null }
  const passed = { ...state, transfers: state.transfers + (next === undefined ? 0 : 1) }
  return {
    state: afterMinutes(context, passed, isMenu ? MINUTES.menu : MINUTES.transfer),
    line: { company, department },
    said,
    reaches: { ...said, ...known, phone_number: number },
    heard: [...heard, stage],
  }
}

/** A queue may stand before a department: on an open line it is announced, else waited out. */
function queueFor(reached: Reached, at: Moment, context: PhoneContext): Through | Unanswered {
  const { state, line, said, reaches, heard } = reached
  const { task, world, settings } = context
  const minutes = isBusyLevel(task) ? queueAt(world, line.department, at) : 0
  if (minutes === 0) return reached
  const place = { department: line.department.name, company: line.company.name }
  const stage = (kind: 'queue' | 'waited'): string => sayStage({ kind, at: place, minutes })
  if (settings.conversation === 'on') {
    const queue = { minutes, said, reaches }
    return unanswered({ ...state, queue }, [...heard, stage('queue')], context)
  }
  const after = afterMinutes(context, state, minutes)
  return { state: after, said, reaches, heard: [...heard, stage('waited')] }
}

/** Nobody is there: opening hours are public, so such a call is as good as refused. */
const afterClosed = (state: PhoneState): PhoneState => ({
  ...state,
  phone_calls: state.phone_calls + 1,
  rejected_calls: state.rejected_calls + 1,
})

/** Stays in the queue until it is one's turn; null where one is in none. */
export function queueUp(before: PhoneState, context: PhoneContext): Through | null {
  const { queue } = before
  if (queue === null) return null
  const { minutes, said, reaches } = queue
  const waited = notingTime(context, before, { waited: minutes })
  const state = { ...afterMinutes(context, waited, minutes), queue: null }
  const time = sayStage({ kind: 'time', at: momentIn(context, state) })
  return { state, said, reaches, heard: [time] }
}
