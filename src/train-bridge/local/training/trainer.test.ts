// Guards that a baseline is a mean of the rewards that are learnt from, penalties included.
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
