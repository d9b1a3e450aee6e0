import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import { FIELDS, type Field } from '../../src/sim/phone/tables/fields.ts'
import type { FailedTry } from './attempts.ts'

/** What a critique names, by the public events of its attempt. */
export interface Judgement {
  /** Fields that departments reported as missing. */
  readonly missing: readonly Field[]
  readonly missing_named: readonly Field[]
  /** Departments that reported them. */
  readonly departments: readonly string[]
  readonly departments_named: readonly string[]
  /** Named fields that occur in no event of the attempt. */
  readonly invented: readonly Field[]
  /** Details of the customer in the text that the attempt never saw. */
  readonly leaks: number
  /** Details of the customer in the text that the attempt saw. */
  readonly copies: number
}

/** Shorter values occur in texts by chance. */
const VALUE_CHARACTERS_MIN = 4

/**
 * Judges a critique by names alone: fields, with underscores or spaces, and departments. Nothing
 * else of the text is interpreted.
 */
export function judge(critique: string, failed: FailedTry): Judgement {
  const text = plain(critique)
  const namedFields = FIELDS.filter((field) => names(text, field))
  const reports = failed.events.flatMap((event) =>
    event.kind === 'refused' && event.reason === 'details' && event.missing.length > 0
      ? [event]
      : [],
  )
  const missing = unique(reports.flatMap((report) => report.missing.map(({ field }) => field)))
  const departments = unique(reports.map(({ department }) => department))
  const seenFields = new Set(failed.events.flatMap(fieldsOf))
  const conversation = JSON.stringify(failed.transcript)
  const values = unique(failed.customerValues).filter(
    (value) => value.length >= VALUE_CHARACTERS_MIN && critique.includes(value),
  )
  const copies = values.filter((value) => conversation.includes(value)).length
  return {
    missing,
    missing_named: missing.filter((field) => namedFields.includes(field)),
    departments,
    departments_named: departments.filter((department) => names(text, department)),
    invented: namedFields.filter((field) => !seenFields.has(field)),
    leaks: values.length - copies,
    copies,
  }
}

const plain = (text: string): string => ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `

const names = (text: string, name: string): boolean => text.includes(plain(name))

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** The fields that an event mentions. */
const fieldsOf = (event: PhoneEvent): Field[] => {
  const text = plain(JSON.stringify(event))
  return FIELDS.filter((field) => names(text, field))
}
