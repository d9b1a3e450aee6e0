import { type DirectoryAnswer, searchDirectory } from './directory.ts'
import { type NumberForm, numberOf } from './short-numbers.ts'
import { KIND_HABITS } from './tables/departments.ts'
import { TRAIT_SENTENCES } from './tables/traits.ts'
import type { Department, Line, PhoneWorld } from './world.ts'

/** How the directory answers: JSON with all that is public, or a line for each department. */
export const LISTINGS = ['full', 'compact'] as const
export type Listing = (typeof LISTINGS)[number]

/** In which form the directory is read out. */
export interface ListingForm {
  readonly directory: Listing
  readonly numbers: NumberForm
}

/** Said of a department where a machine answers. */
const AUTOMATED = 'automated line: takes digits only'
const NOTHING = 'Nothing found.'

/** What the directory answers to a query, as the model reads it. */
export function listingOf(world: PhoneWorld, query: string, form: ListingForm): string {
  const answer = searchDirectory(world, query)
  return form.directory === 'compact'
    ? compactListing(world, answer, form.numbers)
    : fullListing(world, answer, form.numbers)
}

/** The same with the time of day, where there is a clock. */
export const withTime = (answer: string, { directory }: ListingForm, time: string): string =>
  directory === 'compact' ? `${NOW}${time}\n${answer}` : answer.replace('{', `{"now":"${time}",`)

const NOW = 'now: '

/** Entries made once: most of an answer's cost is writing the same ones again. */
const entries: Readonly<Record<NumberForm, WeakMap<Department, string>>> = {
  full: new WeakMap(),
  short: new WeakMap(),
}

function fullListing(
  world: PhoneWorld,
  { lines, rest }: DirectoryAnswer,
  form: NumberForm,
): string {
  const listed = lines.map((line) => entryOf(world, line, form))
  return `{"results":[${listed.join(',')}],"more":${rest}}`
}

/** A line as JSON text. */
function entryOf(world: PhoneWorld, { company, department }: Line, form: NumberForm): string {
  const known = entries[form].get(department)
  if (known !== undefined) return known
  const entry = JSON.stringify({
    company: company.name,
    department: department.name,
    phone_number: numberOf(world, department, form),
    description: department.description,
    services: department.services,
    opening_hours: department.opening_hours,
    ...(department.line === 'automated' ? { line: AUTOMATED } : {}),
  })
  entries[form].set(department, entry)
  return entry
}

/** A line for each department under its company, and what that is known for. */
function compactListing(
  world: PhoneWorld,
  { lines, rest }: DirectoryAnswer,
  form: NumberForm,
): string {
  if (lines.length === 0) return NOTHING
  const said: string[] = []
  let last: string | undefined
  for (const { company, department } of lines) {
    if (company.name !== last) said.push(headOf(company))
    last = company.name
    const { name, kind, line } = department
    const does = KIND_HABITS[kind].does[0] ?? ''
    const parts = [name, numberOf(world, department, form), does]
    said.push([...parts, ...(line === 'automated' ? [AUTOMATED] : [])].join(' | '))
  }
  return [...said, `more: ${rest}`].join('\n')
}

const headOf = ({ name, trait }: Line['company']): string => {
  const [known] = TRAIT_SENTENCES[trait]
  return known === undefined ? name : `${name}: ${known}`
}

/** A department as somebody reads it out of the directory. */
export interface ListedDepartment {
  readonly company: string
  readonly department: string
  readonly phoneNumber: string
  readonly description: string
  /** Whether a machine answers there. */
  readonly isAutomated: boolean
  /** When somebody answers, where that is listed. */
  readonly hours: string | null
}

/** What an answer of the directory lists, and how many departments more there are. */
export interface Listed {
  readonly departments: readonly ListedDepartment[]
  readonly more: number
  /** What time it is, where that is said. */
  readonly now?: string
}

/** The reverse of a compact listing; undefined where a text is none. */
export function readCompact(content: string): Listed | undefined {
  if (content.startsWith(NOW)) {
    const [first = '', ...rest] = content.split('\n')
    const listed = readCompact(rest.join('\n'))
    return listed === undefined ? undefined : { ...listed, now: first.slice(NOW.length) }
  }
  if (content === NOTHING) return { departments: [], more: 0 }
  const lines = content.split('\n')
  const [, more] = /^more: (\d+)$/.exec(lines.pop() ?? '') ?? []
  if (more === undefined) return undefined
  const departments: ListedDepartment[] = []
  let [company, known] = ['', '']
  for (const line of lines) {
    const [department = '', phoneNumber, does = '', automated] = line.split(' | ')
    if (phoneNumber === undefined) [company = '', known = ''] = line.split(': ')
    else {
      const description = known === '' ? does : `${does}. ${known}`
      const isAutomated = automated !== undefined
      departments.push({ company, department, phoneNumber, description, isAutomated, hours: null })
    }
  }
  return { departments, more: Number(more) }
}
