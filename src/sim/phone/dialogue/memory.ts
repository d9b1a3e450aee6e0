import { stream } from '../../random.ts'
import type { Field } from '../tables/fields.ts'
import type { PhoneTask } from '../task.ts'

/** Of so many customers the telephone number that they give at first is an old one. */
const MISTAKEN_SHARE = 0.08
/** So many of the others have to look one of their numbers up first. */
const UNSURE_SHARE = 0.2
/** What nobody knows by heart. */
const LOOKED_UP: readonly Field[] = [
  'account_number',
  'last_4_cc',
  'security_pin',
  'policy_number',
  'order_number',
  'member_id',
  'booking_reference',
]

/** What a customer does not tell rightly when asked for it once; at most one of the two. */
interface Memory {
  /** What they have to look up: told when they are asked again. */
  readonly unsure: Field | null
  /** What they give an old value of, and put right when they are asked again. */
  readonly mistaken: { readonly field: Field; readonly value: string } | null
}

const SURE: Memory = { unsure: null, mistaken: null }

const drawn = new WeakMap<PhoneTask, Memory>()

/** A customer's memory: the same in every rollout, and apart from what is stored of the task. */
export function memoryOf(task: PhoneTask): Memory {
  const known = drawn.get(task)
  if (known !== undefined) return known
  const memory = drawMemory(task)
  drawn.set(task, memory)
  return memory
}

function drawMemory({ seed, customer: { missing, tells, values } }: PhoneTask): Memory {
  const random = stream(seed, 0, 'memory')
  const [isMistaken, isUnsure] = [random.chance(MISTAKEN_SHARE), random.chance(UNSURE_SHARE)]
  if (isMistaken && tells !== 'phone_number') {
    const now = values.phone_number
    const [kept, last] = [now.slice(0, -2), Number(now.slice(-2))]
    const old = `${kept}${String((last + random.integer(1, 99)) % 100).padStart(2, '0')}`
    return { unsure: null, mistaken: { field: 'phone_number', value: old } }
  }
  const possible = LOOKED_UP.filter((field) => field !== tells && !missing.includes(field))
  if (!isUnsure || possible.length === 0) return SURE
  return { unsure: random.pick(possible), mistaken: null }
}

/** What has to be asked for twice; null where nothing has. */
export const askedTwice = ({ unsure, mistaken }: Memory): Field | null =>
  unsure ?? mistaken?.field ?? null
