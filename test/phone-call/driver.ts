import type { EpisodeSetup, Play } from '../../src/env/episode.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import type { Policy } from '../../src/policies/policy.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { stream } from '../../src/sim/random.ts'
import { type Player, playerOf, setupIn } from '../support/rollout.ts'

/** The world that tests play in: not the shipped one, so that nothing fits that one only. */
export const WORLD: PhoneWorld = generateWorld(7, 100)

/** Everything fixed about an episode on a task of the phone world. */
export const setupOf = (task: PhoneTask, world: PhoneWorld, settings?: JsonObject): EpisodeSetup =>
  setupIn(phoneCallEnvironment, world, task, settings)

/** Runs a kernel generator that asks for no effects. */
export function finish<Result>(play: Play<Result>): Result {
  const result = play.next()
  if (result.done !== true) throw new Error('the phone world asks for no effects')
  return result.value
}

/** A policy as a player. */
export const asPlayer = (policy: Policy, task: PhoneTask, world: PhoneWorld, seed = 1): Player =>
  playerOf(policy, setupOf(task, world), (step) => stream(seed + task.index, step + 1, 'policy'))
