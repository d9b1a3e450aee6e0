import type { Scenario } from './belief.ts'
import { type FieldSet, fieldBit, fieldCount, toFields } from './field-set.ts'
import type { Field } from './tables/fields.ts'

/** A form and the share of the scenarios, by weight, that it solves. */
interface FormChoice {
  readonly form: readonly Field[]
  readonly chance: number
}

/**
 * Finds the form that solves most scenarios by weight; of equal ones, the shorter. `fieldCost` is
 * the share of success that justifies one more field. With 0, only success counts, which gives the
 * ceiling.
 */
export function bestForm(
  scenarios: readonly Scenario[],
  tells: Field | null,
  fieldCost = 0,
): FormChoice {
  if (scenarios.length === 0) return { form: [], chance: 0 }
  const volunteered = tells === null ? 0 : fieldBit(tells)
  let useful = 0
  let totalWeight = 0
  for (const { needed, weight } of scenarios) {
    useful |= needed & ~volunteered
    totalWeight += weight
  }
  const bits = toFields(useful).map(fieldBit)
  const chances = weightsByForm(scenarios, bits, volunteered)
  let bestBits = 0
  let bestValue = -Infinity
  for (let form = 0; form < chances.length; form++) {
    const value = (chances[form] as number) - fieldCost * totalWeight * fieldCount(form)
    const isBetter = value > bestValue + 1e-12
    const isShorter = value > bestValue - 1e-12 && fieldCount(form) < fieldCount(bestBits)
    if (!isBetter && !isShorter) continue
    bestBits = form
    bestValue = value
  }
  const form = toFields(expandForm(bestBits, bits))
  return { form, chance: (chances[bestBits] as number) / totalWeight }
}

/** Converts a form, whose bit i stands for `bits[i]`, to a set of fields. */
const expandForm = (form: number, bits: readonly FieldSet[]): FieldSet =>
  bits.reduce((set, bit, index) => ((form >> index) & 1 ? set | bit : set), 0)

/** The weight of the scenarios that each form over these fields solves. */
function weightsByForm(
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
    let neededBits = 0
    for (let index = 0; index < bits.length; index++)
      if (needed & ~volunteered & (bits[index] as number)) neededBits |= 1 << index
    sums[neededBits] = (sums[neededBits] as number) + weight
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
