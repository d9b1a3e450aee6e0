import { searchDirectory } from './directory.ts'
import { servicesAt } from './services.ts'
import { listedNumber, type NumberForm } from './short-numbers.ts'
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
type FoundDepartments = {
  readonly departments: readonly Listed[]
  readonly more: number
}

/** The result as data, and as the text that the model reads. */
export interface Findings {
  readonly found: FoundDepartments
  readonly content: string
}

export function findDepartments(world: PhoneWorld, query: string, texts: Texts): Findings {
  const { lines, furtherCount: more } = searchDirectory(world, query)
  const departments = lines.map((line) => toListed(world, line, texts))
  const found = { departments, more }
  if (texts === 'compact') return { found, content: compact(found) }
  const descriptions = lines.map(visibleDescription)
  const results = departments.map((department, index) =>
    entry(department, descriptions[index] ?? ''),
  )
  return { found, content: JSON.stringify({ results, more }) }
}

/**
 * The description of a department. Only the first one of a company mentions the company's trait.
 */
function visibleDescription(
  { company, department }: Line,
  index: number,
  allLines: readonly Line[],
): string {
  const { description } = department
  const isFirst = allLines.findIndex((line) => line.company === company) === index
  const traitSentence = TRAIT_SENTENCES[company.trait].find((sentence) =>
    description.endsWith(sentence),
  )
  return isFirst || traitSentence === undefined
    ? description
    : description.slice(0, -traitSentence.length).trimEnd()
}

function toListed(world: PhoneWorld, line: Line, texts: Texts): Listed {
  const { company, department } = line
  return {
    company: company.name,
    department: department.name,
    phone_number: listedNumber(world, department, numbersIn(texts)),
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
function compact({ departments, more }: FoundDepartments): string {
  if (departments.length === 0) return 'Nothing found.'
  const rows: string[] = []
  let lastCompany: string | undefined
  for (const { company, trait, department, phone_number, automated, services } of departments) {
    if (company !== lastCompany) rows.push(companyHeading(company, trait))
    lastCompany = company
    const serviceList = services.map(({ id, about }) => `${id} (${about})`).join(', ')
    rows.push(
      [department, phone_number, serviceList, ...(automated ? [AUTOMATED] : [])].join(' | '),
    )
  }
  return [...rows, `more: ${more}`].join('\n')
}

const companyHeading = (company: string, trait: Trait): string => {
  const [traitSentence] = TRAIT_SENTENCES[trait]
  return traitSentence === undefined ? company : `${company}: ${traitSentence}`
}
