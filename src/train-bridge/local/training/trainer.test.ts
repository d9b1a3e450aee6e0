// Guards baselines, which are means of the rewards that are learnt from, and a batch's metrics.
import { expect, it } from 'vitest'
import { inProcess } from '../../../../test/local-engine/fixtures.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../policy/policy.ts'
import { trainOptions } from './options.ts'
import { Trainer } from './trainer.ts'

it.each([
  ['dapo', 0.5],
  ['grpo', 1],
] as const)('keeps the mean of what %s learns from', async (loss, mean) => {
  const playground = inProcess()
  const result = { reward: 1, success: true, endReason: 'completed', turns: 20, metrics: {} }
  playground.step = async (turns) => turns.map(() => ({ kind: 'over', result }))
  const schedule = { overlongFrom: 10, overlongAt: 30, groups: 1, groupSize: 2, roundsMax: 1 }
  const policy = new LocalPolicy(phoneLearner, 'linear', 1)
  const options = trainOptions({ loss, baseline: 'per_condition', ...schedule })
  const trainer = new Trainer(playground, policy, options)
  await trainer.step()
  expect(trainer.state.means.clean).toEqual({ mean, batches: 1 })
})

it.each([
  ['lacks', 'two equal results', [1, 1], null],
  ['has', 'a mixed group', [1, 0], 1],
] as const)('%s what describes trained decisions after %s', async (_, __, rewards, ratio) => {
  const playground = inProcess()
  playground.step = async (turns) =>
    turns.map(({ rollout }, at) => ({
      kind: 'over',
      result: {
        ...{ reward: rewards[at] ?? 0, success: rewards[at] === 1, turns: 1 },
        ...{ endReason: String(rollout.condition), metrics: {} },
      },
    }))
  const policy = new LocalPolicy(phoneLearner, 'linear', 1)
  const trainer = new Trainer(playground, policy, trainOptions({ groups: 1, groupSize: 2 }))
  const metrics = await trainer.step()
  expect(metrics).toMatchObject({ ratio_mean: ratio, cut_share: ratio === null ? null : 0 })
  // An entropy of 0 would look like a collapse.
  if (ratio === null) expect(metrics?.entropy).toBeNull()
  else expect(metrics?.entropy).toBeGreaterThan(0)
})
