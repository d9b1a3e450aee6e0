import type { RandomStream } from '../random.ts'
import { drawName, fullName } from './people/names.ts'
import { MAIL_HOSTS, STREET_KINDS, STREETS } from './tables/addresses.ts'
import type { Field } from './tables/fields.ts'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A made-up person's true value of every field. Phone numbers are of the fictional range. */
export function customerValues(random: RandomStream): Record<Field, string> {
  const digits = (count: number): string => {
    let text = ''
    for (let index = 0; index < count; index++) text += random.integer(0, 9)
    return text
  }
  const letters = (count: number): string => {
    let text = ''
    for (let index = 0; index < count; index++) text += LETTERS[random.integer(0, 23)]
    return text
  }
  const name = drawName(random)
  const mailName = `${name.first}.${name.last}`.toLowerCase()
  const two = (number: number): string => String(number).padStart(2, '0')
  const birth = [random.integer(1940, 2004), random.integer(1, 12), random.integer(1, 28)] as const
  const houseNumber = random.integer(2, 9899)
  return {
    full_name: fullName(name),
    account_number: `${random.integer(1, 9)}${digits(8)}`,
    last_4_ssn: digits(4),
    date_of_birth: `${birth[0]}-${two(birth[1])}-${two(birth[2])}`,
    billing_zip: digits(5),
    phone_number: `(${random.integer(201, 989)}) 555-01${digits(2)}`,
    email: `${mailName}${digits(2)}@${random.pick(MAIL_HOSTS)}`,
    last_4_cc: digits(4),
    security_pin: digits(6),
    policy_number: `${letters(2)}-${digits(7)}`,
    order_number: `${letters(1)}${digits(3)}-${digits(5)}`,
    member_id: `M${digits(8)}`,
    service_address: `${houseNumber} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
    booking_reference: `${letters(3)}${digits(1)}${letters(2)}`,
  }
}
