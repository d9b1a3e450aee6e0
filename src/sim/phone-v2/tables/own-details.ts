import { REASONS, OWN_DETAILS as WORDS } from '../../phone/people/tables/details.ts'
import type { Field } from '../../phone/tables/fields.ts'

/** How customers speak of their own details. No phrase occurs in two fields. */
export const OWN_DETAILS: Readonly<Record<Field, readonly string[]>> = {
  ...WORDS,
  last_4_ssn: ['the last four of my Social Security number', 'the last four of my Social'],
  last_4_cc: ['the last four of my card number', 'the last four of my payment card'],
}

/** Why a customer does not have a detail; each continues "because". */
export const LACKING_BECAUSE = REASONS
