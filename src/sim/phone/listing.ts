import { searchDirectory } from './directory.ts'
import { servicesAt } from './services.ts'
import { listedNumberOf, type NumberForm } from './short-numbers.ts'
import { TRAIT_SENTENCES, type Trait } from './tables/traits.ts'
import type { Line, PhoneWorld } from './world.ts'

/** The length of texts: complete, or in fewer words and with shorter numbers. */
export const TEXTS = ['full', 'compact'] as const
export type Texts = (typeof TEXTS)[number]

/** The form of numbers and details for a length of texts. */
export const numbersIn = (texts: Texts): NumberForm => (texts === 'compact' ? 'short' : 'full')

/** A department as the directory lists it, without its description. */
export type Listed = {
  readonly company: string
  readonly department: string
  readonly phone_number: string
  /** Null if the listing does not give them. */
  readonly hours: string | null
  /** What the company is known for; the description mentions it. */
  readonly trait: Trait
  /** Whether a machine answers, which takes digits only. */
  readonly automated: boolean
  readonly services: readonly ListedService[]
}

type ListedService = {
  readonly id: string
  readonly about: string
}

/** The result of a search: at most five departments, best first, and the number of further ones. */
type Found = {
  readonly departments: readonly Listed[]
  readonly more: number
}

/** The result as data, and as the text that the model reads. */
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

/**
 * The description of a department. Only the first one of a company mentions the company's trait.
 */
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
    phone_number: listedNumberOf(world, department, numbersIn(texts)),
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
