import { fieldNamed } from '../fields.ts'
import { FIELDS, type Field } from '../tables/fields.ts'
import { FIELD_PATTERNS } from '../tables/free-speech.ts'

/** Shorter ways to ask somebody for a detail of their own, beside those of our own staff. */
const ASKED_SHORTLY: Readonly<Record<Field, RegExp>> = {
  full_name: /\b(?:your|full|first|last|whole|complete) (?:and last )?names?\b/i,
  account_number: /\b(?:account|customer) (?:number|no\.|id)/i,
  last_4_ssn: /\bsocial\b|\bssn\b/i,
  date_of_birth: /\bbirth\b|\bborn\b|\bbirthday\b|\bdob\b/i,
  billing_zip: /\bzip\b|\bpost(?:al)? ?code\b/i,
  phone_number: /\b(?:tele)?phone\b|\bmobile\b|\bcell\b/i,
  email: /\be-?mail\b/i,
  last_4_cc: /\b(?:payment|credit|debit|bank) card\b|(?<!member )\bcard number\b/i,
  security_pin: /\bpin\b|\bpasscode\b/i,
  policy_number: /\bpolicy (?:number|no\.|id)/i,
  order_number: /\border (?:number|no\.|id)/i,
  member_id: /\bmember(?:ship)? (?:number|card|no\.|id)/i,
  service_address: /(?<!e-?mail )\baddress\b|\bwhere you live\b/i,
  booking_reference: /\b(?:booking|reservation|confirmation) (?:reference|code|number)/i,
}

/** What a customer is asked for: what is listed, and what a message names. */
export function fieldsAsked(message: string, listed: readonly string[]): Field[] {
  const named = new Set(listed.flatMap((name) => fieldNamed(name) ?? []))
  for (const field of FIELDS) {
    if (message.includes(field) || message.search(FIELD_PATTERNS[field]) >= 0) named.add(field)
    else if (ASKED_SHORTLY[field].test(message)) named.add(field)
  }
  return [...named]
}
