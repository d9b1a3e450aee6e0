import { type RandomStream, stream } from '../../random.ts'
import { isBusyLevel, nowOf, QUIET_MINUTES } from '../clock/now.ts'
import { queueAt } from '../clock/queues.ts'
import { hourOf } from '../clock/time.ts'
import { accepts, mostOf } from '../dialogue/limits.ts'
import { CLEARANCE, fieldsNeeded } from '../requirements.ts'
import { isAbout, isDoubtful, MATTERS } from '../tables/consents.ts'
import { FIELDS, type Field } from '../tables/fields.ts'
import type { PhoneTask } from '../task.ts'
import { lineOf, type PhoneWorld, wantsAt } from '../world.ts'
import { type Block, blockOf, decides, offerIn, type Ways } from './blocks.ts'

/** What an agent has to keep to, as the page of its house says it. */
export type Rule =
  /** Never to be told on the phone: what replaces it is told instead. Hard. */
  | { readonly form: 'never_tell'; readonly field: Field }
  /** Every call begins with the customer's name. */
  | { readonly form: 'on_behalf' }
  /** Nothing but the name is told before it was asked for. */
  | { readonly form: 'only_if_asked' }
  | { readonly form: 'messages_at_most'; readonly count: number }
  /** Nothing is done about this matter before the customer was asked. Hard. */
  | { readonly form: 'ask_before'; readonly matter: string }
  /**
   * No fee of more dollars than these, no new contract for more months: at all, or without the
   * customer's yes to it. Both hard.
   */
  | {
      readonly form: 'fee_limit' | 'no_longer_contract'
      readonly most: number
      readonly unlessAgreed: boolean
    }
  /** Nobody is called before and after these hours of the day. Hard. */
  | { readonly form: 'hours'; readonly from: number; readonly to: number }
  /** No waiting where a longer queue is announced. Hard. */
  | { readonly form: 'wait_at_most'; readonly minutes: number }
  /** The report tells the customer all reference numbers, and all fees. */
  | { readonly form: 'write_down' }
  /** What cannot be done within the rules is not done. Hard. */
  | { readonly form: 'stop_rule' }

/** Rules whose breach nothing makes good; that of the others is but waste. */
export const HARD: ReadonlySet<Rule['form']> = new Set<Rule['form']>([
  'never_tell',
  'ask_before',
  'fee_limit',
  'no_longer_contract',
  'hours',
  'wait_at_most',
  'stop_rule',
])

export interface Page {
  readonly house: string
  readonly rules: readonly Rule[]
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
/** How often a house that wants its customers asked about a matter means what this one wants. */
const MEANT_SHARE = 0.75
/** How likely a page speaks of a kind of offer that a department makes, and of another. */
const OFFERED_SHARE = 0.8
const OTHER_SHARE = 0.2
/** So many of those leave it to a customer who can be asked. */
const LEFT_TO_CUSTOMER_SHARE = 0.6
/** What may be accepted: fees below some and above others, likewise terms. */
const MOST = { fee: [10, 15, 20, 25, 40, 60], term: [3, 6, 12, 18] } as const
const FORMS = { fee: 'fee_limit', term: 'no_longer_contract' } as const
const MESSAGES = { few: 4, many: 6 } as const
/** Between which hours a house has its agents call, and how many minutes it has them wait. */
const CALLING_HOURS = [
  { from: 9, to: 17 },
  { from: 9, to: 16 },
  { from: 10, to: 16 },
  { from: 10, to: 18 },
  { from: 8, to: 16 },
] as const
const WAITS = [5, 10, 15] as const

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

/**
 * What the customer has to be asked about: the very thing that they want, or another; nothing that
 * cannot be done anyway.
 */
function matterFor({ goals }: PhoneTask, block: Block | null, random: RandomStream): string {
  const wishes = goals.map(({ business }) => business)
  const vain = goals.find(({ department }) => department === block?.department)?.business ?? ''
  const clear = Object.keys(MATTERS).filter(
    (matter) => !wishes.some((wish) => isDoubtful(matter, wish)) && !isAbout(matter, vain),
  )
  const meant = clear.filter((matter) => wishes.some((wish) => isAbout(matter, wish)))
  const others = clear.filter((matter) => !meant.includes(matter))
  return random.pick(random.chance(MEANT_SHARE) && meant.length > 0 ? meant : others)
}

/**
 * What the agent may not accept: mostly what some department is going to offer. An offer that
 * blocks is forbidden here, unless the customer does not accept it.
 */
function offersRefused(task: PhoneTask, block: Block | null, ways: Ways): Rule[] {
  const random = stream(task.seed, 0, 'offers-refused')
  const offers = task.goals.flatMap(
    ({ department }) => offerIn(task, department, block, ways) ?? [],
  )
  const blocking = block === null ? null : offerIn(task, block.department, block, ways)
  return (['fee', 'term'] as const).flatMap((kind): Rule[] => {
    const isOffered = offers.some((offer) => offer.kind === kind)
    const isSpokenOf = random.chance(isOffered ? OFFERED_SHARE : OTHER_SHARE)
    const isLeft = decides(ways) && random.chance(LEFT_TO_CUSTOMER_SHARE)
    const isForced = blocking?.kind === kind && !(decides(ways) && !accepts(task, blocking))
    const form = FORMS[kind]
    if (isForced) {
      // What blocks is forbidden by any of these.
      const least = Math.min(...offers.map((one) => (one.kind === kind ? one.size : Infinity)))
      const most = random.pick(MOST[kind].filter((size) => size < least))
      return [{ form, most, unlessAgreed: false }]
    }
    if (!isSpokenOf) return []
    if (!isLeft) return [{ form, most: random.pick(MOST[kind]), unlessAgreed: false }]
    // What a house grants unasked its customer would not refuse.
    const { size: limit } = mostOf(task, kind)
    const most = random.pick([0, ...MOST[kind].filter((size) => size <= limit)])
    return [{ form, most, unlessAgreed: true }]
  })
}

/** When the agent may not call, and how long it may not wait: mostly where it would otherwise. */
function timesRefused(task: PhoneTask, world: PhoneWorld, isTalking: boolean): Rule[] {
  const random = stream(task.seed, 0, 'times-refused')
  const now = nowOf(task, world)
  const isBusy = isBusyLevel(task)
  const isOutside = ({ from, to }: (typeof CALLING_HOURS)[number]): boolean =>
    [now, now + QUIET_MINUTES].some((moment) => hourOf(moment) < from || hourOf(moment) >= to)
  const span = random.pick(CALLING_HOURS)
  const queues = task.required_calls.map((id) => queueAt(world, lineOf(world, id).department, now))
  const longest = isBusy ? Math.max(...queues) : 0
  const [early, long] = [isOutside(span), longest > 0].map((binds) =>
    random.chance(binds ? OFFERED_SHARE : OTHER_SHARE),
  )
  const minutes = random.pick(longest > WAITS[0] ? WAITS.filter((one) => one < longest) : WAITS)
  return [
    ...(early === true && (isBusy || !isOutside(span))
      ? [{ form: 'hours', ...span } as const]
      : []),
    ...(long === true && isTalking ? [{ form: 'wait_at_most', minutes } as const] : []),
  ]
}

const pages = new WeakMap<PhoneTask, Map<string, Page>>()

/** The page of the house that the agent works for: the same in every rollout of a task. */
export function pageOf(task: PhoneTask, world: PhoneWorld, ways: Ways): Page {
  const key = `${ways.customer} ${ways.conversation} ${ways.clock}`
  const ofTask = pages.get(task) ?? new Map<string, Page>()
  const page = ofTask.get(key) ?? drawPage(task, world, ways)
  pages.set(task, ofTask.set(key, page))
  return page
}

function drawPage(task: PhoneTask, world: PhoneWorld, ways: Ways): Page {
  const random = stream(task.seed, 0, 'house')
  const house = random.pick(HOUSES)
  const [behalf, asked, messages, before, report] = [1, 2, 3, 4, 5].map(() =>
    random.chance(RULE_SHARE),
  )
  const isDialogue = ways.customer === 'dialogue'
  const decisions = before === true ? 1 : 0
  const count = (task.difficulty === 5 ? MESSAGES.many : MESSAGES.few) + decisions
  const secret = neverTold(task, world)
  const isTalking = ways.conversation === 'on'
  const block = isTalking ? blockOf(task, world, ways) : null
  const matter = matterFor(task, block, random)
  const rules: Rule[] = [
    ...(secret === null ? [] : [{ form: 'never_tell', field: secret } as const]),
    ...(behalf === true ? [{ form: 'on_behalf' } as const] : []),
    ...(asked === true && isTalking ? [{ form: 'only_if_asked' } as const] : []),
    ...(messages === true && isDialogue ? [{ form: 'messages_at_most', count } as const] : []),
    ...(before === true && isDialogue ? [{ form: 'ask_before', matter } as const] : []),
    ...(isTalking ? offersRefused(task, block, ways) : []),
    ...(ways.clock === 'on' ? timesRefused(task, world, isTalking) : []),
    ...(report === true ? [{ form: 'write_down' } as const] : []),
    ...(isTalking ? [{ form: 'stop_rule' } as const] : []),
  ]
  return { house, rules: random.shuffle(rules) }
}
