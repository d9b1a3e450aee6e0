import type { Case, CaseGoal, PageRule, Reason } from '../../sim/phone/case.ts'
import type { Desk } from '../../sim/phone/department.ts'
import { type Details, sameDetails } from '../../sim/phone/details.ts'
import type { Settled } from '../../sim/phone/line.ts'
import { neededDetails } from '../../sim/phone/matters.ts'
import type { Requirements } from '../../sim/phone/requirements.ts'
import { CLEARANCE, requirementsFor } from '../../sim/phone/services.ts'
import type { Field, FieldValues } from '../../sim/phone/tables/fields.ts'
import { findLine, type PhoneWorld } from '../../sim/phone/world.ts'
import type { ReportArguments } from '../../tools/phone/report.ts'

/** The state of an episode with a dialogue. Plain JSON. */
export interface TalkState {
  readonly searches: number
  readonly phone_calls: number
  /**
   * Calls in which a department first said that another one must come before it. They do not count
   * towards the limit.
   */
  readonly put_off: number
  /** Calls that ended with nothing done, except during a yes-or-no question. */
  readonly rejected_calls: number
  /** Messages to the customer, the used part of their patience, and whether they left. */
  readonly messages: number
  readonly spent: number
  /** The number of needless yes-or-no questions to the customer. */
  readonly needless: number
  readonly gone: boolean
  readonly asked: readonly Field[]
  readonly values: FieldValues
  readonly lacking: readonly Field[]
  /** The customer's answers to services that a rule of the page names. */
  readonly approvals: Readonly<Record<string, boolean>>
  /** The customer's answers to offers, by service. */
  readonly agreed: Readonly<Record<string, boolean>>
  /** The customer's corrections, by service. */
  readonly corrections: Readonly<Record<string, Details>>
  /** The reasons that departments have given for leaving services undone, by service. */
  readonly met: Readonly<Record<string, readonly Reason[]>>
  readonly contacted: readonly string[]
  /** Departments and services that have said what must come before them. */
  readonly sent_on: readonly string[]
  /**
   * The number of the call with the first question, for each service that only that call can
   * settle.
   */
  readonly only_then: Readonly<Record<string, number>>
  /** Details that the company has checked, and fields that it knows the customer lacks. */
  readonly checked: FieldValues
  readonly excused: readonly Field[]
  readonly held: readonly string[]
  readonly wrong: Readonly<Record<string, number>>
  readonly disclosed: Readonly<Record<string, readonly Field[]>>
  /** Reference numbers of departments that did their part. */
  readonly done: Readonly<Record<string, string>>
  readonly completed: readonly CompletedService[]
  readonly line: OpenLine | null
  /** The rules of the page that were broken, once per violation. */
  readonly broken: readonly PageRule['rule'][]
  readonly minutes: number
  /** Minutes of waiting beyond the opening of the department. */
  readonly waited: number
  readonly report: ReportArguments | null
}

/** A service that was carried out. */
export interface CompletedService {
  readonly department: string
  readonly service: string
  readonly details: Details
  readonly reference: string
  readonly fee_cents: number
  /** Minutes since the beginning. */
  readonly minutes: number
  /** Whether the customer had corrected its details before. */
  readonly after_correction: boolean
}

/** The open call. */
export interface OpenLine {
  readonly department: string
  readonly employee: number
  readonly service: string
  readonly given: FieldValues
  readonly unavailable: readonly Field[]
  readonly referenceNumber: string
  readonly details: Details
  readonly settled: Settled
  /** The last question, and the number of consecutive turns that did not answer it. */
  readonly question: string
  readonly stalls: number
}

export const INITIAL_TALK: TalkState = {
  searches: 0,
  phone_calls: 0,
  put_off: 0,
  rejected_calls: 0,
  messages: 0,
  spent: 0,
  needless: 0,
  gone: false,
  asked: [],
  values: {},
  lacking: [],
  approvals: {},
  agreed: {},
  corrections: {},
  met: {},
  contacted: [],
  sent_on: [],
  only_then: {},
  checked: {},
  excused: [],
  held: [],
  wrong: {},
  disclosed: {},
  done: {},
  completed: [],
  line: null,
  broken: [],
  minutes: 0,
  waited: 0,
  report: null,
}

/** The part of a department in a case. */
export function casePart({ calls, goals }: Case, department: string): Desk['part'] {
  if (goals.some((goal) => goal.department === department)) return 'service'
  return calls.includes(department) ? 'clearance' : 'none'
}

export const findGoalAt = (
  { goals }: Case,
  department: string,
  service: string,
): CaseGoal | undefined =>
  goals.find((goal) => goal.department === department && goal.service === service)

/** The requirements of a department for each of its services in a case. */
export function caseRequirements(
  phoneCase: Case,
  world: PhoneWorld,
  department: string,
): Requirements[] {
  const goals = phoneCase.goals.filter((goal) => goal.department === department)
  const services = goals.length === 0 ? [CLEARANCE] : goals.map(({ service }) => service)
  return services.map((service) => requirementsFor(findLine(world, department).department, service))
}

/** The field that the page forbids to disclose, or null. */
export const findSecret = ({ page }: Case): Field | null =>
  page.find((rule) => rule.rule === 'never_tell')?.field ?? null

/** The right details of a service, with the corrections so far. */
const rightDetails = (goal: CaseGoal, { corrections }: TalkState): Details => ({
  ...goal.details,
  ...corrections[goal.service],
})

/** Whether an order for a service has the details that the customer wants. */
export const hasRightDetails = (goal: CaseGoal, details: Details, state: TalkState): boolean => {
  return sameDetails(details, rightDetails(goal, state), neededDetails(goal.service))
}

/** The last completion of a service. */
export const lastCompletion = (
  { completed }: TalkState,
  service: string,
): CompletedService | undefined =>
  completed.findLast((completion) => completion.service === service)

/** The sum of the fees of services that were carried out. */
export const feesPaid = ({ completed }: TalkState): number =>
  completed.reduce((sum, { fee_cents }) => sum + fee_cents, 0)
