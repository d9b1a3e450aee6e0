import type { Employee } from './people/employees.ts'
import type { Extra, Quirks } from './quirks.ts'
import type { MatterId, Requirements } from './requirements.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Industry } from './tables/industries.ts'
import type { Trait } from './tables/traits.ts'

/** A department: what the directory shows, and under `hidden` what only its staff know. */
export interface Department {
  readonly id: string
  readonly kind: DepartmentKind
  readonly name: string
  readonly phone_number: string
  readonly description: string
  readonly opening_hours: string
  /** What answers the phone; a machine (`automated`) accepts digits only. */
  readonly line: 'person' | 'automated'
  readonly hidden: {
    /** The employees; one of them is drawn for each call. */
    readonly employees: readonly Employee[]
    /** The requirements by matter: one for each service, and one for a clearance. */
    readonly wants: Readonly<Record<MatterId, Requirements>>
    /** An additional field that other departments of its kind do not require. */
    readonly extra: Extra
    /** Ids of departments of this company that must do their part first. */
    readonly after: readonly string[]
    /** The department of `after` whose reference number is required, or null. */
    readonly reference_from: string | null
  }
}

/** The half of the companies: `known` ones occur in train and val, `unseen` ones in test. */
export type CompanyHalf = 'known' | 'unseen'

export interface Company {
  readonly id: string
  readonly name: string
  readonly industry: Industry
  readonly half: CompanyHalf
  readonly departments: readonly Department[]
  /** What the company is known for; the descriptions mention it. */
  readonly trait: Trait
  readonly hidden: {
    readonly quirks: Quirks
    /** The seed of its conventions; left out for the usual ones. */
    readonly conventions?: number | undefined
  }
}

/** The world that all tasks of a data set share. */
export interface PhoneWorld {
  readonly format: 2
  /** The seed of the generator; the `stream` split continues from it. */
  readonly seed: number
  readonly companies: readonly Company[]
}

/** A department with the company it belongs to. */
export interface Line {
  readonly company: Company
  readonly department: Department
}

interface WorldIndex {
  readonly companies: ReadonlyMap<string, Company>
  readonly departments: ReadonlyMap<string, Line>
  readonly numbers: ReadonlyMap<string, Line>
}

const indexes = new WeakMap<PhoneWorld, WorldIndex>()

function worldIndex(world: PhoneWorld): WorldIndex {
  const cached = indexes.get(world)
  if (cached !== undefined) return cached
  const companies = new Map<string, Company>()
  const departments = new Map<string, Line>()
  const numbers = new Map<string, Line>()
  for (const company of world.companies) {
    companies.set(company.id, company)
    for (const department of company.departments) {
      const line = { company, department }
      departments.set(department.id, line)
      numbers.set(department.phone_number, line)
      numbers.set(digitsIn(department.phone_number), line)
    }
  }
  const index = { companies, departments, numbers }
  indexes.set(world, index)
  return index
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/** The company with this id. Throws if there is none: the task belongs to another world. */
export function findCompany(world: PhoneWorld, id: string): Company {
  const company = worldIndex(world).companies.get(id)
  if (company === undefined) throw new Error(`world: no company ${id}`)
  return company
}

/** The department with this id; throws if the world has none. */
export function findLine(world: PhoneWorld, id: string): Line {
  const line = worldIndex(world).departments.get(id)
  if (line === undefined) throw new Error(`world: no department ${id}`)
  return line
}

/** The department at a number, with any punctuation and with or without the country code 1. */
export function findLineByNumber(world: PhoneWorld, number: string): Line | undefined {
  const { numbers } = worldIndex(world)
  const listedLine = numbers.get(number)
  if (listedLine !== undefined) return listedLine
  const digits = digitsIn(number)
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return numbers.get(national)
}
