import type { EpisodeSetup } from '../../src/env/episode.ts'
import type { Action } from '../../src/env/message.ts'
import { type EffectScript, noOutsideWorld } from '../../src/env/playthrough.ts'
import { qCodeEnvironment } from '../../src/env/q-code/index.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { QTask } from '../../src/sim/q-problems/task.ts'
import { plainSetup, playOut, type Rollout } from '../support/rollout.ts'

export const WORLD: JsonObject = { format: 1, seed: 1 }

/** A small task of these tests, so that recorded episodes do not depend on the problems. */
export const TASK: QTask = {
  id: 'test-000000',
  split: 'test',
  index: 0,
  seed: 5,
  difficulty: 1,
  problem: 'double-sum',
  topic: 'arithmetic',
  statement: 'Give twice the sum of the numbers.',
  entry: 'solve',
  signature: { arguments: [{ name: 'numbers', type: 'long list' }], result: 'long' },
  tests: [
    { arguments: ['1 2 3'], expected: '12', console: null, is_public: true },
    { arguments: ['(0#0)'], expected: '0', console: null, is_public: true },
    { arguments: ['5 -2'], expected: '6', console: null, is_public: false },
    { arguments: ['(enlist 4)'], expected: '8', console: null, is_public: false },
    { arguments: ['1 1 1 1'], expected: '8', console: null, is_public: false },
    { arguments: ['-1 -2'], expected: '-6', console: null, is_public: false },
  ],
  solution: 'solve:{[numbers] 2*sum numbers}',
}

/** The setup of an episode on a task. */
export const setupOf = (task: QTask = TASK, settings?: JsonObject): EpisodeSetup =>
  plainSetup(qCodeEnvironment, WORLD, task, settings)

/** A turn with a sandbox call. */
export const sandbox = (code: string, number = 1): Action => ({
  content: '',
  tool_calls: [
    {
      id: `call_${number}`,
      type: 'function',
      function: { name: 'q_sandbox', arguments: { code } },
    },
  ],
})

/** A turn with an answer. */
export const answer = (code: string): Action => ({ content: `\`\`\`q\n${code}\n\`\`\`` })

/** Plays these turns to the end, then closes the episode. */
export const playing = (
  turns: readonly Action[],
  settings: JsonObject = {},
  script: EffectScript = noOutsideWorld(qCodeEnvironment),
  task: QTask = TASK,
): Rollout => playOut(setupOf(task, settings), (_, { step }) => turns[step], script)
