import type { JsonObject } from '../../../sim/json.ts'
import type { View } from '../../../sim/phone/belief.ts'
import { hourOf, type Moment } from '../../../sim/phone/clock/time.ts'
import { businessWished } from '../../../sim/phone/hear/request.ts'
import { callsFor } from '../../../sim/phone/plans.ts'
import { afterOf } from '../../../sim/phone/requirements.ts'
import { NAME_ENDINGS } from '../../../sim/phone/tables/company-names.ts'
import {
  DEPARTMENT_KINDS,
  type DepartmentKind,
  KIND_HABITS,
} from '../../../sim/phone/tables/departments.ts'
import type { Field } from '../../../sim/phone/tables/fields.ts'
import { INDUSTRIES, INDUSTRY_HABITS, type Industry } from '../../../sim/phone/tables/industries.ts'
import { TRAIT_SENTENCES, TRAITS, type Trait } from '../../../sim/phone/tables/traits.ts'
import type { Action } from '../../message.ts'
import { isAllowed } from '../fair-minutes.ts'
import { hindrancesIn, leaveWanted } from '../obeying.ts'
import { knownDetails, referenceFor } from '../sample.ts'
import type { SeenCall, SeenDepartment, SeenEpisode } from '../seen.ts'
import { forWhom, laterThan, nameAlone, secretsOf, toolTurn } from '../solve.ts'

/** What a player who knows the habits makes of a conversation. */
export interface Survey {
  readonly seen: SeenEpisode
  readonly company: string
  readonly industry: Industry
  /** The company's departments found so far, by kind. */
  readonly departments: ReadonlyMap<DepartmentKind, SeenDepartment>
  /** What it is known for, by what its departments say of it. */
  readonly trait: Trait
  readonly goals: readonly SurveyedGoal[]
}

/** What the customer wants: of which kind of department, and which of its businesses. */
interface SurveyedGoal {
  readonly kind: DepartmentKind
  readonly business: string
  readonly text: string
}

const kindByName = new Map(
  DEPARTMENT_KINDS.flatMap((kind) => KIND_HABITS[kind].names.map((name) => [name, kind] as const)),
)

/** The kind of department that goes by this name. */
export const kindNamed = (name: string): DepartmentKind | undefined => kindByName.get(name)

/** The industry that a company's name speaks of, or undefined. */
export const industryOf = (company: string): Industry | undefined =>
  INDUSTRIES.find((industry) =>
    NAME_ENDINGS[industry].some((ending) => company.endsWith(` ${ending}`)),
  )

/** Reads the situation, or undefined where the customer's message makes no sense. */
export function surveyOf(seen: SeenEpisode): Survey | undefined {
  const { company } = seen.opening
  const industry = company === undefined ? undefined : industryOf(company)
  if (company === undefined || industry === undefined) return undefined
  const departments = new Map<DepartmentKind, SeenDepartment>()
  for (const entry of seen.departments) {
    const kind = kindNamed(entry.department)
    if (entry.company === company && kind !== undefined) departments.set(kind, entry)
  }
  const offered = INDUSTRY_HABITS[industry].departments
  const goals = seen.opening.goals.flatMap(({ text, business }) => {
    const wished = business ?? businessWished(text, offered)
    return wished === undefined ? [] : [{ kind: wished.kind, business: wished.id, text }]
  })
  const trait = traitOf([...departments.values()])
  return { seen, company, industry, departments, trait, goals }
}

/** What departments say that their company is known for. */
const traitOf = (departments: readonly SeenDepartment[]): Trait =>
  TRAITS.find((trait) =>
    TRAIT_SENTENCES[trait].some((sentence) =>
      departments.some(({ description }) => description.endsWith(sentence)),
    ),
  ) ?? 'none'

const SEARCHES_MAX = 4

/** Searches until the whole company is known: by its name, then for what may be left over. */
export function nextSearch({ seen, company, industry, departments }: Survey): Action | undefined {
  if (seen.searches.length === 0) {
    return toolTurn('company_directory', { query: company }, seen)
  }
  if (seen.searches.length >= SEARCHES_MAX || (seen.searches[0]?.more ?? 0) === 0) return undefined
  const asked = new Set(seen.searches.map(({ query }) => query))
  for (const kind of INDUSTRY_HABITS[industry].departments) {
    const query = `${company} ${KIND_HABITS[kind].names[0]}`
    if (departments.has(kind) || asked.has(query)) continue
    return toolTurn('company_directory', { query }, seen)
  }
  return undefined
}

/** What the belief about the hidden side starts from. */
export function viewOfSurvey({ seen, industry, departments, trait, goals }: Survey): View {
  const { hurried, mentions, tells } = seen.opening
  const order = INDUSTRY_HABITS[industry].departments
  return {
    industry,
    trait,
    departments: order.filter((kind) => departments.has(kind)),
    automated: order.filter((kind) => departments.get(kind)?.isAutomated === true),
    goals: goals.filter(({ kind }, at) => goals.findIndex((one) => one.kind === kind) === at),
    hurried,
    mentions: mentions ?? null,
    tells: tells?.field ?? null,
  }
}

/** The form, where it may still be sent. */
export function formTurn({ seen }: Survey, fields: readonly Field[]): Action | undefined {
  const closed = seen.forms.some(({ status }) => status !== 'unknown_fields')
  if (closed || seen.calls.length > 0 || fields.length === 0) return undefined
  return toolTurn('auth_info_form', { fields }, seen)
}

/** The goals and what habitually comes before them, prerequisites first. */
export function habitualOrder({ departments, goals }: Survey): DepartmentKind[] {
  const kinds = goals.map(({ kind }) => kind).filter((kind) => departments.has(kind))
  return callsFor(kinds, [...departments.keys()])
}

/** The next call in habitual order to a department that neither did its part nor shut the door. */
export function nextCall(survey: Survey): Action | undefined {
  const { seen, departments } = survey
  const results = (number: string) => seen.calls.filter((call) => call.phoneNumber === number)
  const hindered = new Set(hindrancesIn(seen).map(({ call }) => call.phoneNumber))
  const callsMax = CALLS_EACH_MAX + (seen.isDialogue ? 1 : 0)
  const unasked = leaveWanted(seen)
  const isUnasked = (kind: DepartmentKind): boolean =>
    survey.goals.some((goal) => goal.kind === kind && unasked.includes(goal.business))
  for (const kind of [...directedTo(survey), ...habitualOrder(survey)]) {
    const entry = departments.get(kind)
    if (entry === undefined || isUnasked(kind)) continue
    const past = results(entry.phoneNumber)
    if (hindered.has(entry.phoneNumber)) continue
    if (past.some((call) => isSettled(seen, call))) continue
    if (past.filter(({ isMore }) => !isMore).length >= callsMax) continue
    return callTurn(survey, kind, entry)
  }
  return undefined
}

const SETTLED: ReadonlySet<string> = new Set([
  'done',
  'missing',
  'mismatch',
  'held',
  'nothing_to_do',
  'other_matter',
  'not_offered',
  'blocked',
  'no_deal',
])
/** So often one calls a department; once more where it may not wait while the customer is asked. */
const CALLS_EACH_MAX = 2

/** Whether a department has said its last word; what is lacking can be asked for in a dialogue. */
const isSettled = ({ isDialogue }: SeenEpisode, { kind }: SeenCall): boolean =>
  SETTLED.has(kind) && !(isDialogue && kind === 'missing')

/** Departments that the last employee named, in so far as the directory showed them. */
function directedTo({ seen, departments }: Survey): DepartmentKind[] {
  const last = seen.calls.at(-1)
  if (last === undefined || last.kind === 'reference') return []
  return [...departments.keys()].filter((kind) =>
    last.named.includes(departments.get(kind)?.department ?? '?'),
  )
}

/** A call to a department with every detail and reference number at hand. */
export function callTurn(survey: Survey, kind: DepartmentKind, entry: SeenDepartment): Action {
  const { seen, goals } = survey
  const wish = goals.find((goal) => goal.kind === kind)?.text
  const reference = habitualReference(survey, kind) || referenceFor(seen, entry.phoneNumber)
  return toolTurn(
    'phone_call',
    {
      phone_number: entry.phoneNumber,
      request: requestTo(seen, entry, wish),
      auth_info: detailsToBegin(seen),
      ...(reference === '' ? {} : { reference_number: reference }),
      ...whenToCall(seen, entry),
    },
    seen,
  )
}

/** What is said first: a sentence to who answers on an open line, else the bare wish suffices. */
function requestTo(seen: SeenEpisode, { department }: SeenDepartment, wish?: string): string {
  if (wish === undefined) return `${forWhom(seen)}${department}: please clear this customer's file.`
  return forWhom(seen) + (seen.isConversation ? `My customer wants to ${wish}.` : wish)
}

/** When to call a department, by its hours and by queues that were met there; now if possible. */
function whenToCall(
  { clock, rules }: SeenEpisode,
  { phoneNumber, hours }: SeenDepartment,
): { readonly when?: string } {
  if (clock.now === undefined) return {}
  const stops = clock.stops.filter((stop) => stop.phoneNumber === phoneNumber)
  const told = stops.find((stop) => stop.hours !== '')?.hours
  const wait = (moment: Moment): number =>
    stops.find(({ at, minutes }) => minutes > 0 && hourOf(at) === hourOf(moment))?.minutes ?? 0
  return laterThan(clock.now, {
    opening: hours ?? told ?? null,
    wait,
    isAllowed: (moment, minutes) => isAllowed(rules, moment, minutes),
  })
}

/** All that is known, or where one is asked on the line the name alone, which everybody wants. */
function detailsToBegin(seen: SeenEpisode): JsonObject {
  if (seen.isConversation) return nameAlone(seen.values.full_name)
  const secrets: readonly string[] = secretsOf(seen)
  const known = Object.entries(knownDetails(seen))
  return Object.fromEntries(known.filter(([field]) => !secrets.includes(field)))
}

/** What the department gave out that habitually comes right before, unless another is asked for. */
function habitualReference(survey: Survey, kind: DepartmentKind): string {
  const { seen, departments } = survey
  const isAsked = seen.calls.some(
    (call) => call.kind === 'reference' && call.phoneNumber === departments.get(kind)?.phoneNumber,
  )
  const [first] = afterOf(kind, [...departments.keys()])
  const entry = first === undefined || isAsked ? undefined : departments.get(first)
  const given = seen.calls.find(({ phoneNumber }) => phoneNumber === entry?.phoneNumber)
  return given?.reference ?? ''
}

/** What a player says who has nothing left to try. */
export const STOP: Action = { content: 'I cannot get any further with this.' }
