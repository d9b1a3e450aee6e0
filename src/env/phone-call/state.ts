import type { Answer, CallerInput, Desk, Row } from '../../sim/phone/department.ts'
import { fieldsNeeded, type Wants } from '../../sim/phone/requirements.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import { FIELDS, type Field, type Values } from '../../sim/phone/tables/fields.ts'

import type { PhoneTask } from '../../sim/phone/task.ts'
import { lineOf, type PhoneWorld, wantsAt } from '../../sim/phone/world.ts'
import { childSeed } from '../../sim/random.ts'
import type { FormOutcome } from '../../tools/phone/auth-info-form.ts'

/** Where an episode stands. JSON-plain and never changed in place. */
export interface PhoneState {
  /** The form once it was used up. */
  readonly form: {
    readonly status: 'completed' | 'abandoned'
    readonly asked: readonly Field[]
    readonly values: Values
    readonly unavailable: readonly Field[]
  } | null
  readonly forms_refused: number
  readonly searches: number
  readonly phone_calls: number
  readonly rejected_calls: number
  /** Departments that looked at details, which tells what they want. */
  readonly contacted: readonly string[]
  readonly held: readonly string[]
  /** How many wrong details departments were given. */
  readonly wrong: Readonly<Record<string, number>>
  /** Reference numbers of departments that did their part, by department. */
  readonly done: Readonly<Record<string, string>>
  /** Departments whose part counts as work: it was done before anything else was done there. */
  readonly earned: readonly string[]
  /** What departments have carried out, wanted or not. */
  readonly rows: readonly Row[]
}

export const OPENING_STATE: PhoneState = {
  form: null,
  forms_refused: 0,
  searches: 0,
  phone_calls: 0,
  rejected_calls: 0,
  contacted: [],
  held: [],
  wrong: {},
  done: {},
  earned: [],
  rows: [],
}

/** The state after a form was sent, or tried to be. */
export function afterForm(state: PhoneState, outcome: FormOutcome): PhoneState {
  if (outcome.status === 'refused') return { ...state, forms_refused: state.forms_refused + 1 }
  const filled = outcome.status === 'completed' ? outcome : { values: {}, unavailable: [] }
  const { status, asked } = outcome
  const { values, unavailable } = filled
  return { ...state, form: { status, asked, values, unavailable } }
}

/** The state after a call that nobody answered. */
export const afterNobody = (state: PhoneState): PhoneState => ({
  ...state,
  phone_calls: state.phone_calls + 1,
  rejected_calls: state.rejected_calls + 1,
})

/** The state after a department has answered. */
export function afterCall(
  state: PhoneState,
  { service }: CallerInput,
  { line, part }: Pick<Desk, 'line' | 'part'>,
  answer: Answer,
  task: PhoneTask,
): PhoneState {
  const { id } = line.department
  const after = { ...state, phone_calls: state.phone_calls + 1 }
  if (answer.kind === 'done') return afterDone(after, id, service, part, task)
  const rejected = { ...after, rejected_calls: state.rejected_calls + 1 }
  if (answer.reason !== 'details') return rejected
  const { wrong, notUnavailable, held } = answer
  const errors = wrong.length + notUnavailable.length
  return {
    ...rejected,
    contacted: [...state.contacted, id],
    held: held ? [...state.held, id] : state.held,
    wrong: errors === 0 ? state.wrong : { ...state.wrong, [id]: (state.wrong[id] ?? 0) + errors },
  }
}

function afterDone(
  state: PhoneState,
  id: string,
  service: string,
  part: Desk['part'],
  task: PhoneTask,
): PhoneState {
  const contacted = [...state.contacted, id]
  const isClearance = service === CLEARANCE
  const rows = isClearance ? state.rows : [...state.rows, { department: id, service }]
  const isPart = isClearance ? part === 'clearance' : isWanted(task, { department: id, service })
  if (!isPart) return { ...state, contacted, rows }
  const isSpoilt = state.rows.some((row) => row.department === id && !isWanted(task, row))
  return {
    ...state,
    contacted,
    rows,
    done: { ...state.done, [id]: referenceNumber(task, { department: id, service }) },
    earned: isSpoilt ? state.earned : [...state.earned, id],
  }
}

/** Whether the customer asked for what was carried out. */
const isWanted = ({ goals }: PhoneTask, { department, service }: Row): boolean =>
  goals.some((goal) => goal.department === department && goal.service === service)

/** What departments have carried out that nobody asked for. */
export const unwantedRows = (task: PhoneTask, { rows }: PhoneState): Row[] =>
  rows.filter((row) => !isWanted(task, row))

/** What the customer has told so far. */
export function knownValues({ customer }: PhoneTask, { form }: PhoneState): Values {
  const { tells, values } = customer
  return { ...(tells === null ? {} : { [tells]: values[tells] }), ...form?.values }
}

/** What the customer has said to lack. */
export function lackingFields({ customer }: PhoneTask, { form }: PhoneState): readonly Field[] {
  const { mentions } = customer
  return [...(mentions === null ? [] : [mentions]), ...(form?.unavailable ?? [])]
}

/** What this task needs of a department. */
export function partOf(task: PhoneTask, department: string): Desk['part'] {
  if (!task.required_calls.includes(department)) return 'none'
  return serviceWanted(task, department) === undefined ? 'clearance' : 'service'
}

/** What the customer wants of a department. */
export const serviceWanted = ({ goals }: PhoneTask, department: string): string | undefined =>
  goals.find((goal) => goal.department === department)?.service

/** What a department asks for in this task, for its part. */
export function wantsIn(task: PhoneTask, world: PhoneWorld, department: string): Wants {
  const service = serviceWanted(task, department) ?? CLEARANCE
  const { required, alternatives } = wantsAt(lineOf(world, department).department, service)
  return { required: [...required, ...alsoRequired(task, department)], alternatives }
}

/** What a department asks for besides in this task. */
export const alsoRequired = (task: PhoneTask, department: string): readonly Field[] =>
  (task.also_required ?? [])
    .filter((also) => also.department === department)
    .flatMap(({ fields }) => fields)

/**
 * The fields of the form that settles the whole task, in list order. What is wanted and lacking
 * is on it too, unless the customer has said so: otherwise nothing is accepted in its place.
 */
export function neededFields({ customer, ...task }: PhoneTask, world: PhoneWorld): Field[] {
  const { missing, mentions, tells } = customer
  const wants = task.required_calls.map((id) => wantsIn({ customer, ...task }, world, id))
  const used = fieldsNeeded(wants, missing)
  if (used === undefined) throw new Error(`task ${task.id} cannot be solved`)
  const wanted = new Set(wants.flatMap(({ required }) => required))
  const lacking = missing.filter((field) => wanted.has(field) && field !== mentions)
  return FIELDS.filter(
    (field) => (used.includes(field) && field !== tells) || lacking.includes(field),
  )
}

/** Whether all departments have done their parts. */
export const isOver = ({ required_calls: calls }: PhoneTask, { done }: PhoneState): boolean =>
  calls.every((id) => done[id] !== undefined)

/** Whether the business is done, and nothing else. */
export const isComplete = (task: PhoneTask, state: PhoneState): boolean =>
  isOver(task, state) && unwantedRows(task, state).length === 0

/** Phone calls after which an episode is cut short. */
export const phoneCallsMax = (task: PhoneTask): number => 2 * task.required_calls.length + 4

/**
 * The number that a department gives out; not to be guessed. Of what nobody wanted it is another
 * one, which no department asks for.
 */
export function referenceNumber(task: PhoneTask, { department, service }: Row): string {
  const isPart = service === CLEARANCE || isWanted(task, { department, service })
  const seed = childSeed(task.seed, `reference/${department}${isPart ? '' : `/${service}`}`)
  return `R${String(seed % 1_000_000).padStart(6, '0')}`
}
