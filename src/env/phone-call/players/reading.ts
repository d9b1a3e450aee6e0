import type { PublicView } from '../../../sim/phone/belief.ts'
import type { Listed } from '../../../sim/phone/listing.ts'
import { callsFor } from '../../../sim/phone/plans.ts'
import { CLEARANCE } from '../../../sim/phone/services.ts'
import { NAME_ENDINGS } from '../../../sim/phone/tables/company-names.ts'
import {
  DEPARTMENT_KINDS,
  type DepartmentKind,
  KIND_HABITS,
} from '../../../sim/phone/tables/departments.ts'
import { INDUSTRIES, INDUSTRY_HABITS, type Industry } from '../../../sim/phone/tables/industries.ts'
import { readWishes, type Wish } from '../../../sim/phone/wishes.ts'
import { splitAttempts } from '../../learner/split-attempts.ts'
import type { Conversation } from '../../public-event.ts'
import type { PhoneEvent } from '../events.ts'
import { isTalk } from '../solution.ts'
import { computeSeedProgress, type SeedProgress } from '../survey.ts'

/** A player's view of an episode of the first stage, with knowledge of companies' habits. */
export interface SeedReading extends SeedProgress {
  readonly company: string
  readonly industry: Industry
  /** The company's departments found so far, by kind. */
  readonly own: ReadonlyMap<DepartmentKind, Listed>
  readonly wishes: readonly Wish[]
  /** The inside of `<previous_attempts>`; empty if there is none. */
  readonly attempts: string
}

const kindByName = new Map(
  DEPARTMENT_KINDS.flatMap((kind) => KIND_HABITS[kind].names.map((name) => [name, kind] as const)),
)

/** The kind of department with this name. */
export const kindNamed = (name: string): DepartmentKind | undefined => kindByName.get(name)

/** The industry that a company’s name indicates, or undefined. */
export const industryOf = (company: string): Industry | undefined =>
  INDUSTRIES.find((industry) =>
    NAME_ENDINGS[industry].some((ending) => company.endsWith(` ${ending}`)),
  )

/** Parses an episode; undefined without a customer's message, and at other stages. */
export function readSeed({ transcript, events }: Conversation): SeedReading | undefined {
  if (isTalk(events)) return undefined
  const survey = computeSeedProgress(events as readonly PhoneEvent[])
  const company = survey.message?.company
  const industry = company === undefined ? undefined : industryOf(company)
  if (company === undefined || industry === undefined) return undefined
  const departments = survey.departments.filter((one) => one.company === company)
  const own = new Map(
    departments.flatMap((one) => {
      const kind = kindNamed(one.department)
      return kind === undefined ? [] : [[kind, one] as const]
    }),
  )
  const text = transcript.find(({ role }) => role === 'user')?.content ?? ''
  const { rest, block = '' } = splitAttempts(text)
  const wishes = readWishes(rest, company, departments)
  return { ...survey, company, industry, own, wishes, attempts: block }
}

/** The departments to call and what to ask for, in the usual order of clearances. */
export function habitualCalls({ own, wishes }: SeedReading): readonly {
  readonly listed: Listed
  readonly service: string
}[] {
  const kindOf = (listed: Listed): DepartmentKind | undefined =>
    [...own].find(([, one]) => one === listed)?.[0]
  const goals = wishes.flatMap(({ department }) => kindOf(department) ?? [])
  return callsFor(goals, [...own.keys()]).flatMap((kind) => {
    const listed = own.get(kind)
    if (listed === undefined) return []
    const service = wishes.find(({ department }) => department === listed)?.service ?? CLEARANCE
    return [{ listed, service }]
  })
}

/** The public facts of an episode, from which a player computes what may be hidden. */
export function seedView({ industry, own, wishes, message }: SeedReading): PublicView {
  const [first] = own.values()
  const order = INDUSTRY_HABITS[industry].departments
  const kinds = order.filter((kind) => own.has(kind))
  return {
    industry,
    trait: first?.trait ?? 'none',
    departments: kinds,
    automated: kinds.filter((kind) => own.get(kind)?.automated === true),
    goals: kinds.flatMap((kind) => {
      const wish = wishes.find(({ department }) => department === own.get(kind))
      return wish === undefined ? [] : [{ kind, service: wish.service }]
    }),
    hurried: message?.hurried ?? false,
    mentions: message?.lacks ?? null,
    tells: message?.tells?.field ?? null,
  }
}
