// Guards which players an environment has: the oracle only where somebody knows how to win.
import { expect, it } from 'vitest'
import { mock } from '../../env/mock/index.ts'
import { makePolicy } from '../../policies/index.ts'
import { stream } from '../../sim/random.ts'
import { playerNamed, playerNames } from './named.ts'

it('has no oracle without a solution, and the policy says why', () => {
  expect(playerNames(mock)).toEqual(['oracle', 'random'])
  const unsolved = { ...mock, audit: {} }
  expect(playerNames(unsolved)).toEqual(['random'])
  expect(playerNamed(unsolved, 'oracle')).toBeUndefined()
  const situation = {
    environment: mock.id,
    transcript: [],
    events: [],
    tools: [],
    random: stream(1, 0, 'oracle'),
    hidden: { task: mock.data.builtIn?.task('train', 0) as never, world: {} },
  }
  expect(() => makePolicy('oracle', [unsolved]).act(situation)).toThrow(
    /mock-v1 has no audit\.solve/,
  )
})
