import { searchDirectory } from './directory.ts'
import { servicesAt } from './services.ts'
import { type NumberForm, numberOf } from './short-numbers.ts'
import { TRAIT_SENTENCES, type Trait } from './tables/traits.ts'
import type { Line, PhoneWorld } from './world.ts'

/** How much the model reads: all there is, or the same in fewer words and shorter numbers. */
export const TEXTS = ['full', 'compact'] as const
export type Texts = (typeof TEXTS)[number]

/** In which form numbers and details are given. */
export const numbersIn = (texts: Texts): NumberForm => (texts === 'compact' ? 'short' : 'full')

/** A department as the directory lists it. */
export type Listed = {
  readonly company: string
  readonly department: string
  readonly phone_number: string
  readonly hours: string
  readonly description: string
  /** What the company is known for, as the description says it. */
  readonly trait: Trait
  /** Whether a machine answers, which takes digits only. */
  readonly automated: boolean
  readonly services: readonly ListedService[]
}

export type ListedService = {
  readonly id: string
  readonly about: string
}

/** What a search finds: at most five departments, best first, and how many more there are. */
export type Found = {
  readonly departments: readonly Listed[]
  readonly more: number
}

export function findDepartments(world: PhoneWorld, query: string, texts: Texts): Found {
  const { lines, rest } = searchDirectory(world, query)
  const departments = lines.map((line) => listed(world, line, texts))
  return { departments: departments.map(traitOnce), more: rest }
}

/** What a company is known for is said with the first of its departments alone. */
function traitOnce(one: Listed, at: number, all: readonly Listed[]): Listed {
  const isFirst = all.findIndex(({ company }) => company === one.company) === at
  const said = TRAIT_SENTENCES[one.trait].find((sentence) => one.description.endsWith(sentence))
  if (isFirst || said === undefined) return one
  return { ...one, description: one.description.slice(0, -said.length).trimEnd() }
}

function listed(world: PhoneWorld, line: Line, texts: Texts): Listed {
  const { company, department } = line
  return {
    company: company.name,
    department: department.name,
    phone_number: numberOf(world, department, numbersIn(texts)),
    hours: department.opening_hours,
    description: department.description,
    trait: company.trait,
    automated: department.line === 'automated',
    services: servicesAt(line).map(({ id, about }) => ({ id, about })),
  }
}

const AUTOMATED = 'a machine answers and takes digits only'

/** A search's result as the model reads it. */
export const sayFound = (found: Found, texts: Texts): string =>
  texts === 'compact'
    ? compact(found)
    : JSON.stringify({ results: found.departments.map(entry), more: found.more })

const entry = ({ automated, trait: _, ...rest }: Listed) => ({
  ...rest,
  ...(automated ? { line: AUTOMATED } : {}),
})

/** A line for each department under its company. */
function compact({ departments, more }: Found): string {
  if (departments.length === 0) return 'Nothing found.'
  const said: string[] = []
  let last: string | undefined
  for (const { company, trait, department, phone_number, automated, services } of departments) {
    if (company !== last) said.push(headOf(company, trait))
    last = company
    const does = services.map(({ id, about }) => `${id} (${about})`).join(', ')
    said.push([department, phone_number, does, ...(automated ? [AUTOMATED] : [])].join(' | '))
  }
  return [...said, `more: ${more}`].join('\n')
}

const headOf = (company: string, trait: Trait): string => {
  const [known] = TRAIT_SENTENCES[trait]
  return known === undefined ? company : `${company}: ${known}`
}
