import type { Scenario } from './belief.ts'
import { type FieldSet, fieldCount } from './field-set.ts'
import { FIELDS } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'

/** What a task requires of a form: these fields, and at most this many in all. */
export interface Need {
  readonly needed: FieldSet
  readonly patience: number
}

/**
 * The share of the forms of each size that bring all needed fields: of `count` fields in all, the
 * needed ones are among `size` drawn ones with chance size/count × (size − 1)/(count − 1) × ….
 */
export function blindShares(needed: number, patience: number): number[] {
  return Array.from({ length: FIELDS.length + 1 }, (_, size) => {
    if (size > patience) return 0
    let chance = 1
    for (let drawnCount = 0; drawnCount < needed; drawnCount++)
      chance *= (size - drawnCount) / (FIELDS.length - drawnCount)
    return Math.max(0, chance)
  })
}

/** The best constant form of all 16,384, and the number of tasks that it solves. */
export function bestConstantForm(needs: readonly Need[]): {
  readonly form: FieldSet
  readonly solvedCount: number
} {
  const counts = new Map<number, number>()
  for (const { needed, patience } of needs) {
    const key = (needed << 5) | patience
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const groups = [...counts].map(([key, count]) => ({
    needed: key >> 5,
    patience: key & 31,
    count,
  }))
  let best = { form: 0, solvedCount: -1 }
  for (let form = 0; form < 1 << FIELDS.length; form++) {
    const size = fieldCount(form)
    let solvedCount = 0
    for (const { needed, patience, count } of groups) {
      if ((needed & ~form) === 0 && size <= patience) solvedCount += count
    }
    if (solvedCount > best.solvedCount) best = { form, solvedCount }
  }
  return best
}

/** The shares solved by the best constant form for all customers, and for each industry. */
export function constantShares(
  tasks: readonly {
    readonly truth: Scenario
    readonly volunteered: FieldSet
    readonly industry: Industry
  }[],
): Readonly<Record<'constant' | 'constant_by_industry', number>> {
  const needs = tasks.map(({ truth, volunteered, industry }) => ({
    needed: truth.needed & ~volunteered,
    patience: truth.patience,
    industry,
  }))
  const industries = [...new Set(needs.map(({ industry }) => industry))]
  const solvedByIndustry = industries.reduce(
    (sum, industry) =>
      sum + bestConstantForm(needs.filter((one) => one.industry === industry)).solvedCount,
    0,
  )
  return {
    constant: bestConstantForm(needs).solvedCount / needs.length,
    constant_by_industry: solvedByIndustry / needs.length,
  }
}
