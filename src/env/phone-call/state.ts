import type {
  CallAnswer,
  CallerInput,
  CarriedOutService,
  Desk,
} from '../../sim/phone/department.ts'
import { fieldsNeeded, type Requirements } from '../../sim/phone/requirements.ts'
import { CLEARANCE, requirementsAt } from '../../sim/phone/services.ts'
import { FIELDS, type Field, type FieldValues } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { findLine, type PhoneWorld } from '../../sim/phone/world.ts'
import { childSeed } from '../../sim/random.ts'
import type { FormOutcome } from '../../tools/phone/auth-info-form.ts'
/** The state of an episode. Plain JSON, never changed in place. */
export interface PhoneState {
  /** The form; null until it is used. */
  readonly form: {
    readonly status: 'completed' | 'abandoned'
    readonly asked: readonly Field[]
    readonly values: FieldValues
    readonly unavailable: readonly Field[]
  } | null
  readonly forms_refused: number
  readonly searches: number
  readonly phone_calls: number
  readonly rejected_calls: number
  /** Departments that have checked details, which reveals their requirements. */
  readonly contacted: readonly string[]
  readonly held: readonly string[]
  /** The number of wrong details that each department was given. */
  readonly wrong: Readonly<Record<string, number>>
  /** Reference numbers of departments that did their part, by department. */
  readonly done: Readonly<Record<string, string>>
  /** Departments whose part counts as work, because they carried out nothing else before it. */
  readonly earned: readonly string[]
  /** The services that departments have carried out, wanted or not. */
  readonly rows: readonly CarriedOutService[]
}

export const INITIAL_STATE: PhoneState = {
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

/** The state after a form was sent or refused. */
export function afterForm(state: PhoneState, outcome: FormOutcome): PhoneState {
  if (outcome.status === 'refused') return { ...state, forms_refused: state.forms_refused + 1 }
  const answeredForm = outcome.status === 'completed' ? outcome : { values: {}, unavailable: [] }
  const { status, asked } = outcome
  const { values, unavailable } = answeredForm
  return { ...state, form: { status, asked, values, unavailable } }
}

/** The state after a call that nobody answered. */
export const afterUnansweredCall = (state: PhoneState): PhoneState => ({
  ...state,
  phone_calls: state.phone_calls + 1,
  rejected_calls: state.rejected_calls + 1,
})

/** The state after a department has answered. */
export function afterCall(
  state: PhoneState,
  { service }: CallerInput,
  { line, part }: Pick<Desk, 'line' | 'part'>,
  answer: CallAnswer,
  task: PhoneTask,
): PhoneState {
  const { id } = line.department
  const afterCounting = { ...state, phone_calls: state.phone_calls + 1 }
  if (answer.kind === 'done') return afterDone(afterCounting, id, service, part, task)
  const afterRejection = { ...afterCounting, rejected_calls: state.rejected_calls + 1 }
  if (answer.reason !== 'details') return afterRejection
  const { wrong, notUnavailable, held } = answer
  const errors = wrong.length + notUnavailable.length
  return {
    ...afterRejection,
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
  const hasUnwantedService = state.rows.some((row) => row.department === id && !isWanted(task, row))
  return {
    ...state,
    contacted,
    rows,
    done: { ...state.done, [id]: seedReference(task, { department: id, service }) },
    earned: hasUnwantedService ? state.earned : [...state.earned, id],
  }
}

/** Whether the customer asked for what was carried out. */
const isWanted = ({ goals }: PhoneTask, { department, service }: CarriedOutService): boolean =>
  goals.some((goal) => goal.department === department && goal.service === service)

/** The unwanted services that departments have carried out. */
export const unwantedRows = (task: PhoneTask, { rows }: PhoneState): CarriedOutService[] =>
  rows.filter((row) => !isWanted(task, row))

/** The values that the customer has given so far. */
export function knownValues({ customer }: PhoneTask, { form }: PhoneState): FieldValues {
  const { tells, values } = customer
  return { ...(tells === null ? {} : { [tells]: values[tells] }), ...form?.values }
}

/** The fields that the customer has said they lack. */
export function lackingFields({ customer }: PhoneTask, { form }: PhoneState): readonly Field[] {
  const { mentions } = customer
  return [...(mentions === null ? [] : [mentions]), ...(form?.unavailable ?? [])]
}

/** The part of a department in this task. */
export function taskPart(task: PhoneTask, department: string): Desk['part'] {
  if (!task.required_calls.includes(department)) return 'none'
  return serviceWanted(task, department) === undefined ? 'clearance' : 'service'
}

/** The service that the customer wants from a department. */
export const serviceWanted = ({ goals }: PhoneTask, department: string): string | undefined =>
  goals.find((goal) => goal.department === department)?.service

/** The requirements of a department for its part in this task. */
export function requirementsInTask(
  task: PhoneTask,
  world: PhoneWorld,
  department: string,
): Requirements {
  const service = serviceWanted(task, department) ?? CLEARANCE
  const { required, alternatives } = requirementsAt(findLine(world, department).department, service)
  return { required: [...required, ...alsoRequired(task, department)], alternatives }
}

/** The fields that a department also requires in this task. */
export const alsoRequired = (task: PhoneTask, department: string): readonly Field[] =>
  (task.also_required ?? [])
    .filter((entry) => entry.department === department)
    .flatMap(({ fields }) => fields)

/**
 * The fields of the form that suffices for the whole task, in list order. It includes missing
 * fields that are required, unless the customer has mentioned them: departments accept an
 * alternative only then.
 */
export function neededFields({ customer, ...task }: PhoneTask, world: PhoneWorld): Field[] {
  const { missing, mentions, tells } = customer
  const requirements = task.required_calls.map((id) =>
    requirementsInTask({ customer, ...task }, world, id),
  )
  const acceptedFields = fieldsNeeded(requirements, missing)
  if (acceptedFields === undefined) throw new Error(`task ${task.id} cannot be solved`)
  const requiredFields = new Set(requirements.flatMap(({ required }) => required))
  const unmentionedFields = missing.filter(
    (field) => requiredFields.has(field) && field !== mentions,
  )
  return FIELDS.filter(
    (field) =>
      (acceptedFields.includes(field) && field !== tells) || unmentionedFields.includes(field),
  )
}

/** Whether all departments have done their parts. */
export const areAllDone = ({ required_calls: calls }: PhoneTask, { done }: PhoneState): boolean =>
  calls.every((id) => done[id] !== undefined)

/** Whether the business is done, and nothing else. */
export const isComplete = (task: PhoneTask, state: PhoneState): boolean =>
  areAllDone(task, state) && unwantedRows(task, state).length === 0

/** Phone calls after which an episode is cut short. */
export const phoneCallsMax = (task: PhoneTask): number => 2 * task.required_calls.length + 4

/**
 * The reference number that a department gives out; it cannot be guessed. For an unwanted service
 * it differs, and no department requires it.
 */
export function seedReference(task: PhoneTask, { department, service }: CarriedOutService): string {
  const isPart = service === CLEARANCE || isWanted(task, { department, service })
  const seed = childSeed(task.seed, `reference/${department}${isPart ? '' : `/${service}`}`)
  return `R${String(seed % 1_000_000).padStart(6, '0')}`
}
