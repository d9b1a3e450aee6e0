import type { WishSet } from '../../src/sim/phone/businesses.ts'
import { type Desk, understand } from '../../src/sim/phone/hear/request.ts'
import { afterOf } from '../../src/sim/phone/requirements.ts'
import type { Business } from '../../src/sim/phone/tables/businesses.ts'
import type { DepartmentKind } from '../../src/sim/phone/tables/departments.ts'
import {
  INDUSTRIES,
  INDUSTRY_HABITS,
  type Industry,
} from '../../src/sim/phone/tables/industries.ts'
import { GOAL_FRAMES } from './goal-frames.ts'

export const industriesOf = ({ kind, industries = INDUSTRIES }: Business): readonly Industry[] =>
  industries.filter((industry) => INDUSTRY_HABITS[industry].departments.includes(kind))

export const isBefore = (
  industry: Industry,
  first: DepartmentKind,
  then: DepartmentKind,
): boolean =>
  afterOf(then, INDUSTRY_HABITS[industry].departments).some(
    (kind) => kind === first || isBefore(industry, first, kind),
  )

/** A desk of a company that has every department of its industry: nowhere is more to mix up. */
export const deskAt = (
  industry: Industry,
  kind: DepartmentKind,
  wishes: WishSet = 'seed',
): Desk => {
  const kinds = INDUSTRY_HABITS[industry].departments
  const company = 'Verity Holdings'
  return {
    company,
    industry,
    kind,
    kinds,
    behind: kinds.filter((one) => isBefore(industry, kind, one)),
    wishes,
  }
}

export const ownDesks = (business: Business, wishes: WishSet = 'seed'): Desk[] =>
  industriesOf(business).map((industry) => deskAt(industry, business.kind, wishes))

export const desksBefore = (business: Business, wishes: WishSet = 'seed'): Desk[] =>
  industriesOf(business).flatMap((industry) =>
    INDUSTRY_HABITS[industry].departments
      .filter((kind) => isBefore(industry, kind, business.kind))
      .map((kind) => deskAt(industry, kind, wishes)),
  )

export const isTaken = (text: string, business: Business, wishes?: WishSet): boolean =>
  ownDesks(business, wishes).every((desk) => {
    const understood = understand(text, desk)
    return understood.status === 'wish' && understood.wish === business.id
  })

export const isTakenSomewhere = (text: string, business: Business, wishes?: WishSet): boolean =>
  ownDesks(business, wishes).some((desk) => {
    const understood = understand(text, desk)
    return understood.status === 'wish' && understood.wish === business.id
  })

export const clears = (text: string, desk: Desk): boolean => {
  const understood = understand(text, desk)
  return understood.status === 'clearance' || (understood.status === 'wish' && understood.clears)
}

/** Every goal in every sentence in which customers say it, and bare. */
export const ownWords = (business: Business): string[] =>
  business.phrases.flatMap((phrase) =>
    ['{goal}', ...GOAL_FRAMES].map((frame) => frame.replace('{goal}', phrase)),
  )
