import type { Requirements } from '../../../../sim/phone/requirements.ts'
import { FIELDS, type Field } from '../../../../sim/phone/tables/fields.ts'
import type { Company, Department, PhoneWorld } from '../../../../sim/phone/world.ts'
import { stream } from '../../../../sim/random.ts'

/**
 * The same world with other habits: in each company the fields change places by a permutation of
 * its own. Who plays there learns to handle the tools and to use what it is told, and nothing
 * about which fields a department usually wants.
 *
 * @param share of the companies whose habits are permuted, 0 to 1
 */
export function permuteHabits(world: PhoneWorld, seed: number, share: number): PhoneWorld {
  const companies = world.companies.map((company, index) => {
    const random = stream(seed, index, 'permuted-habits')
    return random.chance(share) ? permuteCompany(company, random.shuffle(FIELDS)) : company
  })
  return { ...world, companies }
}

function permuteCompany(company: Company, order: readonly Field[]): Company {
  const exchange = (field: Field): Field => order[FIELDS.indexOf(field)] as Field
  return { ...company, departments: company.departments.map((one) => permuted(one, exchange)) }
}

function permuted(department: Department, exchange: (field: Field) => Field): Department {
  const { hidden } = department
  const wants = Object.fromEntries(
    Object.entries(hidden.wants).map(([matter, wanted]) => [
      matter,
      permutedWants(wanted, exchange),
    ]),
  )
  return { ...department, hidden: { ...hidden, wants } }
}

function permutedWants(
  { required, alternatives }: Requirements,
  exchange: (field: Field) => Field,
): Requirements {
  const wanted = new Set(required.map(exchange))
  const others: Partial<Record<Field, Field>> = {}
  for (const field of FIELDS) {
    const substitute = alternatives[field]
    if (substitute !== undefined) others[exchange(field)] = exchange(substitute)
  }
  return { required: FIELDS.filter((field) => wanted.has(field)), alternatives: others }
}
