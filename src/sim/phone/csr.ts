import type { RandomStream } from '../random.ts'
import { isNoValue, plain, sameValue } from './fields.ts'
import { asksForClearance, bestKind, fits, matchRequest } from './routing.ts'
import { type AskedField, say, sayFields } from './speech.ts'
import type { DepartmentKind } from './tables/departments.ts'
import { FIELDS, type Field } from './tables/fields.ts'
import type { Occasion } from './tables/speech.ts'
import type { Company, Line } from './world.ts'

export type Values = Readonly<Partial<Record<Field, string>>>

/** What a call centre agent knows when the phone rings. */
export interface Ringing {
  readonly line: Line
  /** The company that the customer belongs to. */
  readonly company: Company
  readonly request: string
  readonly given: Values
  readonly referenceNumber: string
  /** What the customer really said, on the form or in the opening message. */
  readonly known: Values
  readonly required: readonly Field[]
  /** What the customer does not have: only there an alternative will do. */
  readonly lacking: readonly Field[]
  /** Whether this department has anything to do for this customer. */
  readonly needed: boolean
  /** Reference numbers of departments that did their part, by department. */
  readonly done: Readonly<Record<string, string>>
  readonly held: readonly string[]
  /** Whether the free clarifying question of this episode was asked already. */
  readonly clarified: boolean
  /** The number this department would give out. */
  readonly reference: string
}

export type VerdictKind = Exclude<Occasion, 'hold'>

/** How a call ended, and the lines that were said. */
export interface Verdict {
  readonly kind: VerdictKind
  readonly lines: readonly string[]
}

/**
 * Answers one call. The checks are made in this order, and the first that fails decides: right
 * company and department, departments that must come first, authentication, work.
 */
export function answerCall(ringing: Ringing, random: RandomStream): Verdict {
  return (
    checkDepartment(ringing, random) ??
    checkState(ringing, random) ??
    checkPrerequisites(ringing, random) ??
    checkAuthentication(ringing, random) ??
    doWork(ringing, random)
  )
}

function verdict(
  kind: VerdictKind,
  { line }: Ringing,
  slots: Readonly<Record<string, string>>,
  random: RandomStream,
): Verdict {
  return { kind, lines: [say(kind, line.department.hidden.speech, slots, random)] }
}

function checkDepartment(ringing: Ringing, random: RandomStream): Verdict | undefined {
  const { line, company, request, clarified } = ringing
  if (line.company.id !== company.id) {
    return verdict('no_customer', ringing, { company: line.company.name }, random)
  }
  const match = matchRequest(request)
  const { kind } = line.department
  if (match.size === 0) return verdict(clarified ? 'unclear' : 'clarify', ringing, {}, random)
  if (fits(match, kind)) return undefined
  const best = bestKind(
    match,
    company.departments.map((department) => department.kind),
  )
  if (best === undefined) return verdict('not_offered', ringing, { company: company.name }, random)
  if (clearsTheWay(company, kind, best) && asksForClearance(request)) return undefined
  const right = company.departments.find((department) => department.kind === best)
  return verdict('wrong_department', ringing, { right: right?.name ?? '' }, random)
}

/** Whether a department of the first kind is a prerequisite of the second, directly or not. */
function clearsTheWay(company: Company, first: DepartmentKind, second: DepartmentKind): boolean {
  const target = company.departments.find((department) => department.kind === second)
  return (target?.hidden.after ?? []).some((id) => {
    const between = company.departments.find((department) => department.id === id)
    return (
      between !== undefined &&
      (between.kind === first || clearsTheWay(company, first, between.kind))
    )
  })
}

function checkState(ringing: Ringing, random: RandomStream): Verdict | undefined {
  const { line, held, done } = ringing
  const { id } = line.department
  if (held.includes(id)) return verdict('held', ringing, {}, random)
  const reference = done[id]
  if (reference !== undefined) return verdict('already_done', ringing, { reference }, random)
  return undefined
}

function checkPrerequisites(ringing: Ringing, random: RandomStream): Verdict | undefined {
  const { line, done, referenceNumber } = ringing
  const { after, reference_from: from } = line.department.hidden
  const nameOf = (id: string): string =>
    line.company.departments.find((department) => department.id === id)?.name ?? id
  const open = after.filter((id) => done[id] === undefined)
  if (open.length > 0) {
    return verdict('prerequisite', ringing, { first: open.map(nameOf).join(' and ') }, random)
  }
  if (from === null || plain(referenceNumber).includes(plain(done[from] ?? ''))) return undefined
  return verdict('reference', ringing, { first: nameOf(from) }, random)
}

function checkAuthentication(ringing: Ringing, random: RandomStream): Verdict | undefined {
  const { line, given, known, required, lacking } = ringing
  const { alternatives, speech } = line.department.hidden
  const wrong = new Set<Field>()
  const good = new Set<Field>()
  for (const field of FIELDS) {
    const value = given[field]
    if (value === undefined) continue
    const truth = known[field]
    // A value the customer never gave is made up, even if it happened to be right.
    if (truth !== undefined && sameValue(truth, value)) good.add(field)
    else if (!isNoValue(value)) wrong.add(field)
  }
  const missing: AskedField[] = []
  for (const field of required) {
    const alternative = alternatives[field]
    if (good.has(field) || wrong.has(field)) continue
    if (alternative === undefined) missing.push({ field })
    else if (!lacking.includes(field) || !good.has(alternative)) {
      missing.push({ field, alternative })
    }
  }
  if (missing.length === 0 && wrong.size === 0) return undefined
  const lines: string[] = []
  if (missing.length > 0) {
    lines.push(say('missing', speech, { fields: sayFields(missing, random) }, random))
  }
  if (wrong.size > 0) {
    const mismatched = FIELDS.filter((field) => wrong.has(field)).map((field) => ({ field }))
    lines.push(say('mismatch', speech, { fields: sayFields(mismatched, random) }, random))
  }
  lines.push(say('hold', speech, {}, random))
  return { kind: missing.length > 0 ? 'missing' : 'mismatch', lines }
}

function doWork(ringing: Ringing, random: RandomStream): Verdict {
  return ringing.needed
    ? verdict('done', ringing, { reference: ringing.reference }, random)
    : verdict('nothing_to_do', ringing, {}, random)
}
