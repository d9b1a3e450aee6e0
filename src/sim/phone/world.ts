import type { Employee } from './people/employees.ts'
import type { Extra, Quirks } from './quirks.ts'
import type { Matter, Wants } from './requirements.ts'
import { CLEARANCE } from './services.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Industry } from './tables/industries.ts'
import type { Trait } from './tables/traits.ts'

/** A department: what the directory shows, and behind it what only its staff know. */
export interface Department {
  readonly id: string
  readonly kind: DepartmentKind
  readonly name: string
  readonly phone_number: string
  readonly description: string
  readonly opening_hours: string
  /** Who answers: a machine takes digits only. */
  readonly line: 'person' | 'automated'
  readonly hidden: {
    /** Who may answer; one of them is drawn for each call. */
    readonly employees: readonly Employee[]
    /** What it wants to know, by matter: its services, and a clearance. */
    readonly wants: Readonly<Record<Matter, Wants>>
    /** Whether it asks for a thing that others of its kind do not. */
    readonly extra: Extra
    /** Departments of this company that must have done their part first. */
    readonly after: readonly string[]
    /** The one of `after` whose reference number must be given, or null. */
    readonly reference_from: string | null
  }
}

/** Which tasks a company occurs in: `known` in train and val, `unseen` in test. */
export type CompanyHalf = 'known' | 'unseen'

export interface Company {
  readonly id: string
  readonly name: string
  readonly industry: Industry
  readonly half: CompanyHalf
  readonly departments: readonly Department[]
  /** What it is known for; the descriptions say so. */
  readonly trait: Trait
  readonly hidden: {
    readonly quirks: Quirks
    /** The seed of the conventions it follows; absent where they are the usual ones. */
    readonly conventions?: number | undefined
  }
}

/** Everything that the tasks of one generated data set share. */
export interface PhoneWorld {
  readonly format: 2
  /** The seed of the generator, from which the `stream` split goes on. */
  readonly seed: number
  readonly companies: readonly Company[]
}

/** What a department wants for a matter; what it knows nothing of it takes for a clearance. */
export const wantsAt = ({ hidden }: Department, matter: Matter): Wants =>
  (hidden.wants[matter] ?? hidden.wants[CLEARANCE]) as Wants

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

function indexOf(world: PhoneWorld): WorldIndex {
  const known = indexes.get(world)
  if (known !== undefined) return known
  const companies = new Map<string, Company>()
  const departments = new Map<string, Line>()
  const numbers = new Map<string, Line>()
  for (const company of world.companies) {
    companies.set(company.id, company)
    for (const department of company.departments) {
      const line = { company, department }
      departments.set(department.id, line)
      numbers.set(department.phone_number, line)
      numbers.set(digitsOf(department.phone_number), line)
    }
  }
  const index = { companies, departments, numbers }
  indexes.set(world, index)
  return index
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The company with this id; throws if there is none: then task and world do not fit. */
export function companyOf(world: PhoneWorld, id: string): Company {
  const company = indexOf(world).companies.get(id)
  if (company === undefined) throw new Error(`world: no company ${id}`)
  return company
}

/** The department with this id; throws if the world has none. */
export function lineOf(world: PhoneWorld, id: string): Line {
  const line = indexOf(world).departments.get(id)
  if (line === undefined) throw new Error(`world: no department ${id}`)
  return line
}

/** Who answers at a number, however it is punctuated and with or without the country's 1. */
export function lineAt(world: PhoneWorld, number: string): Line | undefined {
  const { numbers } = indexOf(world)
  const asListed = numbers.get(number)
  if (asListed !== undefined) return asListed
  const digits = digitsOf(number)
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return numbers.get(national)
}
