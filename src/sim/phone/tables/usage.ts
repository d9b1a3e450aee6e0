import { splitItems } from '../grammar/lines.ts'
import type { DepartmentKind } from './departments.ts'
import type { Field } from './fields.ts'
import type { Industry } from './industries.ts'

/** The letters of fields in the tables below. */
export const FIELD_LETTERS = {
  N: 'full_name',
  A: 'account_number',
  S: 'last_4_ssn',
  D: 'date_of_birth',
  Z: 'billing_zip',
  T: 'phone_number',
  E: 'email',
  C: 'last_4_cc',
  P: 'security_pin',
  L: 'policy_number',
  O: 'order_number',
  M: 'member_id',
  H: 'service_address',
  B: 'booking_reference',
} as const satisfies Readonly<Record<string, Field>>
export type Letter = keyof typeof FIELD_LETTERS

/** The fields of these letters. */
const fieldsOfLetters = (letters: string): Field[] =>
  [...letters].map((letter) => FIELD_LETTERS[letter as Letter])

/** The fields that an industry usually requires. */
export interface IndustryUsage {
  /** The number that locates a customer. */
  readonly main: Field
  /** The proofs of identity: first, second, and others. */
  readonly first: Field
  readonly second: Field
  readonly others: readonly [Field, Field]
  /** The company's own number, which some companies use instead of the usual one. */
  readonly own: Field
  /** Further proofs if two are not enough. */
  readonly further: readonly [Field, Field]
  /** Whether even routine business needs a proof. */
  readonly isRegulated: boolean
}

const usage = (letters: string, isRegulated = false): IndustryUsage => {
  const fields = fieldsOfLetters(letters.replaceAll(' ', ''))
  const [main, first, second, other1, other2, own, further1, further2] = fields
  return {
    main: main as Field,
    first: first as Field,
    second: second as Field,
    others: [other1 as Field, other2 as Field],
    own: own as Field,
    further: [further1 as Field, further2 as Field],
    isRegulated,
  }
}

/**
 * The usual fields of each industry, as letters: the main number, the first and the second proof,
 * two other proofs, the own number, two further proofs.
 */
export const USAGE: Readonly<Record<Industry, IndustryUsage>> = {
  banking: usage('A SP DP M TZ', true),
  insurance: usage('L DZ SP M TS', true),
  telecom: usage('T PS ZD A DE'),
  retail: usage('E ZC TP M TH'),
  utilities: usage('A TS DE M ZD'),
  healthcare: usage('M DH ST A TZ', true),
  travel: usage('B EC TD M DT'),
  software: usage('E AC TP O PZ'),
}

/** What a kind of department requires, and which department the customer must call before it. */
interface KindUsage {
  /** The number that locates their business; null for the industry's main number. */
  readonly locator: Field | null
  /** Additional fields that a department of the kind may require, the likelier one first. */
  readonly extras: readonly [Field, Field]
  readonly after: DepartmentKind | null
}

const kind = (locator: string, extras: string, after: DepartmentKind | null = null): KindUsage => {
  const [likely, other] = fieldsOfLetters(extras)
  return {
    locator: fieldsOfLetters(locator)[0] ?? null,
    extras: [likely as Field, other as Field],
    after,
  }
}

export const KIND_USAGE: Readonly<Record<DepartmentKind, KindUsage>> = {
  customer_service: kind('', 'ET'),
  billing: kind('', 'ZC'),
  payments: kind('', 'CZ', 'billing'),
  technical_support: kind('', 'TH'),
  account_services: kind('A', 'HT'),
  identity_desk: kind('', 'HE'),
  fraud_protection: kind('', 'TC', 'identity_desk'),
  disputes: kind('', 'CE', 'fraud_protection'),
  card_services: kind('C', 'HT'),
  lending: kind('A', 'HE', 'account_services'),
  claims: kind('', 'TH', 'policy_services'),
  policy_services: kind('L', 'EH'),
  underwriting: kind('L', 'HE', 'policy_services'),
  retention: kind('', 'ET', 'billing'),
  order_desk: kind('O', 'ET'),
  returns: kind('O', 'EH', 'order_desk'),
  delivery: kind('O', 'TH', 'order_desk'),
  warranty: kind('O', 'EH', 'order_desk'),
  outage_desk: kind('H', 'TA'),
  metering: kind('H', 'AT'),
  connections: kind('H', 'TE', 'metering'),
  appointments: kind('D', 'TE'),
  medical_records: kind('M', 'HT', 'appointments'),
  pharmacy: kind('D', 'TH'),
  reservations: kind('B', 'ET'),
  baggage: kind('B', 'HT', 'reservations'),
  loyalty: kind('M', 'EP'),
  licensing: kind('', 'OE', 'account_services'),
}

/** The deviation of a kind of department from the usage of its industry. */
export interface Exception {
  readonly main?: Field
  readonly first?: Field
  readonly second?: Field
  /** Whether it requires a proof even for routine business. */
  readonly provesRoutine?: boolean
}

/**
 * The exceptions of each industry: the kind of department, then what differs. `m X`: the main
 * number is X. `1 X`, `2 X`: the first or second proof is X. `+`: even routine business needs a
 * proof.
 */
const EXCEPTION_LINES: Readonly<Record<Industry, string>> = {
  banking: 'disputes m C 2 D, lending 2 D, identity_desk 2 D, customer_service 1 D',
  insurance: 'billing m A 1 Z, payments m A, claims 1 T, underwriting 2 S, identity_desk 2 S',
  telecom: 'billing m A, retention m A, technical_support m H, warranty m O, loyalty m T',
  retail: `delivery 1 H +, warranty 1 E +, customer_service 1 T, billing m O, payments m O,
    loyalty m T 1 P`,
  utilities: 'billing 1 Z, connections 1 S 2 D, metering m A, technical_support m H',
  healthcare: 'appointments 1 T, billing m A, payments m A, claims m L, identity_desk 2 S',
  travel: 'baggage 1 T +, customer_service m E 1 T, loyalty 1 E, billing m B',
  software: `identity_desk 2 P, licensing m O, fraud_protection 2 P, technical_support m A 1 E,
    billing m A 1 E, retention m A 1 E`,
}

const ROLES = { m: 'main', 1: 'first', 2: 'second' } as const

function readException(line: string): readonly [DepartmentKind, Exception] {
  const [name, ...words] = line.split(' ')
  const exception: Record<string, Field | boolean> = {}
  words.forEach((word, at) => {
    const role = ROLES[word as keyof typeof ROLES]
    if (word === '+') exception.provesRoutine = true
    else if (role !== undefined) exception[role] = FIELD_LETTERS[words[at + 1] as Letter]
  })
  return [name as DepartmentKind, exception]
}

const exceptions = new Map(
  Object.entries(EXCEPTION_LINES).map(([industry, text]) => [
    industry,
    new Map(splitItems(text).map(readException)),
  ]),
)

/** The deviation of a kind of department from its industry's usage; empty if there is none. */
export const findException = (industry: Industry, one: DepartmentKind): Exception =>
  exceptions.get(industry)?.get(one) ?? {}

/** Kinds of department in which a machine may answer the phone. */
export const MAY_BE_AUTOMATED: ReadonlySet<DepartmentKind> = new Set([
  'outage_desk',
  'metering',
  'payments',
  'pharmacy',
])
/** The share of these departments in which one does. */
export const AUTOMATED_SHARE = 0.15

/** The share of customers with a flag on their file, which requires one more field. */
export const FLAGGED_SHARE = 0.04
export const FLAGGED_FIELDS: readonly (readonly [Field, number])[] = [
  ['date_of_birth', 0.5],
  ['phone_number', 0.3],
  ['billing_zip', 0.2],
]
