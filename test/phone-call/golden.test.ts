// Guards recorded episodes: a change that alters one must raise the environment's revision.
import { describe, it } from 'vitest'
import { makePolicy } from '../../src/policies/index.ts'
import { stream } from '../../src/sim/random.ts'
import { expectGolden } from '../support/golden.ts'
import { oraclePlayer, playOut, policyPlayer } from '../support/rollout.ts'
import { setupOf, taskWhere } from './talk.ts'

const EPISODES = [
  ['oracle', 'seed', 1],
  ['oracle', 'seed', 5],
  ['habit', 'seed', 2],
  ['habit', 'seed', 3],
  ['habit', 'seed', 4],
  ['random', 'seed', 3],
  ['oracle', 'curriculum', 1],
  ['oracle', 'curriculum', 3],
  ['oracle', 'curriculum', 5],
  ['random', 'curriculum', 4],
  ['oracle', 'full', 4],
] as const

describe('golden episodes of phone-call-v2', () => {
  it.each(EPISODES)('%s at stage %s, level %i', (name, stage, level) => {
    const task = taskWhere(level)
    const setup = setupOf(task, { stage })
    const player =
      name === 'oracle'
        ? oraclePlayer(setup)
        : policyPlayer(makePolicy(name), setup, (step) => stream(task.index, step, 'policy'))
    const { transcript, answers, critique } = playOut(setup, player)
    const lines = [{ task }, ...transcript, ...answers, { critique }]
    expectGolden(`phone-call-v2/${name}-${stage}-level-${level}.jsonl`, lines)
  })
})
