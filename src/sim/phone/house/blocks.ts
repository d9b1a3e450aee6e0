import { stream } from '../../random.ts'
import { type Offer, offerAt, offerPossible } from '../settling/offers.ts'
import { obstaclesTo } from '../tables/obstacles.ts'
import type { PhoneTask } from '../task.ts'
import { lineOf, type PhoneWorld } from '../world.ts'
import { forbids } from './breaches.ts'
import type { Rule } from './page.ts'

/** Why a wish cannot be fulfilled: an offer that the page forbids, or what the records say. */
export interface Block {
  readonly department: string
  /** `fee`, `term`, or the name of an obstacle. */
  readonly reason: string
}

/** So many tasks have a wish that cannot be fulfilled. */
const BLOCKED_SHARE = 0.08
/** In so many of them by an offer with nothing in its place that the page forbids. */
const OFFERED_SHARE = 0.5
/** So many of the offers that may be accepted have nothing in their place. */
const FIRM_SHARE = 0.3

const blocks = new WeakMap<PhoneTask, Block | null>()

/**
 * What cannot be done in a task of a house: one wish that nothing else waits for; mostly nothing.
 * The same in every rollout.
 */
export function blockOf(task: PhoneTask, world: PhoneWorld): Block | null {
  const before = blocks.get(task)
  if (before !== undefined) return before
  const block = drawBlock(task, world)
  blocks.set(task, block)
  return block
}

function drawBlock(task: PhoneTask, world: PhoneWorld): Block | null {
  const random = stream(task.seed, 0, 'block')
  if (!random.chance(BLOCKED_SHARE)) return null
  const isAwaited = (department: string): boolean =>
    task.required_calls.some((id) => lineOf(world, id).department.hidden.after.includes(department))
  const last = task.goals.filter(({ department }) => !isAwaited(department))
  if (last.length === 0) return null
  const { department, business } = random.pick(last)
  const obstacles = obstaclesTo(business)
  if (obstacles.length === 0 || random.chance(OFFERED_SHARE)) {
    return { department, reason: offerPossible(task, department).kind }
  }
  return { department, reason: random.pick(obstacles) }
}

/** What a department offers where a wish may be blocked. */
export function offerIn(task: PhoneTask, department: string, block: Block | null): Offer | null {
  if (block?.department !== department) return offerAt(task, department)
  return isOffer(block) ? offerPossible(task, department) : null
}

/** Whether it is an offer that blocks. */
export const isOffer = ({ reason }: Block): boolean => reason === 'fee' || reason === 'term'

/** Whether a department does nothing without what it offers. */
export function isFirm(
  task: PhoneTask,
  department: string,
  block: Block | null,
  rules: readonly Rule[],
): boolean {
  const offer = offerIn(task, department, block)
  if (offer === null) return false
  if (block?.department === department) return true
  const isForbidden = rules.some((rule) => forbids(rule, offer))
  return !isForbidden && stream(task.seed, 0, `firm/${department}`).chance(FIRM_SHARE)
}
