import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { isBusyLevel, nowOf } from '../../sim/phone/clock/now.ts'
import { isOpenAt } from '../../sim/phone/clock/opening-hours.ts'
import { queueAt } from '../../sim/phone/clock/queues.ts'
import { type Stage, sayStage } from '../../sim/phone/clock/stages.ts'
import { type Moment, readMoment } from '../../sim/phone/clock/time.ts'
import { stageOf } from '../../sim/phone/hear-call.ts'
import { lineCalled } from '../../sim/phone/short-numbers.ts'
import type { Line } from '../../sim/phone/world.ts'
import type { CallArguments, TimedCallArguments } from '../../tools/phone-call.ts'
import { notingTime } from './house.ts'
import type { PhoneContext } from './score.ts'
import type { PhoneState } from './state.ts'

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
export interface Through {
  readonly state: PhoneState
  readonly said: CallArguments
  /** What is heard before anybody speaks. */
  readonly heard: readonly string[]
}

/** A call on which nobody answers, or not yet. */
export interface Unanswered {
  readonly state: PhoneState
  readonly content: string
}

/** Dials a number at the time that was wished: desks may be closed, and people may wait. */
export function dial(
  before: PhoneState,
  { when, ...said }: TimedCallArguments,
  context: PhoneContext,
): Through | Unanswered {
  if (!isTimed(context)) return { state: before, said, heard: [] }
  const { world, settings } = context
  const at = readMoment(when ?? '', momentIn(context, before)) ?? momentIn(context, before)
  const minutes = at - nowOf(context.task, world) + MINUTES.dialling
  const state = { ...before, minutes }
  const line = lineCalled(world, said.phone_number, settings.numbers)
  const time = sayStage({ kind: 'time', at })
  return line === undefined
    ? { state, said, heard: [time] }
    : connect({ line, at, time, said }, notingTime(context, state, { calledAt: at }), context)
}

interface Connecting {
  readonly line: Line
  readonly at: Moment
  readonly time: string
  readonly said: CallArguments
}

function connect(
  { line: { company, department }, at, time, said }: Connecting,
  state: PhoneState,
  context: PhoneContext,
): Through | Unanswered {
  const talks = context.settings.conversation === 'on'
  const stage = (more: Stage, isOpen: boolean): string =>
    [time, sayStage(more), ...(talks ? [stageOf(isOpen)] : [])].join('\n')
  const place = { department: department.name, company: company.name }
  const { opening_hours: hours } = department
  if (!isOpenAt(hours, at)) {
    const content = stage({ kind: 'closed', at: place, hours }, false)
    return { state: afterClosed(state), content }
  }
  const minutes = isBusyLevel(context.task) ? queueAt(context.world, department, at) : 0
  if (minutes === 0) return { state, said, heard: [time] }
  if (talks) {
    const queue = { department: department.id, minutes, said }
    return {
      state: { ...state, queue },
      content: stage({ kind: 'queue', at: place, minutes }, true),
    }
  }
  const heard = [time, sayStage({ kind: 'waited', at: place, minutes })]
  return { state: afterMinutes(context, state, minutes), said, heard }
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
  const { minutes, said } = queue
  const waited = notingTime(context, before, { waited: minutes })
  const state = { ...afterMinutes(context, waited, minutes), queue: null }
  const time = sayStage({ kind: 'time', at: momentIn(context, state) })
  return { state, said, heard: [time] }
}
