// Guards feedback on a real server: the same requests open and end alike there and in process.

import { beforeAll, expect, it } from 'vitest'
import { servedDataSets } from '../../src/cli/data-sets.ts'
import { withServer } from '../../src/cli/local-server.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { phoneLearner } from '../../src/env/phone-call/players/learner/index.ts'
import { stream } from '../../src/sim/random.ts'
import { clone } from '../../src/train-bridge/local/cloning/clone.ts'
import { demonstrate } from '../../src/train-bridge/local/cloning/demonstrations.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { type Collected, collect } from '../../src/train-bridge/local/rollouts/collect.ts'
import { InProcessPlayground } from '../../src/train-bridge/local/rollouts/in-process.ts'
import type {
  Playground,
  RolloutRequest,
} from '../../src/train-bridge/local/rollouts/playground.ts'
import { ServerPlayground } from '../../src/train-bridge/local/rollouts/server.ts'
import { trainOptions } from '../../src/train-bridge/local/training/options.ts'
import { Trainer } from '../../src/train-bridge/local/training/trainer.ts'

const data = servedDataSets(undefined).find(({ environment }) => environment === 'phone-call-v2')
const policy = new LocalPolicy(phoneLearner, 'linear', 1)

/** Teaches the policy enough to succeed now and then, so that there is something to learn from. */
beforeAll(async () => {
  const world = { seed: 21, size: 300, tasks: 300, strangeShare: 0.3 }
  const shown = await demonstrate(phoneCallEnvironment, policy, { ...world, feedbackShare: 0.5 })
  clone(policy, shown, { updates: 80, batch: 64, learningRate: 0.03, seed: 1 })
})

const inProcess = (): InProcessPlayground => {
  if (data === undefined) throw new Error('there is no shipped data')
  const taskOf = (split: string, index: number) => data.task(split, index) as never
  return new InProcessPlayground({
    environment: phoneCallEnvironment,
    world: data.world,
    findTask: taskOf,
  })
}

const SCHEDULES = [
  undefined,
  { waves: [2, 3, 3], clean_share: 0.5 },
  { start_at: 3, show: 'last', cap_chars: 300, clean_share: 0 },
  { show: 'summary' },
] as const

function requestsOf(run: string): RolloutRequest[] {
  return SCHEDULES.flatMap((feedback, schedule) =>
    Array.from({ length: 4 * 8 }, (_, number) => {
      const task = Math.floor(number / 8)
      const name = { run, id: `${schedule}-${task}`, generation: '1' }
      const place = { ...name, index: number % 8, size: 8, mode: 'feedback' } as const
      const group = feedback === undefined ? place : { ...place, feedback: feedback as never }
      return { split: 'stream', index: task, group }
    }),
  )
}

/** Plays requests and gives what each opening said, by number. */
async function openingsOf(playground: Playground, requests: readonly RolloutRequest[]) {
  const openings = new Map<RolloutRequest, unknown>()
  const watched: Playground = {
    step: (turns) => playground.step(turns),
    drop: (rollouts) => playground.drop(rollouts),
    open: async (request) => {
      const rollout = await playground.open(request)
      const { messages, condition, attemptsShown } = rollout
      openings.set(request, { messages, condition, attemptsShown })
      return rollout
    },
  }
  const played: Collected = await collect(watched, requests, {
    policy,
    createDecider: (number) => {
      const random = stream(11, number, 'test')
      return policy.decider(() => random.next())
    },
    frame: 32,
    framesAtOnce: 2,
    openMax: 512,
  })
  const ends = played.episodes.map((one) => [one?.reward, one?.success, one?.endReason, one?.turns])
  return { openings: requests.map((request) => openings.get(request)), ends, ...played }
}

it('gives the same openings and ends as groups in this process', async () => {
  const requests = requestsOf('openings')
  const here = await openingsOf(inProcess(), requests)
  const there = await withServer({}, ({ client }) =>
    openingsOf(new ServerPlayground({ client, env: 'phone-call-v2' }), requests),
  )
  expect(there.losses).toEqual([])
  expect(there.openings).toEqual(here.openings)
  expect(there.ends).toEqual(here.ends)
  expect(JSON.stringify(here.openings)).toContain('<previous_attempts>')
})

it('trains the same weights on a server and in this process', async () => {
  const options = trainOptions({
    run: 'weights',
    mode: 'feedback',
    trainPrompt: 'clean',
    feedback: { waves: [2, 2], clean_share: 0.5 },
    groups: 4,
    groupSize: 4,
    mixedOnly: false,
  })
  const trained = async (playground: Playground): Promise<Float64Array> => {
    const own = policy.copy()
    const trainer = new Trainer(playground, own, options)
    for (let batch = 0; batch < 2; batch++) await trainer.step()
    return own.weights
  }
  const here = await trained(inProcess())
  const there = await withServer({}, ({ client }) =>
    trained(new ServerPlayground({ client, env: 'phone-call-v2' })),
  )
  expect(there).toEqual(here)
  expect(there).not.toEqual(policy.weights)
})
