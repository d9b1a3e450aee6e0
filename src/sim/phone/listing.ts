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

/** A department as the directory lists it, without its description. */
export type Listed = {
  readonly company: string
  readonly department: string
  readonly phone_number: string
  /** Null where the listing gives none. */
  readonly hours: string | null
  /** What the company is known for, as the description says it. */
  readonly trait: Trait
  /** Whether a machine answers, which takes digits only. */
  readonly automated: boolean
  readonly services: readonly ListedService[]
}

type ListedService = {
  readonly id: string
  readonly about: string
}

/** What a search finds: at most five departments, best first, and how many more there are. */
type Found = {
  readonly departments: readonly Listed[]
  readonly more: number
}

/** What was found, and the same as the model reads it. */
export interface Findings {
  readonly found: Found
  readonly content: string
}

export function findDepartments(world: PhoneWorld, query: string, texts: Texts): Findings {
  const { lines, rest: more } = searchDirectory(world, query)
  const departments = lines.map((line) => listed(world, line, texts))
  const found = { departments, more }
  if (texts === 'compact') return { found, content: compact(found) }
  const descriptions = lines.map(descriptionOf)
  const results = departments.map((one, at) => entry(one, descriptions[at] ?? ''))
  return { found, content: JSON.stringify({ results, more }) }
}

/** What a company is known for is said with the first of its departments alone. */
function descriptionOf({ company, department }: Line, at: number, all: readonly Line[]): string {
  const { description } = department
  const isFirst = all.findIndex((line) => line.company === company) === at
  const said = TRAIT_SENTENCES[company.trait].find((sentence) => description.endsWith(sentence))
  return isFirst || said === undefined ? description : description.slice(0, -said.length).trimEnd()
}

function listed(world: PhoneWorld, line: Line, texts: Texts): Listed {
  const { company, department } = line
  return {
    company: company.name,
    department: department.name,
    phone_number: numberOf(world, department, numbersIn(texts)),
    hours: texts === 'compact' ? null : department.opening_hours,
    trait: company.trait,
    automated: department.line === 'automated',
    services: servicesAt(line).map(({ id, about }) => ({ id, about })),
  }
}

const AUTOMATED = 'a machine answers and takes digits only'

const entry = ({ automated, trait: _, services, ...rest }: Listed, description: string) => ({
  ...rest,
  description,
  services,
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
