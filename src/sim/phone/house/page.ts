import { stream } from '../../random.ts'
import { CLEARANCE, fieldsNeeded } from '../requirements.ts'
import { FIELDS, type Field } from '../tables/fields.ts'
import type { PhoneTask } from '../task.ts'
import { lineOf, type PhoneWorld, wantsAt } from '../world.ts'

/** What an agent has to keep to, as the page of its house says it. */
export type Rule =
  /** Never to be told on the phone: what replaces it is told instead. Hard. */
  | { readonly form: 'never_tell'; readonly field: Field }
  /** Every call begins with the customer's name. */
  | { readonly form: 'on_behalf' }
  /** Nothing but the name is told before it was asked for. */
  | { readonly form: 'only_if_asked' }
  | { readonly form: 'messages_at_most'; readonly count: number }

export interface Page {
  readonly house: string
  readonly rules: readonly Rule[]
}

/** How the customer is asked, and whether one talks on the phone: some rules need it. */
export interface Ways {
  readonly customer: 'form' | 'dialogue'
  readonly conversation: 'off' | 'on'
}

const HOUSES = [
  'a family office',
  'a help line for older people',
  'a concierge service for employees',
  'a relocation service',
  'a legal aid office',
  'a bookkeeping office for small firms',
] as const

/** What a house keeps back; none of them is ever asked for because of a flag on a file. */
const SECRETS: readonly Field[] = ['last_4_ssn', 'last_4_cc', 'security_pin', 'account_number']
/** How likely each of the rules that are only waste to break stands on a page. */
const RULE_SHARE = 0.6
const MESSAGES = { few: 4, many: 6 } as const

const kept = new WeakMap<PhoneTask, Field | null>()

/**
 * The detail that must never be told for this customer: one that is wanted and can be replaced,
 * if there is one; null where the business could not be done without any of them. What is on the
 * customer's file plays no part in it.
 */
export function neverTold(task: PhoneTask, world: PhoneWorld): Field | null {
  const before = kept.get(task)
  if (before !== undefined) return before
  const random = stream(task.seed, 0, 'page')
  const { missing, tells } = task.customer
  const wants = task.required_calls.map((id) => {
    const goal = task.goals.find(({ department }) => department === id)
    return wantsAt(lineOf(world, id).department, goal?.business ?? CLEARANCE)
  })
  const isWanted = (field: Field): boolean => wants.some(({ required }) => required.includes(field))
  const possible = SECRETS.filter(
    (field) =>
      field !== tells &&
      fieldsNeeded(wants, [...missing, field]) !== undefined &&
      isUnlikeOthers(task, field),
  )
  const binding = possible.filter((field) => isWanted(field) && !missing.includes(field))
  const choice = binding.length > 0 ? binding : possible
  const field = choice.length === 0 ? null : random.pick(choice)
  kept.set(task, field)
  return field
}

/** Whether nothing else that the agent has to say has these digits in it, by chance. */
function isUnlikeOthers({ customer: { values }, goals }: PhoneTask, field: Field): boolean {
  const others = FIELDS.filter((other) => other !== field).map((other) => values[other])
  const wished = goals.flatMap(({ slots }) => Object.values(slots).map(String))
  return [...others, ...wished].every((text) => !text.replace(/\D/g, '').includes(values[field]))
}

/** The page of the house that the agent works for: the same in every rollout of a task. */
export function pageOf(task: PhoneTask, world: PhoneWorld, ways: Ways): Page {
  const random = stream(task.seed, 0, 'house')
  const house = random.pick(HOUSES)
  const [behalf, asked, messages] = [1, 2, 3].map(() => random.chance(RULE_SHARE))
  const count = task.difficulty === 5 ? MESSAGES.many : MESSAGES.few
  const secret = neverTold(task, world)
  const rules: Rule[] = [
    ...(secret === null ? [] : [{ form: 'never_tell', field: secret } as const]),
    ...(behalf === true ? [{ form: 'on_behalf' } as const] : []),
    ...(asked === true && ways.conversation === 'on' ? [{ form: 'only_if_asked' } as const] : []),
    ...(messages === true && ways.customer === 'dialogue'
      ? [{ form: 'messages_at_most', count } as const]
      : []),
  ]
  return { house, rules: random.shuffle(rules) }
}
