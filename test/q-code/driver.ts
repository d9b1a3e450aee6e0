import {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  limitsOf,
  type StepAnswer,
} from '../../src/env/episode.ts'
import type { Action, Transcript } from '../../src/env/message.ts'
import { type EffectScript, noOutsideWorld, playthrough } from '../../src/env/playthrough.ts'
import { qCodeEnvironment } from '../../src/env/q-code/index.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { QTask } from '../../src/sim/q-problems/task.ts'

export const WORLD: JsonObject = { format: 1, seed: 1 }

/** A small task of the tests' own, so that recorded episodes do not depend on the problems. */
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

/** Everything fixed about an episode on a task. */
export function setupOf(task: QTask = TASK, settings: JsonObject = {}): EpisodeSetup {
  const parsed = qCodeEnvironment.settingsSchema.parse(settings)
  const plain = task as unknown as EpisodeSetup['task']
  return {
    environment: qCodeEnvironment,
    task: plain,
    world: WORLD,
    settings: parsed,
    seeds: [{ from_step: 0, seed: task.seed }],
    limits: limitsOf(qCodeEnvironment, plain, parsed),
  }
}

/** One finished rollout, as tests look at it. */
export interface Rollout {
  readonly transcript: Transcript
  readonly answers: readonly StepAnswer[]
  readonly state: EpisodeState
  readonly metrics: Readonly<Record<string, number>>
  /** In thousandths. */
  readonly total: number
  readonly critique: string
}

/** A turn with a call of the sandbox. */
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

/** A turn that is an answer. */
export const answer = (code: string): Action => ({ content: `\`\`\`q\n${code}\n\`\`\`` })

/** Plays these turns to the end; when none is left, the client closes the episode. */
export function playing(
  turns: readonly Action[],
  settings: JsonObject = {},
  script: EffectScript = noOutsideWorld,
  task: QTask = TASK,
): Rollout {
  const setup = setupOf(task, settings)
  const played = playthrough(setup, (_, { step }) => turns[step], script)
  let state = played.states.at(-1) as EpisodeState
  const answers = [...played.answers]
  if (state.end === undefined) {
    const ended = endEpisode(setup, state, 'client_closed')
    state = ended.state
    answers.push(ended.answer)
  }
  const metrics = answers.at(-1)?.metrics ?? {}
  const end = state.end ?? { kind: 'truncated', reason: 'client_closed' }
  return {
    transcript: played.transcript,
    answers,
    state,
    metrics,
    total: state.total,
    critique: setup.environment.critique(played.transcript, {
      end,
      success: metrics.success === 1,
      metrics,
    }),
  }
}
