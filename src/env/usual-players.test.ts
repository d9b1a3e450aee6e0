// Guards that players of worlds with events act on the events, whatever the messages say.
import { expect, it } from 'vitest'
import { setupOf as mathSetup } from '../../test/math-feedback/driver.ts'
import { setupOf as qSetup } from '../../test/q-code/driver.ts'
import { plainSetup, policyPlayer } from '../../test/support/rollout.ts'
import { makePolicy } from '../policies/index.ts'
import { generateStreamTask } from '../sim/math/problems/tasks.ts'
import { stream } from '../sim/random.ts'
import type { EpisodeSetup } from './episode.ts'
import { mock } from './mock/index.ts'
import { MOCK_WORLD, mockTask } from './mock/task.ts'
import { playthrough } from './playthrough.ts'
import type { PublicEvent } from './public-event.ts'

const mathTask = (index: number) => generateStreamTask({ format: 1, seed: 1 }, index)

it.each([
  ['mock-v1', 'oracle', () => plainSetup(mock, MOCK_WORLD, mockTask('train', 3))],
  ['math-feedback-v1', 'random', (index) => mathSetup(mathTask(index))],
  ['math-feedback-v1', 'student', (index) => mathSetup(mathTask(index))],
  ['q-code-v1', 'random', () => qSetup()],
] satisfies [string, string, (index: number) => EpisodeSetup][])('%s: %s', (_, name, setupAt) => {
  const policy = makePolicy(name)
  let answered = 0
  for (let index = 0; index < 40; index++) {
    const setup = setupAt(index)
    const player = policyPlayer(policy, setup, (step) => stream(index, step, 'events'))
    playthrough(setup, (seen, state) => {
      const isAnswered = ({ call_id }: PublicEvent): boolean => call_id !== undefined
      answered += seen.events.some(isAnswered) ? 1 : 0
      const action = player(seen, state)
      expect(player({ ...seen, transcript: [] }, state)).toEqual(action)
      return action
    })
  }
  expect(answered).toBeGreaterThan(5)
})
