import type { Values } from '../../sim/phone/csr.ts'
import { NO_TALK, type Talk } from '../../sim/phone/dialogue/reply.ts'
import type { Rule } from '../../sim/phone/house/page.ts'
import type { Report } from '../../sim/phone/house/report.ts'
import { type OpenLine, rightOf } from '../../sim/phone/open-line.ts'
import { fileAfter } from '../../sim/phone/records/operations.ts'
import { rowsThatDiffer, type SlotValues } from '../../sim/phone/records/rows.ts'
import { CLEARANCE, fieldsNeeded, type Matter, type Wants } from '../../sim/phone/requirements.ts'
import type { Offer } from '../../sim/phone/settling/offers.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { lineOf, type PhoneWorld, wantsAt } from '../../sim/phone/world.ts'
import { childSeed } from '../../sim/random.ts'
import type { FormOutcome } from '../../tools/auth-info-form.ts'
import type { CallArguments, CallOutcome } from '../../tools/phone-call.ts'

/** Where an episode stands. JSON-plain and never changed in place. */
export interface PhoneState {
  /** The form once it was used up. */
  readonly form: {
    readonly status: 'answered' | 'abandoned'
    readonly asked: readonly Field[]
    readonly values: Values
  } | null
  readonly forms_refused: number
  readonly searches: number
  readonly phone_calls: number
  readonly rejected_calls: number
  /** Departments that asked back for free what is wanted of them. */
  readonly clarified: readonly string[]
  /** Departments whose staff have come as far as the details, which tells what they want. */
  readonly authenticated: readonly string[]
  readonly held: readonly string[]
  /** How many wrong values departments were given, by department. */
  readonly wrong: Readonly<Record<string, number>>
  /** Reference numbers of departments that did their part, by department. */
  readonly done: Readonly<Record<string, string>>
  /** What departments made of the customer's wishes, by department, where that was said. */
  readonly changes: Readonly<Record<string, ChangeMade>>
  /** The call that is not over, where employees wait for answers. */
  readonly line: OpenLine | null
  /** Names of details that departments were told, where that is counted. */
  readonly told: Readonly<Record<string, readonly Field[]>>
  /** What has passed between the agent and a customer who can be asked. */
  readonly talk: Talk
  /** What departments have asked for on the line, where rules speak of it. */
  readonly asked: Readonly<Record<string, readonly Field[]>>
  /** Rules of the house that were broken, each time. */
  readonly broken: readonly Rule['form'][]
  /** Details that the customer never gave, and refused calls that were made again as they were. */
  readonly made_up: number
  readonly repeated: number
  /** What was last refused, by department, as it was said; counted where there are rules. */
  readonly refused: Readonly<Record<string, string>>
  /** Whether the episode ends with a report to the customer, and what it said. */
  readonly reports: boolean
  readonly report: Report | null
  /** What the agent was told stands in the way, as `Block` names it; null as long as nothing. */
  readonly obstacle: string | null
  /** Offers that were accepted where something was done. */
  readonly accepted: readonly Offer[]
  /** Departments that did their part with an offer accepted that nobody had said yes to. */
  readonly unwanted: readonly string[]
  /** How often the agent has spoken on lines that were open, and was asked back what was meant. */
  readonly says: number
  readonly not_understood: number
  /** Minutes that have passed, where there is a clock. */
  readonly minutes: number
  /** How often one was put through to another department. */
  readonly transfers: number
  /** The call that waits in a queue. */
  readonly queue: Queued | null
}

/** What is said on a call, and what of it reaches whom; a desk may put a caller through. */
export interface Calling {
  readonly said: CallArguments
  readonly reaches: CallArguments
}

/** A call in a queue. */
interface Queued extends Calling {
  readonly minutes: number
}

/** What a department did of a wish: the last thing it was told counts. */
interface ChangeMade {
  readonly slots: SlotValues
  /** Whether the records are now as the customer wants them. */
  readonly is_right: boolean
  /** How many rows it changed wrongly, every time it did so. */
  readonly rows_damaged: number
}

export const OPENING_STATE: PhoneState = {
  form: null,
  forms_refused: 0,
  searches: 0,
  phone_calls: 0,
  rejected_calls: 0,
  clarified: [],
  authenticated: [],
  held: [],
  wrong: {},
  done: {},
  changes: {},
  line: null,
  told: {},
  talk: NO_TALK,
  asked: {},
  broken: [],
  made_up: 0,
  repeated: 0,
  refused: {},
  reports: false,
  report: null,
  obstacle: null,
  accepted: [],
  unwanted: [],
  says: 0,
  not_understood: 0,
  minutes: 0,
  transfers: 0,
  queue: null,
}

/** The state after a form was sent, or tried to be. */
export function afterForm(state: PhoneState, outcome: FormOutcome): PhoneState {
  const { kind, asked, values } = outcome
  if (kind === 'unknown_fields') return state
  if (kind === 'refused') return { ...state, forms_refused: state.forms_refused + 1 }
  return { ...state, form: { status: kind, asked, values } }
}

/** Outcomes that are a question back: free, since a department asks back only once. */
const FREE: ReadonlySet<string> = new Set(['clarify', 'one_at_a_time', 'too_long'])

/** The state after a call. Calls that get nothing done are rejected, but for free questions. */
export function afterCall(task: PhoneTask, state: PhoneState, outcome: CallOutcome): PhoneState {
  const { kind, department = '' } = outcome
  const isFree = FREE.has(kind)
  const after = afterAnswer(task, state, outcome)
  return {
    ...after,
    phone_calls: state.phone_calls + 1,
    rejected_calls: state.rejected_calls + (kind === 'done' || isFree ? 0 : 1),
    clarified: isFree ? [...state.clarified, department] : state.clarified,
  }
}

/** What departments know and have done after one has answered. */
export function afterAnswer(task: PhoneTask, state: PhoneState, outcome: CallOutcome): PhoneState {
  const { kind, department = '', reference = '', wrong = 0, slots = {} } = outcome
  const isDone = kind === 'done'
  const failsDetails = kind === 'missing' || kind === 'mismatch'
  const reached = isDone || failsDetails || kind === 'nothing_to_do' || kind === 'other_matter'
  const { authenticated, held, done } = state
  const wrongNow = (state.wrong[department] ?? 0) + wrong
  const saysHow = isDone && Object.keys(slots).length > 0
  const changed = (): ChangeMade => changeMade(task, state, department, slots)
  return {
    ...state,
    authenticated: reached ? [...authenticated, department] : authenticated,
    held: outcome.held === true ? [...held, department] : held,
    wrong: wrong > 0 ? { ...state.wrong, [department]: wrongNow } : state.wrong,
    done: isDone ? { ...done, [department]: reference } : done,
    changes: saysHow ? { ...state.changes, [department]: changed() } : state.changes,
  }
}

/** What it comes to that a department does the customer's wish in the way that it was told. */
function changeMade(
  { file, goals }: PhoneTask,
  { changes }: PhoneState,
  department: string,
  slots: SlotValues,
): ChangeMade {
  const goal = goals.find((one) => one.department === department)
  if (goal === undefined) throw new Error(`task: no wish for ${department}`)
  const before = changes[department]?.rows_damaged ?? 0
  const now = fileAfter(file, [{ ...goal, slots }])
  const amiss = rowsThatDiffer(now, fileAfter(file, [goal]))
  const touched = new Set(rowsThatDiffer(now, file))
  const damaged = amiss.filter((id) => touched.has(id)).length
  return { slots, is_right: amiss.length === 0, rows_damaged: before + damaged }
}

/** What the customer said so far, right or wrong. */
export function saidValues(told: PhoneTask, state: PhoneState): Values {
  const { tells, values } = told.customer
  const opening: Values = tells === null ? {} : { [tells]: values[tells] }
  return { ...opening, ...state.form?.values, ...state.talk.values }
}

/** What of it is right; what they gave an old value of is nothing that they gave. */
export const knownValues = (told: PhoneTask, state: PhoneState): Values =>
  rightOf(saidValues(told, state), told.customer.values)

/** What a department asks for in this task, for what it has to do there. */
export function wantsIn(task: PhoneTask, world: PhoneWorld, department: string): Wants {
  const [matter = CLEARANCE] = mattersOf(task, department)
  const { required, alternatives } = wantsAt(lineOf(world, department).department, matter)
  return { required: [...required, ...alsoRequired(task, department)], alternatives }
}

/** The fields that settle the whole task, in list order. */
export function neededFields(
  task: PhoneTask,
  world: PhoneWorld,
  secrets: readonly Field[] = [],
): Field[] {
  const wants = task.required_calls.map((id) => wantsIn(task, world, id))
  const needed = fieldsNeeded(wants, [...task.customer.missing, ...secrets])
  if (needed === undefined) throw new Error(`task ${task.id} cannot be solved`)
  return needed
}

/** What a department asks for besides in this task. */
export const alsoRequired = (task: PhoneTask, department: string): readonly Field[] =>
  (task.also_required ?? [])
    .filter((also) => also.department === department)
    .flatMap(({ fields }) => fields)

/** What a department has to do in this task: nothing, the customer's business, or a clearance. */
export function mattersOf(task: PhoneTask, department: string): readonly Matter[] {
  if (!task.required_calls.includes(department)) return []
  const own = task.goals.filter((goal) => goal.department === department)
  return own.length === 0 ? [CLEARANCE] : own.map(({ business }) => business)
}

/** How many of the required calls have been done, and rightly. */
export const callsDone = (task: PhoneTask, state: PhoneState): number =>
  task.required_calls.filter((id) => isDone(state, id)).length

export const isDone = ({ done, changes }: PhoneState, department: string): boolean =>
  done[department] !== undefined && changes[department]?.is_right !== false

export const isComplete = (task: PhoneTask, state: PhoneState): boolean =>
  callsDone(task, state) === task.required_calls.length

/** Phone calls after which an episode is cut short. */
export const phoneCallsMax = (task: PhoneTask): number => 2 * task.required_calls.length + 4

/** The number that a department gives out in this task; not to be guessed. */
export function referenceNumber(task: PhoneTask, department: string): string {
  const seed = childSeed(task.seed, `reference/${department}`)
  return `R${String(seed % 1_000_000).padStart(6, '0')}`
}
