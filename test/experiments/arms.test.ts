// Guards arms of the experiment that no other test trains: each runs, moves weights, is tracked.

import { beforeAll, expect, it } from 'vitest'
import { ARMS, armNamed } from '../../experiments/feedback-guided/arms.ts'
import {
  type Ground,
  measureStanding,
  trainOnce,
} from '../../experiments/feedback-guided/one-run.ts'
import { CURRICULUM, phoneWorld } from '../../experiments/feedback-guided/phone-world.ts'
import type { Scale } from '../../experiments/feedback-guided/plan.ts'
import { createPlayground } from '../../experiments/feedback-guided/world.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { phoneLearner } from '../../src/env/phone-call/players/learner/index.ts'
import { clone } from '../../src/train-bridge/local/cloning/clone.ts'
import { demonstrate } from '../../src/train-bridge/local/cloning/demonstrations.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'

const SCALE: Scale = {
  ...{ batches: 1, evaluateEvery: 1, tasks: 4, unseenTasks: 4, endTasks: 4, levelTasks: 0 },
  ...{ groups: 3, groupSize: 4 },
}
const ARMS_TRIED = [
  ...['unweighted', 'rltf-sd', 'self-distillation', 'curriculum', 'plain-16'],
  ...['label-0.005', 'label-decaying', 'all-failed', 'placebo-other', 'placebo-none'],
]

const world = phoneWorld(77)
let ground: Ground
beforeAll(async () => {
  const start = new LocalPolicy(phoneLearner, 'linear', 1)
  const shown = await demonstrate(phoneCallEnvironment, start, {
    ...{ seed: 21, size: 60, tasks: 120, feedbackShare: 0.5, strangeShare: 0.2 },
  })
  clone(start, shown, { updates: 50, batch: 32, learningRate: 0.05, seed: 1 })
  ground = { world, start, seed: 77, scale: SCALE, loss: 'grpo' }
})

it.each(ARMS_TRIED)('%s trains', async (name) => {
  const before = await measureStanding(createPlayground(world), ground.start, ground, 0)
  const { points } = await trainOnce(ground, armNamed(name), 0.04, before)
  const [first, last] = points
  expect(first).toMatchObject({ tokens: 0, unseen: before.unseen })
  expect(last?.tokens).toBeGreaterThan(1_000)
  expect(last?.unseen).toBeGreaterThanOrEqual(0)
  const isLarge = name === 'plain-16'
  expect(last).toMatchObject({ episodes: isLarge ? 128 : 12, tasks_drawn: isLarge ? 8 : 3 })
})

it('ends with the batch that reaches its tasks, and counts evaluations in tasks', async () => {
  const before = await measureStanding(createPlayground(world), ground.start, ground, 0)
  const scale = { ...SCALE, batches: 9, evaluateEvery: 2, tasksMax: 14 }
  const { points, options } = await trainOnce({ ...ground, scale }, armNamed('plain'), 0.04, before)
  expect(points.map(({ tasks_drawn: tasks }) => tasks)).toEqual([0, 6, 12, 15])
  expect(options).toMatchObject({ learningRate: 0.04, groups: 3, loss: 'grpo', feedback: {} })
})

it('has names and titles of its own for every arm', () => {
  expect(new Set(ARMS.map(({ name }) => name)).size).toBe(ARMS.length)
  expect(new Set(ARMS.map(({ title }) => title)).size).toBe(ARMS.length)
})

it('lets one level after another into the curriculum', () => {
  const highest = (from: number) =>
    Math.max(
      ...Array.from({ length: 20 }, (_, at) => world.findTask(CURRICULUM, from + at).difficulty),
    )
  expect(highest(0)).toBe(1)
  expect(highest(256)).toBe(2)
  expect(highest(4 * 256 - 20)).toBeLessThan(5)
  expect(highest(5_000)).toBeGreaterThan(3)
})
