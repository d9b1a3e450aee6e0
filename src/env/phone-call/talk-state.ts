import type { Case, CaseGoal, PageRule, Reason } from '../../sim/phone/case.ts'
import type { Desk } from '../../sim/phone/department.ts'
import type { Details } from '../../sim/phone/details.ts'
import type { Settled } from '../../sim/phone/line.ts'
import type { Wants } from '../../sim/phone/requirements.ts'
import { CLEARANCE, wantsFor } from '../../sim/phone/services.ts'
import type { Field, Values } from '../../sim/phone/tables/fields.ts'
import { lineOf, type PhoneWorld } from '../../sim/phone/world.ts'
import type { ReportArguments } from '../../tools/phone/report.ts'

/** Where an episode stands in which one talks with customers and departments. JSON-plain. */
export interface TalkState {
  readonly searches: number
  readonly phone_calls: number
  /** Calls that first told what has to come before: they are not counted. */
  readonly put_off: number
  /** Calls that ended with nothing done, but for those that ended on a question of yes or no. */
  readonly rejected_calls: number
  /** Messages to the customer, how much of their patience is used up, and whether they left. */
  readonly messages: number
  readonly spent: number
  /** How many times the customer was asked for a yes that neither a price nor the page demands. */
  readonly needless: number
  readonly gone: boolean
  readonly asked: readonly Field[]
  readonly values: Values
  readonly lacking: readonly Field[]
  /** What the customer has said to services that the page has them asked about. */
  readonly approvals: Readonly<Record<string, boolean>>
  /** What the customer has said to offers, by service. */
  readonly agreed: Readonly<Record<string, boolean>>
  /** How services are to be done after all, as the customer has put it right. */
  readonly corrections: Readonly<Record<string, Details>>
  /** Why services cannot or may not be carried out, as departments have told by now. */
  readonly met: Readonly<Record<string, readonly Reason[]>>
  readonly contacted: readonly string[]
  /** Departments and services that have named something else that comes first. */
  readonly sent_on: readonly string[]
  /** The call in which the first question was asked about what has to be settled on that call. */
  readonly only_then: Readonly<Record<string, number>>
  /** Details that the company has checked, and those that it knows to be lacking. */
  readonly checked: Values
  readonly excused: readonly Field[]
  readonly held: readonly string[]
  readonly wrong: Readonly<Record<string, number>>
  readonly disclosed: Readonly<Record<string, readonly Field[]>>
  /** Reference numbers of departments that did their part. */
  readonly done: Readonly<Record<string, string>>
  readonly completed: readonly CompletedService[]
  readonly line: OpenLine | null
  /** Rules of the page that were broken, each time. */
  readonly broken: readonly PageRule['rule'][]
  readonly minutes: number
  /** Minutes that calls were put off although the department would have answered before. */
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
  /** Minutes after the beginning. */
  readonly minutes: number
  /** Whether it was put right because the customer had put something right. */
  readonly corrected: boolean
}

/** The call that is not over. */
export interface OpenLine {
  readonly department: string
  readonly employee: number
  readonly service: string
  readonly given: Values
  readonly unavailable: readonly Field[]
  readonly referenceNumber: string
  readonly details: Details
  readonly settled: Settled
  /** The last question, and how many times running it was not answered. */
  readonly question: string
  readonly stalls: number
}

export const OPENING_TALK: TalkState = {
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

/** What a case needs of a department. */
export function partIn({ calls, goals }: Case, department: string): Desk['part'] {
  if (goals.some((goal) => goal.department === department)) return 'service'
  return calls.includes(department) ? 'clearance' : 'none'
}

export const goalAt = (
  { goals }: Case,
  department: string,
  service: string,
): CaseGoal | undefined =>
  goals.find((goal) => goal.department === department && goal.service === service)

/** What a department of a case asks for, for each thing that it has to do. */
export function wantsOf(made: Case, world: PhoneWorld, department: string): Wants[] {
  const goals = made.goals.filter((one) => one.department === department)
  const services = goals.length === 0 ? [CLEARANCE] : goals.map(({ service }) => service)
  return services.map((service) => wantsFor(lineOf(world, department).department, service))
}

/** The field that the page keeps back. */
export const secretIn = ({ page }: Case): Field | null =>
  page.find((one) => one.rule === 'never_tell')?.field ?? null

/** How a service is to be done by what the customer has said so far. */
export const rightDetails = (goal: CaseGoal, { corrections }: TalkState): Details => ({
  ...goal.details,
  ...corrections[goal.service],
})

/** The last time that a service was carried out. */
export const lastCompletion = (
  { completed }: TalkState,
  service: string,
): CompletedService | undefined => completed.findLast((one) => one.service === service)
