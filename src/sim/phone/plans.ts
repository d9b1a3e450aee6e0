import type { Requirement } from './requirements.ts'
import type { DepartmentKind } from './tables/departments.ts'

export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]

const CALLS_MAX = 5
const GOALS_MAX = 3

/** A set of departments that a customer of one company may have business with. */
export interface Plan {
  readonly level: Level
  /** Where the customer wants something done; none of them is needed for another. */
  readonly goals: readonly DepartmentKind[]
  /** The goals and everything that must come before them, in one possible order. */
  readonly calls: readonly DepartmentKind[]
}

/**
 * Every plan that a company's departments allow, by level:
 * 1 one call, two fields · 2 one call, three or four fields · 3 two calls, the first a
 * prerequisite · 4 the plans of levels 1 and 2 again, for customers who lack a field · 5 three to
 * five calls with prerequisites among them.
 */
export function plansOf(requirements: readonly Requirement[]): ReadonlyMap<Level, readonly Plan[]> {
  const plans = new Map<Level, Plan[]>(LEVELS.map((level) => [level, []]))
  const byKind = new Map(requirements.map((requirement) => [requirement.kind, requirement]))
  for (let bits = 1; bits < 1 << requirements.length; bits++) {
    const goals = requirements.filter((_, index) => (bits >> index) & 1).map(({ kind }) => kind)
    if (goals.length > GOALS_MAX) continue
    const calls = closureOf(goals, byKind)
    if (goals.some((goal) => isPrerequisite(goal, calls, byKind))) continue
    for (const level of levelsOf(goals, calls, byKind)) {
      plans.get(level)?.push({ level, goals, calls })
    }
  }
  return plans
}

function levelsOf(
  goals: readonly DepartmentKind[],
  calls: readonly DepartmentKind[],
  byKind: ReadonlyMap<DepartmentKind, Requirement>,
): readonly Level[] {
  if (calls.length === 1) {
    const fields = byKind.get(calls[0] as DepartmentKind)?.required.length ?? 0
    if (fields === 2) return [1, 4]
    return fields === 3 || fields === 4 ? [2, 4] : []
  }
  if (calls.length === goals.length || calls.length > CALLS_MAX) return []
  return calls.length === 2 ? [3] : [5]
}

/** The goals with all their prerequisites, each after those it needs. */
function closureOf(
  goals: readonly DepartmentKind[],
  byKind: ReadonlyMap<DepartmentKind, Requirement>,
): DepartmentKind[] {
  const order: DepartmentKind[] = []
  const visit = (kind: DepartmentKind): void => {
    if (order.includes(kind)) return
    for (const first of byKind.get(kind)?.after ?? []) visit(first)
    order.push(kind)
  }
  for (const goal of goals) visit(goal)
  return order
}

const isPrerequisite = (
  goal: DepartmentKind,
  calls: readonly DepartmentKind[],
  byKind: ReadonlyMap<DepartmentKind, Requirement>,
): boolean => calls.some((call) => byKind.get(call)?.after.includes(goal) === true)
