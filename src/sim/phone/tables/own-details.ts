import type { RandomStream } from '../../random.ts'
import type { NounPhrase } from '../grammar/agreement.ts'
import type { Field } from './fields.ts'

/** Customers' phrases for their own details. No phrase belongs to two fields. */
export const OWN_DETAILS: Readonly<Record<Field, readonly string[]>> = {
  full_name: ['my full name', 'my name'],
  account_number: ['my account number', 'the number of my account', 'my customer number'],
  last_4_ssn: ['the last four digits of my Social Security number', 'the last four of my Social'],
  date_of_birth: ['my date of birth', 'my birth date'],
  billing_zip: ['my billing ZIP code', 'the ZIP code for my bills'],
  phone_number: ['my phone number', 'the phone number they have for me'],
  email: ['my email address', 'the email address they have for me'],
  last_4_cc: ['the last four digits of my card', 'the last four of my card number'],
  security_pin: ['my PIN', 'my security PIN', 'the PIN for my account'],
  policy_number: ['my policy number', 'the number of my policy'],
  order_number: ['my order number', 'the order number they sent me'],
  member_id: ['my member number', 'my membership number', 'my member ID'],
  service_address: ['my current street address', 'the street address on my account'],
  booking_reference: ['my booking reference', 'my booking code', 'my reservation code'],
}

/** Details with plural phrases: "the last four digits are". */
const SEVERAL: ReadonlySet<Field> = new Set(['last_4_ssn', 'last_4_cc'])

/** Draws a customer's phrase for their own detail, with its number. */
export const drawOwnDetail = (field: Field, random: RandomStream): NounPhrase => ({
  text: random.pick(OWN_DETAILS[field]),
  isPlural: SEVERAL.has(field),
})

/**
 * Reasons for not having a detail; each continues "because". None for a detail that is never lost.
 */
export const LACKING_BECAUSE: Readonly<Partial<Record<Field, readonly string[]>>> = {
  account_number: [
    'my statements are in a box after the move',
    'all my papers are still packed from the move',
    'I just moved and the statements are somewhere in the basement',
  ],
  last_4_cc: [
    'I always paid in cash',
    'I cut up that card a long time ago',
    'the card expired and I threw it away',
  ],
  security_pin: [
    'I never chose one',
    'I wrote it down once and the note is gone',
    'nobody ever asked me to choose one',
  ],
  policy_number: [
    'the folder with it is in storage',
    'the papers are in the car and the car is in the shop',
    'the papers are still at my old place',
  ],
  order_number: [
    'I deleted the email',
    'I emptied my inbox last week',
    'the email ended up in the trash',
  ],
  member_id: [
    'the member card went through the wash',
    'the member card was in the purse that I lost',
    'the member card fell out of my pocket on the bus',
  ],
  booking_reference: [
    'I deleted the confirmation email',
    'I cleaned up my inbox and it went with the rest',
    'that email was deleted by accident',
  ],
}
