// Guards recorded episodes: a change that alters one must raise the environment's version.

import { describe, it } from 'vitest'
import type { Action } from '../../src/env/message.ts'
import { mock } from '../../src/env/mock/index.ts'
import { MOCK_WORLD, mockTask } from '../../src/env/mock/task.ts'
import { playthrough, setupIn } from '../../src/env/playthrough.ts'
import type { Conversation } from '../../src/env/public-event.ts'
import { sampledTurns, solutionTurn } from '../../src/env/usual-players.ts'
import { stream } from '../../src/sim/random.ts'
import { expectGolden } from '../support/golden.ts'

const task = mockTask('train', 12)

const PLAYERS: Readonly<Record<string, (seen: Conversation, step: number) => Action>> = {
  oracle: (seen) => solutionTurn(mock, task, MOCK_WORLD, seen),
  guesser: (seen, step) => {
    const random = stream(5, step, 'guesser')
    return random.pick(sampledTurns(mock, seen, random))
  },
  clumsy: (_, step) =>
    step % 2 === 0 ? { text: '<tool_call>{"name": "open"}</tool_call>' } : { content: 'Hello?' },
}

describe('golden episodes of mock-v1', () => {
  it.each(Object.entries(PLAYERS))('%s', (name, choose) => {
    const setup = setupIn({ environment: mock, world: MOCK_WORLD, settings: {} }, task)
    const played = playthrough(setup, (seen, { step }) => choose(seen, step))
    expectGolden(`mock-v1/${name}.jsonl`, [{ task }, ...played.transcript, ...played.answers])
  })
})
