/** The details a customer can be asked for, in the order in which forms list them. */
export const FIELDS = [
  'full_name',
  'account_number',
  'last_4_ssn',
  'date_of_birth',
  'billing_zip',
  'phone_number',
  'email',
  'last_4_cc',
  'security_pin',
  'policy_number',
  'order_number',
  'member_id',
  'service_address',
  'booking_reference',
] as const
export type Field = (typeof FIELDS)[number]

/** Values of a customer's fields, as given. */
export type FieldValues = Readonly<Partial<Record<Field, string>>>

/** The spoken phrases of each field. No phrase belongs to two fields. */
export const FIELD_PHRASES: Readonly<Record<Field, readonly string[]>> = {
  full_name: ['the full name on the account', 'the first and last name', 'the complete legal name'],
  account_number: [
    'the account number',
    'the number of the account',
    'the customer account number',
  ],
  last_4_ssn: [
    'the last four digits of the Social Security number',
    'the last four of the Social',
    'the last four of the SSN',
  ],
  date_of_birth: ['the date of birth', 'the birth date', 'the month, day and year of birth'],
  billing_zip: ['the billing ZIP code', 'the ZIP code for billing', 'the ZIP code on the bill'],
  phone_number: [
    'the phone number on file',
    'the phone number we have on record',
    'the contact phone number',
  ],
  email: ['the email address', 'the email on the profile', 'the email we have on file'],
  last_4_cc: [
    'the last four digits of the payment card',
    'the last four digits of the card on file',
    'the last four of the credit card',
  ],
  security_pin: ['the security PIN', 'the account PIN', 'the PIN for the account'],
  policy_number: ['the policy number', 'the number of the policy', 'the insurance policy number'],
  order_number: [
    'the order number',
    'the number of the order',
    'the order number from the confirmation',
  ],
  member_id: ['the member ID', 'the membership number', 'the ID on the member card'],
  service_address: [
    'the street address on file',
    'the street address on the account',
    'the street address we have on record',
  ],
  booking_reference: ['the booking reference', 'the reservation code', 'the booking code'],
}

/** The alternatives of each field, best first; a name has none. */
export const FIELD_ALTERNATIVES: Readonly<Record<Field, readonly Field[]>> = {
  full_name: [],
  account_number: ['last_4_cc', 'phone_number', 'email', 'security_pin'],
  last_4_ssn: ['date_of_birth', 'security_pin', 'member_id', 'phone_number'],
  date_of_birth: ['last_4_ssn', 'security_pin', 'member_id', 'email'],
  billing_zip: ['service_address', 'last_4_cc', 'email', 'phone_number'],
  phone_number: ['email', 'security_pin', 'account_number', 'service_address'],
  email: ['phone_number', 'account_number', 'member_id', 'security_pin'],
  last_4_cc: ['billing_zip', 'account_number', 'security_pin', 'order_number'],
  security_pin: ['last_4_ssn', 'date_of_birth', 'phone_number', 'email'],
  policy_number: ['member_id', 'last_4_ssn', 'account_number', 'date_of_birth'],
  order_number: ['email', 'phone_number', 'last_4_cc', 'booking_reference'],
  member_id: ['phone_number', 'email', 'date_of_birth', 'policy_number'],
  service_address: ['billing_zip', 'account_number', 'phone_number', 'member_id'],
  booking_reference: ['email', 'phone_number', 'order_number', 'member_id'],
}

/** Fields that a customer may lack or withhold; they always have all others. */
export const LACKABLE: ReadonlySet<Field> = new Set([
  'account_number',
  'last_4_ssn',
  'last_4_cc',
  'security_pin',
  'policy_number',
  'order_number',
  'member_id',
  'booking_reference',
])
