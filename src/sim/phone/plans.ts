import { type DepartmentProfile, deriveRequirements, predecessorsOf } from './requirements.ts'
import type { DepartmentKind } from './tables/departments.ts'

export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]

const CALLS_MAX = 5
const GOALS_MAX = 3

/** A set of departments that a customer of one company calls. */
export interface CallPlan {
  /** The departments with wishes; none of them must precede another. */
  readonly goals: readonly DepartmentKind[]
  /** The goals and everything that must come before them, in one possible order. */
  readonly calls: readonly DepartmentKind[]
}

/** Every plan of up to five calls that departments of these kinds allow. */
export function listPlans(kinds: readonly DepartmentKind[]): readonly CallPlan[] {
  const plans: CallPlan[] = []
  for (let bits = 1; bits < 1 << kinds.length; bits++) {
    const goals = kinds.filter((_, index) => (bits >> index) & 1)
    if (goals.length > GOALS_MAX) continue
    const calls = callsFor(goals, kinds)
    const isNeeded = (goal: DepartmentKind): boolean =>
      calls.some((call) => predecessorsOf(call, kinds).includes(goal))
    if (calls.length > CALLS_MAX || goals.some(isNeeded)) continue
    plans.push({ goals, calls })
  }
  return plans
}

/**
 * The levels at which a customer may come with this service: 1 one call, two fields · 2 one call,
 * three or four · 3 two calls, the first a prerequisite · 4 as 1 and 2, for customers who lack a
 * field · 5 three to five calls with prerequisites among them. Fields are counted as is usual in
 * the industry: what a company does differently moves no task to another level.
 */
export function levelsForPlan(
  { goals, calls }: CallPlan,
  { industry, conventions }: Pick<DepartmentProfile, 'industry' | 'conventions'>,
  service: string,
): readonly Level[] {
  if (calls.length > 1) {
    if (calls.length === goals.length) return []
    return calls.length === 2 ? [3] : [5]
  }
  const kind = calls[0] as DepartmentKind
  const profile: DepartmentProfile = { industry, kind, isAutomated: false, conventions }
  return deriveRequirements(profile, service).required.length === 2 ? [1, 4] : [2, 4]
}

/** The goals with all their prerequisites, each after those it needs. */
export function callsFor(
  goals: readonly DepartmentKind[],
  present: readonly DepartmentKind[],
): DepartmentKind[] {
  const order: DepartmentKind[] = []
  const visit = (kind: DepartmentKind): void => {
    if (order.includes(kind)) return
    for (const predecessor of predecessorsOf(kind, present)) visit(predecessor)
    order.push(kind)
  }
  for (const goal of goals) visit(goal)
  return order
}
