import { stream } from '../../random.ts'
import { accepts, limitsOf } from '../dialogue/limits.ts'
import { OFFER_KINDS, type Offer, offerAt, offerPossible } from '../settling/offers.ts'
import { obstaclesTo } from '../tables/obstacles.ts'
import type { PhoneTask } from '../task.ts'
import { lineOf, type PhoneWorld } from '../world.ts'
import { forbids } from './breaches.ts'
import type { Rule } from './page.ts'

/** How the customer is asked, and whether one talks on the phone: some rules need it. */
export interface Ways {
  readonly customer: 'form' | 'dialogue'
  readonly conversation: 'off' | 'on'
  readonly clock?: 'off' | 'on'
}

/** Whether the customer decides of what is offered on the phone. */
export const decides = ({ customer, conversation }: Ways): boolean =>
  customer === 'dialogue' && conversation === 'on'

/** Why a wish cannot be fulfilled: an offer nobody may accept, or what the records say. */
export interface Block {
  readonly department: string
  /** A kind of offer, or the name of an obstacle. */
  readonly reason: string
}

/** So many tasks have a wish that cannot be fulfilled. */
const BLOCKED_SHARE = 0.08
/** In so many of them by an offer with nothing in its place that is not to be accepted. */
const OFFERED_SHARE = 0.5
/** So many of those are a wait, where the customer decides. */
const BLOCKED_WAIT_SHARE = 0.3
/** So many of the offers that may be accepted have nothing in their place. */
const FIRM_SHARE = 0.5
/** In so many departments that offer nothing else one has to wait. */
const WAIT_SHARE = 0.15
/** By so many weeks at most a wait is longer than the customer accepts. */
const TOO_LONG = 4

/** Where the customer decides, and where not. */
const blocks = [true, false].map(() => new WeakMap<PhoneTask, Block | null>())

/**
 * What cannot be done in a task of a house: one wish that nothing else waits for; mostly nothing.
 * The same in every rollout.
 */
export function blockOf(task: PhoneTask, world: PhoneWorld, ways: Ways): Block | null {
  const drawn = blocks[decides(ways) ? 0 : 1]
  const before = drawn?.get(task)
  if (before !== undefined) return before
  const block = drawBlock(task, world, ways)
  drawn?.set(task, block)
  return block
}

function drawBlock(task: PhoneTask, world: PhoneWorld, ways: Ways): Block | null {
  const random = stream(task.seed, 0, 'block')
  if (!random.chance(BLOCKED_SHARE)) return null
  const isAwaited = (department: string): boolean =>
    task.required_calls.some((id) => lineOf(world, id).department.hidden.after.includes(department))
  const last = task.goals.filter(({ department }) => !isAwaited(department))
  if (last.length === 0) return null
  const { department, business } = random.pick(last)
  const obstacles = obstaclesTo(business)
  if (obstacles.length === 0 || random.chance(OFFERED_SHARE)) {
    const isWait = decides(ways) && stream(task.seed, 0, 'block-wait').chance(BLOCKED_WAIT_SHARE)
    return { department, reason: isWait ? 'wait' : offerPossible(task, department).kind }
  }
  return { department, reason: random.pick(obstacles) }
}

/** What a department offers where a wish may be blocked. */
export function offerIn(
  task: PhoneTask,
  department: string,
  block: Block | null,
  ways: Ways,
): Offer | null {
  if (block?.department !== department) {
    return offerAt(task, department) ?? (decides(ways) ? waitAt(task, department) : null)
  }
  if (!isOffer(block)) return null
  return block.reason === 'wait' ? waitTooLong(task, department) : offerPossible(task, department)
}

/** How long one has to wait at a department, where one has to: never longer than is accepted. */
function waitAt(task: PhoneTask, department: string): Offer | null {
  const isGoal = task.goals.some((one) => one.department === department)
  const random = stream(task.seed, 0, `wait/${department}`)
  if (!isGoal || !random.chance(WAIT_SHARE)) return null
  return { kind: 'wait', size: random.integer(2, limitsOf(task).wait) }
}

const waitTooLong = (task: PhoneTask, department: string): Offer => {
  const random = stream(task.seed, 0, `wait-too-long/${department}`)
  return { kind: 'wait', size: limitsOf(task).wait + random.integer(1, TOO_LONG) }
}

/** Whether it is an offer that blocks. */
export const isOffer = ({ reason }: Block): boolean =>
  (OFFER_KINDS as readonly string[]).includes(reason)

/** Whether a department does nothing without what it offers. */
export function isFirm(
  task: PhoneTask,
  department: string,
  block: Block | null,
  rules: readonly Rule[],
  ways: Ways,
): boolean {
  const offer = offerIn(task, department, block, ways)
  if (offer === null) return false
  if (block?.department === department || offer.kind === 'wait') return true
  if (forbids(rules, offer) || (decides(ways) && !accepts(task, offer))) return false
  return stream(task.seed, 0, `firm/${department}`).chance(FIRM_SHARE)
}
