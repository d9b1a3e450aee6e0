import { childSeed, stream } from '../random.ts'
import type { LineTalk, Values } from './csr.ts'
import { deskOf } from './desks.ts'
import { sameValue } from './fields.ts'
import { tellsDigits } from './hear/digits.ts'
import { hearReference } from './hear/reference.ts'
import { understand } from './hear/request.ts'
import type { CustomerFile } from './records/rows.ts'
import { type Settled, settledAfter } from './settling/settled.ts'
import { FIELDS, type Field } from './tables/fields.ts'
import { FIELD_PATTERNS } from './tables/free-speech.ts'
import type { Company, Line, PhoneWorld } from './world.ts'

/** A call that is not over: the employee has asked something and waits. JSON-plain. */
export interface OpenLine extends LineTalk {
  readonly department: string
  readonly employee: number
  /** What was said of the wish so far, the right details, and the reference number. */
  readonly request: string
  readonly given: Values
  readonly referenceNumber: string
  /** What is settled of what is to be done, where that is asked about. */
  readonly settled?: Settled
  /** How often the agent has spoken since the greeting. */
  readonly says: number
}

/** So often one may speak on a call. */
export const SAYS_MAX = 12

/** What an employee knows after the agent has spoken again. */
interface HeardSoFar {
  readonly request: string
  readonly given: Values
  readonly referenceNumber: string
  readonly settled?: Settled | undefined
}

/**
 * Adds what is said on an open line to what was said before. A wish that was understood stands,
 * unless the employee asked what is meant; details may be told in words, once they were asked for.
 *
 * @param known what the agent has from the customer
 * @param file what the company has on them; null where it does not matter
 */
export function heardSoFar(
  before: OpenLine,
  said: { readonly text: string; readonly given: Values; readonly referenceNumber: string },
  line: Line,
  known: Values,
  file: CustomerFile | null,
): HeardSoFar {
  const asked = FIELDS.filter((field) => before.question.split(' ').includes(field))
  const number = said.referenceNumber === '' ? referenceIn(said.text) : said.referenceNumber
  const settled = settledOnLine(before, said.text, line, file)
  const isReadBack = settled !== undefined && settled.slots !== null
  return {
    settled,
    request: isReadBack ? before.request : requestAfter(before, said.text, line),
    given: { ...before.given, ...detailsIn(said.text, asked, known), ...said.given },
    referenceNumber: number === '' ? before.referenceNumber : number,
  }
}

function settledOnLine(
  { settled, question, request }: OpenLine,
  text: string,
  line: Line,
  file: CustomerFile | null,
): Settled | undefined {
  if (settled === undefined) return undefined
  const understood = understand(request, deskOf(line))
  const wish =
    understood.status === 'wish'
      ? { business: understood.wish, company: line.company.name, file }
      : undefined
  return settledAfter(settled, question, text, wish)
}

/** Questions about the wish itself. */
const ABOUT_THE_WISH = /^(?:clarify|one_at_a_time|too_long|unsaid)/

function requestAfter({ request, question }: OpenLine, text: string, line: Line): string {
  if (!ABOUT_THE_WISH.test(question)) return request
  const desk = deskOf(line)
  const isWish = (one: string): boolean => {
    const { status } = understand(one, desk)
    return status === 'wish' || status === 'clearance'
  }
  if (isWish(text) || !isWish(request)) return text
  const whole = `${request.replace(/[.!?\s]+$/, '')}, ${text}`
  return isWish(whole) ? whole : request
}

function referenceIn(text: string): string {
  const found = text.match(/\bR\s?\d{6}\b/g) ?? []
  return found.length > 0 && hearReference(found.join(' ')).status !== 'none' ? found.join(' ') : ''
}

const TEXT_MAX = 600
const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9@]/g, '')

/** Details that words tell: as the customer gave them, and asked for or called by name. */
export function detailsIn(text: string, asked: readonly Field[], known: Values): Values {
  if (text.length > TEXT_MAX) return {}
  const heard = squeezed(text)
  const told = FIELDS.flatMap((field) => {
    const value = known[field]
    if (value === undefined || !isSaid(text, heard, squeezed(value))) return []
    const isMeant = asked.includes(field) || text.search(FIELD_PATTERNS[field]) >= 0
    return isMeant ? [[field, value] as const] : []
  })
  return Object.fromEntries(told)
}

/** Whether a text says a value: digits as a number of their own, spelled or not. */
const isSaid = (text: string, heard: string, value: string): boolean =>
  /^\d+$/.test(value) ? tellsDigits(text, value) : heard.includes(value)

/** The details of these that are the customer's. */
export const rightOf = (given: Values, known: Values): Values =>
  Object.fromEntries(
    Object.entries(given).filter(([field, value]) => {
      const truth = known[field as Field]
      return truth !== undefined && value !== undefined && sameValue(truth, value)
    }),
  )

/** The share of companies whose desks do not wait while the customer is asked. */
const HURRIED_SHARE = 0.2

/** Whether the desks of a company wait while the customer is asked: hidden, and always the same. */
export const waitsAt = ({ seed }: PhoneWorld, { id }: Company): boolean =>
  !stream(childSeed(seed, `waits/${id}`), 0, 'waits').chance(HURRIED_SHARE)
