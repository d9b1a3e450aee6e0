// Guards what the shares of an evaluation are of: played rollouts, and no lost one.
import { expect, it } from 'vitest'
import { inProcess } from '../../../../test/local-engine/fixtures.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../policy/policy.ts'
import { evaluatePolicy } from './evaluate.ts'

it('leaves lost rollouts out of its shares and of the number of its tasks', async () => {
  const playground = inProcess()
  const open = playground.open.bind(playground)
  playground.open = ({ group: _, ...request }) => {
    if (request.index % 2 === 1) throw new Error('no such task')
    return open(request)
  }
  const result = { reward: 1, success: true, endReason: 'completed', turns: 1, metrics: {} }
  playground.step = async (turns) => turns.map(() => ({ kind: 'over', result }))
  const evaluation = await evaluatePolicy(playground, new LocalPolicy(phoneLearner, 'linear', 1), {
    ...{ split: 'stream', firstTask: 0, tasks: 6, attempts: 2, seed: 1, name: 'test' },
  })
  expect(evaluation).toMatchObject({ tasks: 3, clean_success: 1, lost: 9 })
  expect(evaluation.solved_by).toEqual([
    { critiques: 0, success: 1 },
    { critiques: 1, success: 1 },
  ])
})
