import { memo } from '../../memo.ts'
import type { RandomStream } from '../../random.ts'
import { expand } from '../grammar/expand.ts'
import { MONTH_NAMES } from '../tables/calendar.ts'
import { WISH_RECORDS } from '../tables/wish-records.ts'
import type { SlotValues } from './rows.ts'
import { recordOf, type Slot, slotsOf } from './wishes.ts'

const thousands = (number: number): string => String(number).replace(/(?<=\d)(?=(\d{3})+$)/g, ',')

/** A day of the month as it is said: "21st". */
function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`
}

/** A value in words that the hearer takes for just that value. */
export function sayValue({ member }: Slot, value: string | number, random: RandomStream): string {
  switch (member.type) {
    case 'choice':
      return member.options[String(value)]?.[0] ?? String(value)
    case 'amount': {
      const dollars = Number(value) / 100
      return random.pick([`$${thousands(dollars)}`, `${thousands(dollars)} dollars`])
    }
    case 'day':
      return ordinal(Number(value))
    case 'date': {
      const [month = 1, day = 1] = String(value).split('-').map(Number)
      const name = MONTH_NAMES[month - 1] ?? ''
      return random.pick([`${name} ${day}`, `${name} ${ordinal(day)}`, `${day} ${name}`])
    }
    case 'time': {
      const [hours = 0, minutes = 0] = String(value).split(':').map(Number)
      const half = hours < 12 ? 'am' : 'pm'
      const clock = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
      return `${hours % 12 || 12}${clock} ${half}`
    }
    default:
      return String(value)
  }
}

/** What a customer wants with all that decides; continues "I need to". */
export function sayWish(
  business: string,
  slots: SlotValues,
  random: RandomStream,
): string | undefined {
  const record = recordOf(business)
  if (record === undefined) return undefined
  const values = slotsOf(business).map(
    (slot) => [slot.name, sayValue(slot, slots[slot.name] ?? '', random)] as const,
  )
  return expand(random.pick(record.says), Object.fromEntries(values), random)
}

const SAYINGS = Object.entries(WISH_RECORDS).flatMap(([business, { says }]) =>
  says.map((template) => {
    const fixed = template.split(/\{\w+\}/)
    return { business, pattern: new RegExp(`^${fixed.join('.+')}$`) }
  }),
)

/** Which wish a customer's own words are; undefined where they are none of ours. */
export const wishSaid = memo(
  4_000,
  (text): string | undefined => SAYINGS.find(({ pattern }) => pattern.test(text))?.business,
)
