import type { Ringing } from '../../sim/phone/csr.ts'
import { heardSoFar, rightOf, SAYS_MAX } from '../../sim/phone/open-line.ts'
import type { Settled } from '../../sim/phone/settling/settled.ts'
import { taskTold } from '../../sim/phone/short-numbers.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import { lineOf } from '../../sim/phone/world.ts'
import type { CallOutcome, Spoken } from '../../tools/phone-call.ts'
import type { Said } from '../../tools/say.ts'
import { afterAnswer, knownValues, type PhoneState, saidValues } from './state.ts'
import type { PhoneContext } from './task.ts'

/**
 * The state once the line is closed on which something was still wanted: nothing came of it. Who
 * leaves a queue has made a call, and nobody has refused it.
 */
export function hungUp(state: PhoneState): PhoneState {
  if (state.queue !== null) return { ...state, queue: null, phone_calls: state.phone_calls + 1 }
  return state.line === null
    ? state
    : { ...state, line: null, rejected_calls: state.rejected_calls + 1 }
}

/** The state after a call was begun where employees wait for answers. */
export const afterRinging = (
  context: PhoneContext,
  state: PhoneState,
  outcome: CallOutcome,
): PhoneState => {
  const after = { ...afterAnswer(context.task, state, outcome), phone_calls: state.phone_calls + 1 }
  return withLine(context, after, outcome, 0)
}

/** The state after something was said on the open line. */
export const afterSaying = (
  context: PhoneContext,
  state: PhoneState,
  outcome: CallOutcome,
): PhoneState =>
  withLine(context, afterAnswer(context.task, state, outcome), outcome, (state.line?.says ?? 0) + 1)

/** Answers by which somebody asks what was meant. */
const ASKS_BACK: ReadonlySet<string> = new Set(['clarify', 'one_at_a_time', 'too_long', 'unclear'])

/** Keeps the line open where something is asked; else the call is over, well or not. */
function withLine(
  { task, settings }: PhoneContext,
  before: PhoneState,
  { kind, department = '', open, spoken }: CallOutcome,
  says: number,
): PhoneState {
  const not_understood = before.not_understood + (ASKS_BACK.has(kind) ? 1 : 0)
  const state = { ...before, not_understood, says: before.says + (says > 0 ? 1 : 0) }
  const told = spoken === undefined ? state.told : afterTelling(state, department, spoken.given)
  if (open === undefined || spoken === undefined) {
    const rejected = kind === 'done' ? 0 : 1
    return { ...state, told, line: null, rejected_calls: state.rejected_calls + rejected }
  }
  const given = rightOf(spoken.given, knownValues(taskTold(task, settings.numbers), state))
  return { ...state, told, line: { ...spoken, ...open, department, given, says } }
}

function afterTelling(
  { told }: PhoneState,
  department: string,
  given: Readonly<Partial<Record<Field, string>>>,
): PhoneState['told'] {
  const before = told[department] ?? []
  const more = (Object.keys(given) as Field[]).filter((field) => !before.includes(field))
  return more.length === 0 ? told : { ...told, [department]: [...before, ...more] }
}

/** What somebody on the open line is told; null where nobody is. */
export function talkingOn(
  state: PhoneState,
  { task, world, settings }: PhoneContext,
  ringing: (spoken: Spoken & { readonly settled?: Settled | undefined }) => Ringing,
): ((said: Said) => Ringing) | null {
  const { line } = state
  if (line === null) return null
  const at = lineOf(world, line.department)
  const known = saidValues(taskTold(task, settings.numbers), state)
  const { employee, question, stalls, says } = line
  const file = settings.records === 'strict' ? task.file : null
  return (said) => ({
    ...ringing({ line: at, ...heardSoFar(line, said, at, known, file) }),
    talk: { employee, question, stalls },
    isLast: says + 1 >= SAYS_MAX,
  })
}
