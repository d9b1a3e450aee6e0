import { splitWords } from '../../../../sim/phone/stems.ts'
import { FIELDS, type Field } from '../../../../sim/phone/tables/fields.ts'
import type { RowBuilder, Rows } from '../../../learner/rows.ts'
import { type Attempts, CUES } from './attempts.ts'
import { CANDIDATES_MAX } from './heads.ts'

const CUE_NAMES = Object.entries(CUES)

/** The result of a call. */
export interface SeenCall {
  readonly phoneNumber: string
  /** The kind of the result. */
  readonly occasion: string
  /** Departments that were named. */
  readonly named: string
}

/** How far a conversation has come. */
export interface Dialogue {
  readonly searches: number
  readonly form: string
  readonly calls: readonly SeenCall[]
  readonly nudges: number
  readonly attempts: Attempts | undefined
  readonly company: string
  readonly opening: {
    readonly goals: readonly { readonly text: string }[]
    readonly hurried: boolean
    readonly mentions?: Field
    readonly tells?: { readonly field: Field; readonly value: string }
  }
  /** The words of each goal. */
  readonly goalWords: readonly (readonly string[])[]
  /** Departments that the directory has shown. */
  readonly departments: readonly { readonly name: string }[]
}

/** A listed department. */
interface Candidate {
  readonly department: { readonly name: string; readonly phoneNumber: string }
  /** Whether it belongs to the customer's company. */
  readonly isOwn: boolean
  /** The kind of department that its name indicates; the name itself if it is not a usual one. */
  readonly kind: string
}

/** The departments of the directory's answers, weighed for this customer. */
export interface DirectorySurvey {
  /** A number that is unique within the process. */
  readonly number: number
  readonly industry: string
  readonly candidates: readonly Candidate[]
  /** Whether a department of the customer's company is listed. */
  readonly isFound: boolean
  /** The listed department for each goal; -1 if there is none. */
  readonly targets: readonly { readonly candidate: number; readonly kind: string }[]
  /** How many goals no listed department fits. */
  readonly unfound: number
}

/** Features for the next tool: the progress of the work, and the last result. */
export function moveRows(rows: RowBuilder, dialogue: Dialogue, survey: DirectorySurvey): Rows {
  const { searches, form, calls, nudges, attempts } = dialogue
  const last = calls.at(-1)?.occasion ?? 'none'
  const { isFound, unfound } = survey
  const done = Math.min(
    count(calls, ({ occasion }) => occasion === 'done'),
    5,
  )
  const open = openTargets(dialogue, survey)
  const called = Math.min(calls.length, 8)
  const isUnlisted = isNamedUnlisted(dialogue)
  const stage = `${Math.min(searches, 4)}/${form}/${calls.length === 0 ? 0 : 1}`
  const asked = `${stage} ${searches} ${isFound} ${unfound}`
  const result = `${last} ${open} ${called} ${done} ${nudges > 0} ${isUnlisted}`
  const clean = rows.cached(`${asked} ${result}`, () => {
    rows.add('move')
    rows.add(`stage ${stage}`)
    rows.add(`searches ${Math.min(searches, 6)}`)
    rows.add(`found ${isFound}`)
    rows.add(`unfound ${Math.min(unfound, 2)} ${stage}`)
    rows.add(`last ${last}`)
    rows.add(`last ${last} open ${Math.min(open, 2)}`)
    rows.add(`calls ${called}`)
    rows.add(`done ${done} open ${Math.min(open, 3)}`)
    rows.add(`nudged ${nudges > 0}`)
    if (isUnlisted) rows.add(`unlisted ${Math.min(searches, 4)}`)
  })
  if (attempts === undefined) return clean
  rows.addAll(clean)
  rows.endClean()
  rows.add('move feedback')
  rows.add(`move feedback ${stage}`)
  return rows.finish()
}

function count<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number {
  let number = 0
  for (const item of items) if (isMeant(item)) number += 1
  return number
}

/** Goals whose department can still do its part. */
function openTargets(dialogue: Dialogue, { targets, candidates }: DirectorySurvey): number {
  return count(targets, ({ candidate }) => {
    const number = candidates[candidate]?.department.phoneNumber
    return !dialogue.calls.some(
      ({ phoneNumber, occasion }) => phoneNumber === number && SETTLED.has(occasion),
    )
  })
}

const SETTLED: ReadonlySet<string> = new Set(['done', 'missing', 'mismatch', 'held', 'odd'])

/** The department that an employee mentioned last, if the directory has not listed it. */
export function isNamedUnlisted({ calls, departments }: Dialogue): boolean {
  const named = calls.at(-1)?.named ?? ''
  return named !== '' && !departments.some(({ name }) => named.includes(name))
}

/** Features for the form: the customer, the goals with their departments, and earlier attempts. */
export function formRows(rows: RowBuilder, dialogue: Dialogue, survey: DirectorySurvey): Rows {
  const { attempts } = dialogue
  const clean = rows.cached(survey.number, () => addCustomerRows(rows, dialogue, survey))
  if (attempts === undefined) return clean
  rows.addAll(clean)
  rows.endClean()
  addAttemptRows(rows, attempts)
  return rows.finish()
}

function addCustomerRows(rows: RowBuilder, dialogue: Dialogue, survey: DirectorySurvey): void {
  const { company, opening, goalWords } = dialogue
  const { industry, targets } = survey
  const present = survey.candidates.filter(({ isOwn }) => isOwn)
  rows.add('form')
  rows.add(`industry ${industry}`)
  rows.add(`company ${company}`)
  rows.add(`goals ${targets.length}`)
  if (opening.hurried) rows.add('hurried')
  for (const { text } of opening.goals) {
    rows.add(`wish ${text}`)
    rows.add(`wish ${text} industry ${industry}`)
  }
  for (const words of goalWords) for (const word of words) rows.add(`word ${word}`)
  for (const word of splitWords(company)) rows.add(`company word ${word}`)
  for (const { kind } of targets) {
    rows.add(`kind ${kind}`)
    rows.add(`kind ${kind} industry ${industry}`)
    rows.add(`kind ${kind} company ${company}`)
    for (const other of present) rows.add(`kind ${kind} beside ${other.kind}`)
  }
  if (opening.mentions !== undefined) {
    rows.add(`lacks ${opening.mentions}`)
    rows.add(`lacks ${opening.mentions} industry ${industry}`)
  }
}

function addAttemptRows(rows: RowBuilder, { formLimit, cues: all }: Attempts): void {
  rows.add('form feedback')
  if (formLimit > 0) rows.add(`too long ${formLimit}`)
  all.forEach((cues, field) => {
    for (const [name, bit] of CUE_NAMES) if (cues & bit) rows.add(`${name} ${FIELDS[field]}`)
  })
}

/** How the opening texts speak of each field: the bits of `CUES`. */
export function fieldCues({ opening, attempts }: Dialogue): Int32Array {
  const cues = attempts === undefined ? new Int32Array(FIELDS.length) : attempts.cues.slice()
  const { tells, mentions } = opening
  if (tells !== undefined) mark(cues, tells.field, CUES.told)
  if (mentions !== undefined) mark(cues, mentions, CUES.lackedByCustomer)
  return cues
}

function mark(cues: Int32Array, field: Field, bit: number): void {
  const index = FIELDS.indexOf(field)
  cues[index] = (cues[index] as number) | bit
}

/** Features for calling each listed department. */
export function candidateRows(
  rows: RowBuilder,
  dialogue: Dialogue,
  survey: DirectorySurvey,
  place: number,
): Rows {
  const candidate = survey.candidates[place] as Candidate
  const { kind, isOwn, department } = candidate
  const last = dialogue.calls.at(-1)
  const { phoneNumber } = department
  let past = 0
  let cameTo = 'none'
  for (const call of dialogue.calls) {
    if (call.phoneNumber !== phoneNumber) continue
    past += 1
    cameTo = call.occasion
  }
  rows.add(isOwn ? 'own' : 'other')
  rows.add(`past ${cameTo} ${Math.min(past, 2)}`)
  if (last?.named.includes(department.name)) rows.add(`named ${last.occasion}`)
  if (isOwn) {
    const fit = rows.cached(survey.number * CANDIDATES_MAX + place, () => {
      addFitRows(rows, survey, place, kind)
      for (const words of dialogue.goalWords) {
        for (const word of words) rows.add(`word ${word} kind ${kind}`)
      }
    })
    rows.addAll(fit)
  }
  if (past === 0) addReadyRows(rows, survey, kind, last)
  rows.endClean()
  for (const { text, cue } of dialogue.attempts?.lines ?? []) {
    if (!text.includes(department.name)) continue
    const isFirst = text.trimStart().replace(/^- /, '').startsWith(department.name)
    rows.add(`line ${cue} ${isFirst ? 'of' : 'names'} ${past === 0 ? 'new' : 'called'}`)
  }
  return rows.finish()
}

function addFitRows(rows: RowBuilder, survey: DirectorySurvey, place: number, kind: string): void {
  const { targets, industry } = survey
  rows.add(`kind ${kind}`)
  const fits = targets.findIndex(({ candidate }) => candidate === place)
  rows.add(fits < 0 ? 'no goal' : 'goal')
  if (fits > 0) rows.add('later goal')
  for (const target of targets) {
    if (target.candidate === place) continue
    rows.add(`for ${target.kind} first ${kind}`)
    rows.add(`for ${target.kind} first ${kind} in ${industry}`)
  }
}

/** Features from the last call about which department comes next. */
function addReadyRows(
  rows: RowBuilder,
  { targets }: DirectorySurvey,
  kind: string,
  last: SeenCall | undefined,
): void {
  rows.add(`new after ${last?.occasion ?? 'none'}`)
  if (targets.some((target) => target.kind === kind)) {
    rows.add(`goal after ${last?.occasion ?? 'none'}`)
  }
}
