import { wordsOf } from '../../../sim/phone/stems.ts'
import { FIELDS } from '../../../sim/phone/tables/fields.ts'
import { CUES } from '../reading/attempts.ts'
import type { Dialogue, HeardCall } from '../reading/dialogue.ts'
import type { Candidate, Survey } from '../reading/survey.ts'
import type { RowBuilder, Rows } from './rows.ts'

const CUE_NAMES = Object.entries(CUES)

/** What decides the next tool: how far the work has come, and what was said last. */
export function moveRows(rows: RowBuilder, dialogue: Dialogue, survey: Survey): Rows {
  const { searches, form, calls, nudges, attempts } = dialogue
  const last = calls.at(-1)?.occasion ?? 'none'
  const done = calls.filter(({ occasion }) => occasion === 'done').length
  const unfound = survey.targets.filter(({ candidate }) => candidate < 0).length
  const open = openTargets(dialogue, survey)
  const stage = `${Math.min(searches, 4)}/${form}/${calls.length === 0 ? 0 : 1}`
  rows.add('move')
  rows.add(`stage ${stage}`)
  rows.add(`searches ${Math.min(searches, 6)}`)
  rows.add(`found ${survey.candidates.some(({ isOwn }) => isOwn)}`)
  rows.add(`unfound ${Math.min(unfound, 2)} ${stage}`)
  rows.add(`last ${last}`)
  rows.add(`last ${last} open ${Math.min(open, 2)}`)
  rows.add(`calls ${Math.min(calls.length, 8)}`)
  rows.add(`done ${Math.min(done, 5)} open ${Math.min(open, 3)}`)
  rows.add(`nudged ${nudges > 0}`)
  if (isNamedUnlisted(dialogue)) rows.add(`unlisted ${Math.min(searches, 4)}`)
  rows.endClean()
  if (attempts !== undefined) {
    rows.add('move feedback')
    rows.add(`move feedback ${stage}`)
  }
  return rows.finish()
}

/** Goals whose department has neither done its part nor shut the door. */
function openTargets(dialogue: Dialogue, { targets, candidates }: Survey): number {
  const open = targets.filter(({ candidate }) => {
    const number = candidates[candidate]?.department.phoneNumber
    const past = dialogue.calls.filter(({ phoneNumber }) => phoneNumber === number)
    return !past.some(({ occasion }) => SETTLED.has(occasion))
  })
  return open.length
}

const SETTLED: ReadonlySet<string> = new Set(['done', 'missing', 'mismatch', 'held', 'odd'])

/** The name of a department that an employee spoke of last and the directory has not shown. */
export function isNamedUnlisted({ calls, departments }: Dialogue): boolean {
  const named = calls.at(-1)?.named ?? ''
  return named !== '' && !departments.some(({ name }) => named.includes(name))
}

/** What decides the form: who the customer is, what they want of whom, and earlier attempts. */
export function formRows(rows: RowBuilder, dialogue: Dialogue, survey: Survey): Rows {
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
  for (const word of wordsOf(company)) rows.add(`company word ${word}`)
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
  rows.endClean()
  addAttemptRows(rows, dialogue)
  return rows.finish()
}

function addAttemptRows(rows: RowBuilder, { attempts }: Dialogue): void {
  if (attempts === undefined) return
  rows.add('form feedback')
  if (attempts.formLimit > 0) rows.add(`too long ${attempts.formLimit}`)
  attempts.cues.forEach((cues, field) => {
    for (const [name, bit] of CUE_NAMES) if (cues & bit) rows.add(`${name} ${FIELDS[field]}`)
  })
}

/** How the opening texts speak of each field: the bits of `CUES`. */
export function fieldCues({ opening, attempts }: Dialogue): Int32Array {
  const cues = attempts === undefined ? new Int32Array(FIELDS.length) : attempts.cues.slice()
  const { tells, mentions } = opening
  const mark = (field: string | undefined, bit: number): void => {
    const index = (FIELDS as readonly (string | undefined)[]).indexOf(field)
    if (index >= 0) cues[index] = (cues[index] as number) | bit
  }
  mark(tells?.field, CUES.told)
  mark(mentions, CUES.lackedByCustomer)
  return cues
}

/** What speaks for and against calling one of the listed departments. */
export function candidateRows(
  rows: RowBuilder,
  dialogue: Dialogue,
  survey: Survey,
  place: number,
): Rows {
  const candidate = survey.candidates[place] as Candidate
  const { kind, isOwn, department } = candidate
  const last = dialogue.calls.at(-1)
  const past = dialogue.calls.filter((call) => call.phoneNumber === department.phoneNumber)
  rows.add(isOwn ? 'own' : 'other')
  rows.add(`past ${past.at(-1)?.occasion ?? 'none'} ${Math.min(past.length, 2)}`)
  if (last?.named.includes(department.name)) rows.add(`named ${last.occasion}`)
  if (isOwn) {
    addFitRows(rows, survey, place, kind)
    for (const words of dialogue.goalWords) {
      for (const word of words) rows.add(`word ${word} kind ${kind}`)
    }
  }
  if (past.length === 0) addReadyRows(rows, survey, kind, last)
  rows.endClean()
  for (const { text, cue } of dialogue.attempts?.lines ?? []) {
    if (!text.includes(department.name)) continue
    const isFirst = text.trimStart().replace(/^- /, '').startsWith(department.name)
    rows.add(`line ${cue} ${isFirst ? 'of' : 'names'} ${past.length === 0 ? 'new' : 'called'}`)
  }
  return rows.finish()
}

function addFitRows(rows: RowBuilder, survey: Survey, place: number, kind: string): void {
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

/** What was learnt about whose turn it is from the last call. */
function addReadyRows(
  rows: RowBuilder,
  { targets }: Survey,
  kind: string,
  last: HeardCall | undefined,
): void {
  rows.add(`new after ${last?.occasion ?? 'none'}`)
  if (targets.some((target) => target.kind === kind)) {
    rows.add(`goal after ${last?.occasion ?? 'none'}`)
  }
}
