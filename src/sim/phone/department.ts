import { isNoValue, sameValue } from './fields.ts'
import { CLEARANCE, servicesAt, servicesOf, wantsFor } from './services.ts'
import { FIELDS, type Field, type Values } from './tables/fields.ts'

import type { Company, Line } from './world.ts'

/** A detail that a department asks for, and what it accepts if the customer lacks it. */
export type AskedDetail = {
  readonly field: Field
  readonly alternative?: Field
}

/** What a caller tells a department. All of it is typed: no words are interpreted. */
export interface CallerInput {
  readonly service: string
  readonly given: Values
  /** What the caller says that the customer does not have. */
  readonly unavailable: readonly Field[]
  /** Empty for none. */
  readonly referenceNumber: string
}

/** A service that a department carried out. */
export interface Row {
  readonly department: string
  readonly service: string
}

/** What a department knows when somebody calls. */
export interface Desk {
  readonly line: Line
  /** The company that the customer belongs to. */
  readonly company: Company
  /** Whether this task needs the department, and whether only to clear the way. */
  readonly part: 'service' | 'clearance' | 'none'
  /** What the customer has told, and rightly. */
  readonly known: Values
  /** What the customer has said to lack. */
  readonly lacking: readonly Field[]
  /** What it asks for besides, because of this customer's file. */
  readonly alsoRequired: readonly Field[]
  /** Reference numbers of departments that did their part. */
  readonly done: Readonly<Record<string, string>>
  readonly rows: readonly Row[]
  /** Departments that take no more calls. */
  readonly held: readonly string[]
  /** How many wrong details this department was given before. */
  readonly wrongBefore: number
}

/** What a call comes to. */
export type Answer = { readonly kind: 'done' } | Refusal | ReferenceWanted | Details

/** A call that is over with nothing done, whatever details are told. */
export type Refusal =
  | { readonly kind: 'refused'; readonly reason: PlainReason }
  /** Another department carries this service out. */
  | { readonly kind: 'refused'; readonly reason: 'other_department'; readonly right: string }
  /** Another department must have done its part before. */
  | { readonly kind: 'refused'; readonly reason: 'other_first'; readonly first: string }

/** The reference number of another department is wanted. */
interface ReferenceWanted {
  readonly kind: 'refused'
  readonly reason: 'reference'
  readonly first: string
}

/** Details are missing or wrong. */
export interface Details {
  readonly kind: 'refused'
  readonly reason: 'details'
  readonly missing: readonly AskedDetail[]
  readonly wrong: readonly Field[]
  /** Called unavailable, which the customer never said. */
  readonly notUnavailable: readonly Field[]
  /** Whether the department takes no more calls from now on. */
  readonly held: boolean
}

type PlainReason = 'no_customer' | 'unknown_service' | 'held' | 'already_done' | 'nothing_to_clear'

const refused = (reason: PlainReason): Refusal => ({ kind: 'refused', reason })

/** From this many wrong details on, a department takes no more calls. */
const WRONG_MAX = 2

/**
 * What a department answers. The checks are made in this order, and the first that fails decides:
 * company, service, state of the file, departments that come first, details.
 */
export function answer(input: CallerInput, desk: Desk): Answer {
  if (desk.line.company.id !== desk.company.id) return refused('no_customer')
  return (
    checkService(input, desk) ??
    checkState(input, desk) ??
    checkOrder(input, desk) ??
    checkDetails(input, desk) ?? { kind: 'done' }
  )
}

/** Whether the department does this; another one may. */
export function checkService({ service }: CallerInput, { line }: Desk): Refusal | undefined {
  if (service === CLEARANCE || servicesAt(line).some(({ id }) => id === service)) return undefined
  const { industry, departments } = line.company
  const right = departments.find(({ kind }) =>
    servicesOf(kind, industry).some(({ id }) => id === service),
  )
  if (right === undefined) return refused('unknown_service')
  return { kind: 'refused', reason: 'other_department', right: right.name }
}

/** Whether anything is left to do, and may be done. */
export function checkState(
  { service }: CallerInput,
  { line, held, part, done, rows }: Desk,
): Refusal | undefined {
  const { id } = line.department
  if (held.includes(id)) return refused('held')
  if (service !== CLEARANCE) {
    const isDone = rows.some((row) => row.department === id && row.service === service)
    return isDone ? refused('already_done') : undefined
  }
  if (part !== 'clearance') return refused('nothing_to_clear')
  return done[id] === undefined ? undefined : refused('already_done')
}

/** A department that this task does not need waits for nobody. */
export function checkOrder(
  { referenceNumber }: CallerInput,
  { line, part, done }: Desk,
): Refusal | ReferenceWanted | undefined {
  if (part === 'none') return undefined
  const { after, reference_from: from } = line.department.hidden
  const nameOf = (id: string): string =>
    line.company.departments.find((department) => department.id === id)?.name ?? id
  const first = after.find((id) => done[id] === undefined)
  if (first !== undefined) return { kind: 'refused', reason: 'other_first', first: nameOf(first) }
  if (from === null || sameValue(referenceNumber, done[from] ?? '')) return undefined
  return { kind: 'refused', reason: 'reference', first: nameOf(from) }
}

function checkDetails(input: CallerInput, desk: Desk): Details | undefined {
  const { missing, wrong, notUnavailable, held } = detailsOf(input, desk)
  if (missing.length + wrong.length + notUnavailable.length === 0) return undefined
  return { kind: 'refused', reason: 'details', missing, wrong, notUnavailable, held }
}

/** What is amiss with the details that were told. */
export function detailsOf(
  { service, given, unavailable }: CallerInput,
  { line, known, lacking, alsoRequired, wrongBefore }: Desk,
): Omit<Details, 'kind' | 'reason'> {
  const { required, alternatives } = wantsFor(line.department, service)
  const good = new Set<Field>()
  const wrong: Field[] = []
  for (const field of FIELDS) {
    const value = given[field]
    if (value === undefined || isNoValue(value)) continue
    const truth = known[field]
    // A value that the customer never gave is made up, even if it happens to be right.
    if (truth !== undefined && sameValue(truth, value)) good.add(field)
    else wrong.push(field)
  }
  const notUnavailable = unavailable.filter((field) => !lacking.includes(field))
  const missing: AskedDetail[] = []
  for (const field of [...required, ...alsoRequired]) {
    if (good.has(field) || wrong.includes(field)) continue
    const alternative = alternatives[field]
    if (alternative === undefined) missing.push({ field })
    else if (!lacking.includes(field) || !good.has(alternative)) {
      missing.push({ field, alternative })
    }
  }
  const errors = wrong.length + notUnavailable.length
  const held = errors > 0 && wrongBefore + errors >= WRONG_MAX
  return { missing, wrong, notUnavailable, held }
}
