// Guards recorded episodes: a change that alters one must raise the environment's version.
import { describe, it } from 'vitest'
import { makePolicy } from '../../src/policies/index.ts'
import { expectGolden } from '../support/golden.ts'
import { oraclePlayer, playOut } from '../support/rollout.ts'
import { asPlayer, setupOf, WORLD } from './driver.ts'
import { taskOfLevel } from './talk.ts'

const EPISODES = [
  ['oracle', 1],
  ['oracle', 5],
  ['habit', 2],
  ['habit', 3],
  ['habit', 4],
  ['random', 3],
  ['random', 5],
  ['call-everyone', 3],
] as const

describe('golden episodes of phone-call-v1', () => {
  it.each(EPISODES)('%s at level %i', (name, level) => {
    const task = taskOfLevel(level)
    const setup = setupOf(task, WORLD)
    // The solution itself: the policy searches first.
    const player = name === 'oracle' ? oraclePlayer(setup) : asPlayer(makePolicy(name), task, WORLD)
    const { transcript, answers, critique } = playOut(setup, player)
    const lines = [{ task }, ...transcript, ...answers, { critique }]
    expectGolden(`phone-call-v1/${name}-level-${level}.jsonl`, lines)
  })
})
