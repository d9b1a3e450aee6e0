import { isNoValue, sameFieldValue } from './fields.ts'
import { CLEARANCE, requirementsFor, servicesAt, servicesForKind } from './services.ts'
import { FIELDS, type Field, type FieldValues } from './tables/fields.ts'

import type { Company, Line } from './world.ts'

/** A detail that a department asks for, and what it accepts if the customer lacks it. */
export type AskedDetail = {
  readonly field: Field
  readonly alternative?: Field
}

/** The input of a caller as typed values. No words are interpreted. */
export interface CallerInput {
  readonly service: string
  readonly given: FieldValues
  /** Fields that the customer does not have, as the caller reports. */
  readonly unavailable: readonly Field[]
  /** Empty for none. */
  readonly referenceNumber: string
}

/** A service that a department carried out. */
export interface CarriedOutService {
  readonly department: string
  readonly service: string
}

/** The facts that a department knows when somebody calls. */
export interface Desk {
  readonly line: Line
  /** The company that the customer belongs to. */
  readonly company: Company
  /** The part of the department in this task: a service, a clearance, or none. */
  readonly part: 'service' | 'clearance' | 'none'
  /** The values that the customer has given; they are right. */
  readonly known: FieldValues
  /** Fields that the customer has said they lack. */
  readonly lacking: readonly Field[]
  /** Fields that it also requires because of a flag on this customer's file. */
  readonly alsoRequired: readonly Field[]
  /** Reference numbers of departments that did their part. */
  readonly done: Readonly<Record<string, string>>
  readonly rows: readonly CarriedOutService[]
  /** Departments that take no more calls. */
  readonly held: readonly string[]
  /** How many wrong details this department was given before. */
  readonly wrongBefore: number
}

/** The result of a call. */
export type CallAnswer = { readonly kind: 'done' } | CallRefusal | ReferenceWanted | DetailsRefusal

/** A refusal that no other details can change. */
export type CallRefusal =
  | { readonly kind: 'refused'; readonly reason: PlainReason }
  /** Another department carries this service out. */
  | { readonly kind: 'refused'; readonly reason: 'other_department'; readonly right: string }
  /** Another department must have done its part before. */
  | { readonly kind: 'refused'; readonly reason: 'other_first'; readonly first: string }

/** The department requires another department's reference number. */
interface ReferenceWanted {
  readonly kind: 'refused'
  readonly reason: 'reference'
  readonly first: string
}

/** Details are missing or wrong. */
export interface DetailsRefusal {
  readonly kind: 'refused'
  readonly reason: 'details'
  readonly missing: readonly AskedDetail[]
  readonly wrong: readonly Field[]
  /** Fields that the caller called unavailable although the customer has not said so. */
  readonly notUnavailable: readonly Field[]
  /** Whether the department takes no more calls after this one. */
  readonly held: boolean
}

type PlainReason = 'no_customer' | 'unknown_service' | 'held' | 'already_done' | 'nothing_to_clear'

const refusal = (reason: PlainReason): CallRefusal => ({ kind: 'refused', reason })

/** The number of wrong details after which a department takes no more calls. */
const WRONG_MAX = 2

/**
 * Answers a call. The first check that fails decides, in this order: company, service, state of the
 * file, departments that come first, details.
 */
export function answer(input: CallerInput, desk: Desk): CallAnswer {
  if (desk.line.company.id !== desk.company.id) return refusal('no_customer')
  return (
    checkService(input, desk) ??
    checkState(input, desk) ??
    checkOrder(input, desk) ??
    checkDetails(input, desk) ?? { kind: 'done' }
  )
}

/** Checks that the department carries out this service; if not, names the department that does. */
export function checkService({ service }: CallerInput, { line }: Desk): CallRefusal | undefined {
  if (service === CLEARANCE || servicesAt(line).some(({ id }) => id === service)) return undefined
  const { industry, departments } = line.company
  const rightDepartment = departments.find(({ kind }) =>
    servicesForKind(kind, industry).some(({ id }) => id === service),
  )
  if (rightDepartment === undefined) return refusal('unknown_service')
  return { kind: 'refused', reason: 'other_department', right: rightDepartment.name }
}

/** Checks that something is left to do, and that the file is not on hold. */
export function checkState(
  { service }: CallerInput,
  { line, held, part, done, rows }: Desk,
): CallRefusal | undefined {
  const { id } = line.department
  if (held.includes(id)) return refusal('held')
  if (service !== CLEARANCE) {
    const isDone = rows.some((row) => row.department === id && row.service === service)
    return isDone ? refusal('already_done') : undefined
  }
  if (part !== 'clearance') return refusal('nothing_to_clear')
  return done[id] === undefined ? undefined : refusal('already_done')
}

/**
 * Checks that the departments before this one have acted. A department without a part in the task
 * waits for none.
 */
export function checkOrder(
  { referenceNumber }: CallerInput,
  { line, part, done }: Desk,
): CallRefusal | ReferenceWanted | undefined {
  if (part === 'none') return undefined
  const { after, reference_from: referenceFrom } = line.department.hidden
  const departmentName = (id: string): string =>
    line.company.departments.find((department) => department.id === id)?.name ?? id
  const missingPredecessor = after.find((id) => done[id] === undefined)
  if (missingPredecessor !== undefined)
    return { kind: 'refused', reason: 'other_first', first: departmentName(missingPredecessor) }
  if (referenceFrom === null || sameFieldValue(referenceNumber, done[referenceFrom] ?? ''))
    return undefined
  return { kind: 'refused', reason: 'reference', first: departmentName(referenceFrom) }
}

function checkDetails(input: CallerInput, desk: Desk): DetailsRefusal | undefined {
  const { missing, wrong, notUnavailable, held } = checkGivenDetails(input, desk)
  if (missing.length + wrong.length + notUnavailable.length === 0) return undefined
  return { kind: 'refused', reason: 'details', missing, wrong, notUnavailable, held }
}

/** Reports missing and wrong details. */
export function checkGivenDetails(
  { service, given, unavailable }: CallerInput,
  { line, known, lacking, alsoRequired, wrongBefore }: Desk,
): Omit<DetailsRefusal, 'kind' | 'reason'> {
  const { required, alternatives } = requirementsFor(line.department, service)
  const rightFields = new Set<Field>()
  const wrong: Field[] = []
  for (const field of FIELDS) {
    const value = given[field]
    if (value === undefined || isNoValue(value)) continue
    const truth = known[field]
    // A value that the customer never gave is made up, even if it happens to be right.
    if (truth !== undefined && sameFieldValue(truth, value)) rightFields.add(field)
    else wrong.push(field)
  }
  const notUnavailable = unavailable.filter((field) => !lacking.includes(field))
  const missing: AskedDetail[] = []
  for (const field of [...required, ...alsoRequired]) {
    if (rightFields.has(field) || wrong.includes(field)) continue
    const alternative = alternatives[field]
    if (alternative === undefined) missing.push({ field })
    else if (!lacking.includes(field) || !rightFields.has(alternative)) {
      missing.push({ field, alternative })
    }
  }
  const errors = wrong.length + notUnavailable.length
  const held = errors > 0 && wrongBefore + errors >= WRONG_MAX
  return { missing, wrong, notUnavailable, held }
}
