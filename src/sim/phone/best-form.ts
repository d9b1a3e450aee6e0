import type { Scenario } from './belief.ts'
import { bitOf, type FieldSet, fieldCount, fieldsOf } from './field-set.ts'
import type { Field } from './tables/fields.ts'

/** A form and the share of the scenarios, by weight, that it solves. */
interface Choice {
  readonly form: readonly Field[]
  readonly chance: number
}

/**
 * The form that solves most scenarios by weight; of equals, the shorter one. `fieldCost` is the
 * share of success that justifies one more field. With 0, only success counts, which gives the
 * ceiling.
 */
export function bestForm(
  scenarios: readonly Scenario[],
  tells: Field | null,
  fieldCost = 0,
): Choice {
  if (scenarios.length === 0) return { form: [], chance: 0 }
  const volunteered = tells === null ? 0 : bitOf(tells)
  let useful = 0
  let whole = 0
  for (const { needed, weight } of scenarios) {
    useful |= needed & ~volunteered
    whole += weight
  }
  const bits = fieldsOf(useful).map(bitOf)
  const chances = chancesOf(scenarios, bits, volunteered)
  let best = 0
  let bestValue = -Infinity
  for (let form = 0; form < chances.length; form++) {
    const value = (chances[form] as number) - fieldCost * whole * fieldCount(form)
    const isBetter = value > bestValue + 1e-12
    const isShorter = value > bestValue - 1e-12 && fieldCount(form) < fieldCount(best)
    if (!isBetter && !isShorter) continue
    best = form
    bestValue = value
  }
  const form = fieldsOf(spread(best, bits))
  return { form, chance: (chances[best] as number) / whole }
}

/** Bits of a form over these fields only, as a set of fields. */
const spread = (form: number, bits: readonly FieldSet[]): FieldSet =>
  bits.reduce((set, bit, at) => ((form >> at) & 1 ? set | bit : set), 0)

/** The weight of the scenarios that each form over these fields solves. */
function chancesOf(
  scenarios: readonly Scenario[],
  bits: readonly FieldSet[],
  volunteered: FieldSet,
): Float64Array {
  const size = 1 << bits.length
  const byPatience = new Map<number, Float64Array>()
  for (const { needed, missing, patience, weight } of scenarios) {
    if ((needed & missing & ~volunteered) !== 0) continue
    const sums = byPatience.get(patience) ?? new Float64Array(size)
    byPatience.set(patience, sums)
    let place = 0
    for (let at = 0; at < bits.length; at++)
      if (needed & ~volunteered & (bits[at] as number)) place |= 1 << at
    sums[place] = (sums[place] as number) + weight
  }
  const chances = new Float64Array(size)
  for (const [patience, sums] of byPatience) {
    // Sums over all subsets, one field after another.
    for (let bit = 1; bit < size; bit <<= 1) {
      for (let block = bit; block < size; block += 2 * bit) {
        for (let form = block; form < block + bit; form++) {
          sums[form] = (sums[form] as number) + (sums[form - bit] as number)
        }
      }
    }
    for (let form = 0; form < size; form++) {
      if (fieldCount(form) <= patience)
        chances[form] = (chances[form] as number) + (sums[form] as number)
    }
  }
  return chances
}
