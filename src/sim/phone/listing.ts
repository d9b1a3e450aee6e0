import { searchDirectory } from './directory.ts'
import { servicesAt } from './services.ts'
import { listedNumber, type NumberForm } from './short-numbers.ts'
import { TRAIT_SENTENCES, type Trait } from './tables/traits.ts'
import type { Line, PhoneWorld } from './world.ts'

/** The length of texts: complete, or in fewer words and with shorter numbers. */
export const TEXT_LENGTHS = ['full', 'compact'] as const
export type Texts = (typeof TEXT_LENGTHS)[number]

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
  if (texts === 'compact') {
    const found = { departments: lines.map((line) => toListed(world, line, texts)), more }
    return { found, content: compact(found) }
  }
  const results = lines.map((line) => cachedResult(world, line))
  const found = { departments: results.map(({ listed }) => listed), more }
  const entries = results.map(({ json, laterJson }, index) =>
    isFirstOfCompany(lines, index) ? json : laterJson,
  )
  return { found, content: `{"results":[${entries.join(',')}],"more":${more}}` }
}

/** Only the first department of a company mentions the company's trait. */
const isFirstOfCompany = (lines: readonly Line[], index: number): boolean =>
  lines.findIndex(({ company }) => company === lines[index]?.company) === index

/** A department in full texts. */
interface Result {
  readonly listed: Listed
  /** Its JSON in the text. */
  readonly json: string
  /** The same without the company's trait. */
  readonly laterJson: string
}

/** The most cached results; one takes about 2 kB. All are forgotten when there are more. */
const RESULTS_CACHED_MAX = 2_000

let cache = new WeakMap<Line, Result>()
let cachedCount = 0

/** The result of a line. It is cached, because searches find the same lines again and again. */
function cachedResult(world: PhoneWorld, line: Line): Result {
  const cached = cache.get(line)
  if (cached !== undefined) return cached
  if (cachedCount >= RESULTS_CACHED_MAX) {
    cache = new WeakMap()
    cachedCount = 0
  }
  const result = toResult(world, line)
  cache.set(line, result)
  cachedCount += 1
  return result
}

function toResult(world: PhoneWorld, line: Line): Result {
  const { company, department } = line
  const { description } = department
  const listed = toListed(world, line, 'full')
  const traitSentence = TRAIT_SENTENCES[company.trait].find((sentence) =>
    description.endsWith(sentence),
  )
  const json = entryJson(listed, description)
  if (traitSentence === undefined) return { listed, json, laterJson: json }
  const laterDescription = description.slice(0, -traitSentence.length).trimEnd()
  return { listed, json, laterJson: entryJson(listed, laterDescription) }
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

function entryJson(
  { automated, trait: _, services, ...rest }: Listed,
  description: string,
): string {
  const entry = { ...rest, description, services, ...(automated ? { line: AUTOMATED } : {}) }
  return JSON.stringify(entry)
}

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
