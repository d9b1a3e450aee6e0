import { childSeed, stream } from '../../random.ts'
import type { Department, PhoneWorld } from '../world.ts'
import { hourOf, type Moment } from './time.ts'

/** So many departments have a time of the day at which people wait. */
const BUSY_SHARE = 0.35
/** Hours at which people wait, and what share of the longest wait each of them has. */
const PEAKS: readonly (readonly (readonly [hour: number, share: number])[])[] = [
  [8, 9, 10],
  [10, 11, 12],
  [11, 12, 13],
  [15, 16, 17],
].map((peak) => peak.map((hour, at) => [hour, [0.5, 1, 0.6][at] ?? 0] as const))
const LONGEST = { least: 12, most: 40 } as const

const profiles = new WeakMap<Department, ReadonlyMap<number, number>>()

/** How long one waits by hour of the day: hidden, and always the same. */
function profileOf(world: PhoneWorld, department: Department): ReadonlyMap<number, number> {
  const before = profiles.get(department)
  if (before !== undefined) return before
  const random = stream(childSeed(world.seed, `queue/${department.id}`), 0, 'queue')
  const peak = random.chance(BUSY_SHARE) ? random.pick(PEAKS) : []
  const longest = random.integer(LONGEST.least, LONGEST.most)
  const profile = new Map(peak.map(([hour, share]) => [hour, Math.round(longest * share)]))
  profiles.set(department, profile)
  return profile
}

/** How many minutes somebody waits who calls a department then. */
export const queueAt = (world: PhoneWorld, department: Department, moment: Moment): number =>
  profileOf(world, department).get(hourOf(moment)) ?? 0

const MINUTES_EACH = 4

/** The place in a queue in which one waits so long. */
export const placeIn = (minutes: number): number => Math.ceil(minutes / MINUTES_EACH)
