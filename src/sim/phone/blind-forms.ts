import type { Scenario } from './belief.ts'
import { type FieldSet, fieldCount } from './field-set.ts'
import { FIELDS } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'

/** What a task requires of a form. */
interface Need {
  readonly truth: Scenario
  readonly volunteered: FieldSet
}

/**
 * The share of the forms of each size that bring all needed fields: of `count` fields in all, the
 * needed ones are among `size` drawn ones with chance size/count × (size − 1)/(count − 1) × ….
 */
export function blindShares(needed: number, patience: number): number[] {
  return Array.from({ length: FIELDS.length + 1 }, (_, size) => {
    if (size > patience) return 0
    let chance = 1
    for (let taken = 0; taken < needed; taken++) chance *= (size - taken) / (FIELDS.length - taken)
    return Math.max(0, chance)
  })
}

/** The best constant form of all 16,384, and the number of tasks that it solves. */
function bestConstantForm(needs: readonly Need[]): {
  readonly form: FieldSet
  readonly won: number
} {
  const counts = countEqual(needs)
  let best = { form: 0, won: -1 }
  for (let form = 0; form < 1 << FIELDS.length; form++) {
    const size = fieldCount(form)
    let won = 0
    for (const { needed, patience, count } of counts) {
      if ((needed & ~form) === 0 && size <= patience) won += count
    }
    if (won > best.won) best = { form, won }
  }
  return best
}

/** Counts needs that are equal for every form. */
function countEqual(
  needs: readonly Need[],
): readonly { readonly needed: FieldSet; readonly patience: number; readonly count: number }[] {
  const counts = new Map<number, number>()
  for (const { truth, volunteered } of needs) {
    const needed = truth.needed & ~volunteered
    const key = (needed << 5) | truth.patience
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => ({ needed: key >> 5, patience: key & 31, count }))
}

/** The shares solved by the best constant form for all customers, and for each industry. */
export function constantShares(
  needs: readonly (Need & { readonly industry: Industry })[],
): Readonly<Record<'constant' | 'constant_by_industry', number>> {
  const industries = [...new Set(needs.map(({ industry }) => industry))]
  const won = industries.reduce(
    (sum, industry) => sum + bestConstantForm(needs.filter((one) => one.industry === industry)).won,
    0,
  )
  return {
    constant: bestConstantForm(needs).won / needs.length,
    constant_by_industry: won / needs.length,
  }
}
