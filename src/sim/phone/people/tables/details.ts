import type { Field } from '../../tables/fields.ts'

/** How customers speak of their own details. No phrase occurs in two fields. */
export const OWN_DETAILS: Readonly<Record<Field, readonly string[]>> = {
  full_name: ['my full name', 'my first and last name'],
  account_number: ['my account number', 'the number of my account', 'my customer number'],
  last_4_ssn: ['my Social Security number', 'my SSN', 'my Social'],
  date_of_birth: ['my date of birth', 'my birth date'],
  billing_zip: ['my billing ZIP code', 'the ZIP code for my bills'],
  phone_number: ['my telephone number', 'my phone number on file', 'my mobile number'],
  email: ['my email address', 'my e-mail address', 'the email they have for me'],
  last_4_cc: ['my card number', 'the number on my payment card', 'my payment card number'],
  security_pin: ['my PIN', 'my security PIN', 'the PIN for my account'],
  policy_number: ['my policy number', 'the number of my policy'],
  order_number: ['my order number', 'the order number they sent me'],
  member_id: ['my member number', 'my membership number', 'my member ID'],
  service_address: ['my service address', 'the address of my service'],
  booking_reference: ['my booking reference', 'my booking code', 'my reservation code'],
}

/** Why a customer has not got a detail; each goes on behind "because". */
export const REASONS: Readonly<Partial<Record<Field, readonly string[]>>> = {
  account_number: [
    'my statements are in a box after the move',
    'all my papers are still packed from moving house',
    'the statements are at the bottom of some box since I moved',
    'I moved and the statements are in my cellar',
  ],
  last_4_cc: [
    'I always paid in cash',
    'I cut that card to pieces long ago',
    'the card was cut up when it ran out',
    'I have paid in cash for years',
  ],
  security_pin: [
    'I never chose one',
    'I wrote it down somewhere and the note is gone',
    'nobody ever had me choose one',
    'it is on a slip of paper somewhere in this house',
  ],
  policy_number: [
    'the folder with it is in the car',
    'the papers are in the glove compartment and the car is at work',
    'the papers are in the car',
    'I left the papers in the car',
  ],
  order_number: [
    'I deleted the mail',
    'the mail with it is long deleted',
    'I emptied my inbox last week',
    'the mail landed in the bin',
  ],
  member_id: [
    'the member card went through the wash',
    'the member card is gone together with my old purse',
    'the member card fell out of my pocket on the bus',
    'the member card is gone for good',
  ],
  booking_reference: [
    'I deleted the confirmation mail',
    'the confirmation mail is gone',
    'I cleaned up my inbox and it went with the rest',
    'that mail was deleted by accident',
  ],
}
