import type { Action } from '../../src/env/message.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { playthrough, setupIn } from '../../src/env/playthrough.ts'
import { makePolicy } from '../../src/policies/index.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { phoneWorld } from '../feedback-guided/phone-world.ts'
import { freshTasks } from '../feedback-guided/world.ts'
import type { Profile } from './one-run.ts'

/** Scripted players: honest ones first, then those that try to get rewards for something else. */
const PLAYERS = ['habit', 'stop-early', 'call-everyone', 'guess-values', 'probe-first', 'random']
const TASKS = 500
const SEED = 1

/** Rewards of a scripted player under either profile. */
export interface Trick {
  readonly policy: string
  readonly success: number
  readonly standard: number
  readonly ladder: number
}

/** Plays scripted players under both profiles. Nothing is learned, so one run is enough. */
export function playTricks(): Trick[] {
  const { data: world, findTask: taskOf } = phoneWorld(SEED)
  const tasks = freshTasks((index) => taskOf('stream', index) as unknown as PhoneTask, TASKS)
  return PLAYERS.map((policy) => {
    const standard = tasks.map((task) => playOne(policy, task, world, 'standard'))
    const ladder = tasks.map((task) => playOne(policy, task, world, 'ladder'))
    return {
      policy,
      success: meanOrNull(standard.map(({ success }) => success)) ?? 0,
      standard: meanOrNull(standard.map(({ paid }) => paid)) ?? 0,
      ladder: meanOrNull(ladder.map(({ paid }) => paid)) ?? 0,
    }
  })
}

function playOne(name: string, task: PhoneTask, world: PhoneWorld, profile: Profile) {
  const settings = phoneCallEnvironment.settings.schema.parse({ reward_profile: profile })
  const arena = { environment: phoneCallEnvironment, world: world as never, settings }
  const policy = makePolicy(name)
  const draws = childSeed(SEED, task.id)
  const { answers } = playthrough(
    setupIn(arena, task as never),
    (conversation, { step }) =>
      policy.act({
        environment: phoneCallEnvironment.id,
        ...conversation,
        tools: [],
        random: stream(draws, step, 'player'),
      }) as Action,
  )
  const last = answers.at(-1)
  return { success: last?.metrics?.success ?? 0, paid: sumOf(answers.map(({ reward }) => reward)) }
}

const sumOf = (rewards: readonly number[]): number =>
  rewards.reduce((sum, reward) => sum + reward, 0) / 1_000
