import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { stream } from '../../src/sim/random.ts'
import type { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { type Collected, collect } from '../../src/train-bridge/local/rollouts/collect.ts'
import { InProcessPlayground } from '../../src/train-bridge/local/rollouts/in-process.ts'
import type { RolloutRequest } from '../../src/train-bridge/local/rollouts/playground.ts'
import { WORLD } from '../phone-call/talk.ts'

/** A task of the test world. */
export const streamTask = (index: number): PhoneTask =>
  phoneCallEnvironment.data.stream?.(WORLD as never, index) as never

/** The environment in this process, on tasks of the test world. */
export const inProcess = (onTask: (index: number) => void = () => undefined): InProcessPlayground =>
  new InProcessPlayground({
    environment: phoneCallEnvironment,
    world: WORLD as never,
    findTask: (_, index) => {
      onTask(index)
      return streamTask(index) as never
    },
  })

/** Requests for groups of a size on the first tasks. */
export function groupRequests(
  tasks: number,
  size: number,
  mode: 'independent' | 'feedback',
): RolloutRequest[] {
  return Array.from({ length: tasks * size }, (_, number) => {
    const index = Math.floor(number / size)
    const place = { run: 'test', id: String(index), index: number % size, size, mode }
    return {
      split: 'stream',
      index,
      group: { ...place, generation: '1', feedback: { waves: [1] } },
    }
  })
}

/** Plays requests with a policy's own draws. */
export function play(
  policy: LocalPolicy,
  requests: readonly RolloutRequest[],
  options: { readonly frame?: number; readonly framesAtOnce?: number } & {
    readonly playground?: InProcessPlayground
  } = {},
): Promise<Collected> {
  const { frame = 32, framesAtOnce = 1, playground = inProcess() } = options
  return collect(playground, requests, {
    policy,
    createDecider: (number) => {
      const random = stream(11, number, 'test')
      return policy.decider(() => random.next())
    },
    frame,
    framesAtOnce,
    openMax: 512,
  })
}

/** Moves every weight a little, so that nothing is 0 by chance. */
export function shake(policy: LocalPolicy, scale: number): void {
  const random = stream(5, 0, 'shake')
  for (let at = 0; at < policy.weights.length; at++) {
    policy.weights[at] = (policy.weights[at] as number) + scale * (2 * random.next() - 1)
  }
}
