import { type RandomStream, stream } from '../../random.ts'
import { hearSlots } from '../hear/slots.ts'
import { drawSlots } from '../records/draw.ts'
import { isPossible } from '../records/operations.ts'
import type { SlotValues } from '../records/rows.ts'
import { recordOf, type Slot, slotsOf } from '../records/wishes.ts'
import { sayValue } from '../records/wording.ts'
import type { PhoneTask } from '../task.ts'

const AS = ' as '
const AND = ', and '

/** What was heard of a wish, said again: "the new date as March 14, and the new time as 3 pm". */
export const sayReadBack = (business: string, slots: SlotValues, random: RandomStream): string =>
  slotsOf(business)
    .filter(({ name }) => slots[name] !== undefined)
    .map((slot) => `${slot.label}${AS}${sayValue(slot, slots[slot.name] ?? '', random)}`)
    .join(AND)

/** The reverse of `sayReadBack`, for what was read back of a wish; total. */
export function readReadBack(text: string, business: string): SlotValues {
  const values = text.split(AND).flatMap((part) => {
    const slot = slotsOf(business).find(({ label }) => part.startsWith(`${label}${AS}`))
    if (slot === undefined) return []
    const value = valuesIn(part.slice(slot.label.length + AS.length), business)[slot.name]
    return value === undefined ? [] : [[slot.name, value] as const]
  })
  return Object.fromEntries(values)
}

/** The values that a text says for a wish, one each. */
export function valuesIn(text: string, business: string, company = ' , '): SlotValues {
  const heard = hearSlots(text, business, company)
  const values = Object.entries(heard).flatMap(([name, one]) =>
    one.status === 'one' ? [[name, one.value] as const] : [],
  )
  return Object.fromEntries(values)
}

/** In so many departments with a wish that has values one of them is misheard at first. */
const MISHEARD_SHARE = 0.2
const DRAWS_MAX = 12

/** A value that a department mishears at first, by its slot: the same in every rollout. */
export function misheardAt(task: PhoneTask, department: string): SlotValues {
  const goal = task.goals.find((one) => one.department === department)
  const record = goal === undefined ? undefined : recordOf(goal.business)
  if (goal === undefined || record === undefined) return {}
  const random = stream(task.seed, 0, `misheard/${department}`)
  const slots = slotsOf(goal.business)
  if (!random.chance(MISHEARD_SHARE) || slots.length === 0) return {}
  const { name }: Slot = random.pick(slots)
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const value = drawSlots(goal.business, random)[name]
    if (value === undefined || value === goal.slots[name]) continue
    const slotsThen = { ...goal.slots, [name]: value }
    if (isPossible(task.file, { business: goal.business, slots: slotsThen }))
      return { [name]: value }
  }
  return {}
}
