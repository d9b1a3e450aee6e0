import type { DepartmentKind } from './tables/departments.ts'
import { KIND_HABITS } from './tables/departments.ts'
import { FIELDS, type Field, SUBSTITUTES } from './tables/fields.ts'
import { HOUSE_STYLE_SHARES, INDUSTRY_HABITS, type Industry } from './tables/industries.ts'

/** How a company's departments deviate from the habits of its industry. */
export const HOUSE_STYLES = ['typical', 'extra_first', 'extra_second', 'instead'] as const
export type HouseStyle = (typeof HOUSE_STYLES)[number]

/** How likely each house style is for a company nobody has called yet; sums to 1. */
export const HOUSE_STYLE_PRIOR: Readonly<Record<HouseStyle, number>> = {
  typical: HOUSE_STYLE_SHARES.typical,
  extra_first: HOUSE_STYLE_SHARES.extra / 2,
  extra_second: HOUSE_STYLE_SHARES.extra / 2,
  instead: HOUSE_STYLE_SHARES.instead,
}

/** What a department wants to know and to have been done, in terms of kinds. */
export interface Requirement {
  readonly kind: DepartmentKind
  readonly required: readonly Field[]
  /** What is accepted in place of a required field. */
  readonly alternatives: Readonly<Partial<Record<Field, Field>>>
  /** Kinds of the same company that must have been called, in the order they are listed. */
  readonly after: readonly DepartmentKind[]
  /** Whether the reference number of the first of `after` must be given. */
  readonly wantsReference: boolean
}

/**
 * base(department kind) + modifier(industry) + house style(company). `present` are the kinds that
 * the company has: nobody can be sent to a department that does not exist.
 */
export function requirementOf(
  kind: DepartmentKind,
  industry: Industry,
  house: HouseStyle,
  present: readonly DepartmentKind[],
): Requirement {
  const base = KIND_HABITS[kind]
  const modifier = INDUSTRY_HABITS[industry]
  const wanted = new Set<Field>(base.base)
  wanted.add(house === 'instead' ? modifier.instead : modifier.always)
  if (base.reach === 'secure') wanted.add(modifier.secure)
  if (base.reach === 'money') wanted.add(modifier.money)
  if (house === 'extra_first') wanted.add(modifier.extra[0])
  if (house === 'extra_second') wanted.add(modifier.extra[1])
  const required = FIELDS.filter((field) => wanted.has(field))
  const after = (modifier.after[kind] ?? base.after).filter((other) => present.includes(other))
  return {
    kind,
    required,
    alternatives: alternativesFor(required, industry),
    after,
    wantsReference: after.length > 0 && (base.wantsReference || house === 'instead'),
  }
}

/** One substitute for each required field that has one; none is required or used twice. */
export function alternativesFor(
  required: readonly Field[],
  industry: Industry,
): Partial<Record<Field, Field>> {
  const taken = new Set<Field>(required)
  const alternatives: Partial<Record<Field, Field>> = {}
  for (const field of required) {
    const preferred = INDUSTRY_HABITS[industry].substitutes[field]
    const candidates =
      preferred === undefined ? SUBSTITUTES[field] : [preferred, ...SUBSTITUTES[field]]
    const chosen = candidates.find((candidate) => !taken.has(candidate))
    if (chosen === undefined) continue
    taken.add(chosen)
    alternatives[field] = chosen
  }
  return alternatives
}

/**
 * The fields that must be known to satisfy all these departments when the customer lacks some, in
 * list order; undefined if it cannot be done.
 */
export function fieldsNeeded(
  requirements: readonly Pick<Requirement, 'required' | 'alternatives'>[],
  missing: readonly Field[],
): Field[] | undefined {
  const needed = new Set<Field>()
  for (const { required, alternatives } of requirements) {
    for (const field of required) {
      if (!missing.includes(field)) {
        needed.add(field)
        continue
      }
      const alternative = alternatives[field]
      if (alternative === undefined || missing.includes(alternative)) return undefined
      needed.add(alternative)
    }
  }
  return FIELDS.filter((field) => needed.has(field))
}
