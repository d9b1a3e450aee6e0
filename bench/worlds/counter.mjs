import { defineEnvironment, eachCall, next, on, terminated, user, z } from 'backchannel-rl/env'

const LAST = 1_000_000

const add = {
  name: 'add',
  description: 'Adds a number to the sum.',
  parameters: z.strictObject({ amount: z.int() }),
}

const call = (amount) => ({
  tool_calls: [
    { id: 'call_1', type: 'function', function: { name: 'add', arguments: { amount } } },
  ],
})

const makeTask = (split, index) => ({
  id: `${split}-${index}`,
  split,
  index,
  seed: index,
  difficulty: 1,
})

/** The twin of counter.py: a step does next to nothing. */
export default defineEnvironment({
  id: 'counter-v1',
  card: {
    title: 'Counter',
    description: 'Add numbers until there are a million.',
    licence: 'not stated',
    origin: 'a bench',
  },
  taskSchema: z.strictObject({
    id: z.string(),
    split: z.string(),
    index: z.int(),
    seed: z.int(),
    difficulty: z.int(),
  }),
  worldSchema: z.strictObject({}),
  settingsSchema: z.strictObject({}),
  data: {
    schema: z.strictObject({}),
    parse: () => ({}),
    builtIn: { world: {}, splits: { train: 1_000 }, task: makeTask },
  },
  limits: { turnsMax: 100, toolCallsPerTurnMax: 1, actionCharactersMax: 2_000 },
  tools: [add],
  turnRules: { nudge: 'Please add a number.' },
  metrics: ['success', 'added'],
  reward: { parts: ['done'], minimum: 0, maximum: 1_000 },
  usesSeed: false,
  open: () => ({ state: { sum: 0, added: 0 }, messages: [user('Add numbers.')] }),
  *step(before, turn) {
    const { state, messages } = yield* eachCall(before, turn, [
      on(add, ({ sum, added }, { amount }) => ({
        state: { sum: sum + amount, added: added + 1 },
        content: `The sum is ${sum + amount}.`,
      })),
    ])
    return state.sum >= LAST ? terminated(state, messages, 'completed') : next(state, messages)
  },
  score: ({ sum }) => ({ done: sum >= LAST ? 1_000 : 0 }),
  measure: ({ sum, added }) => ({ success: sum >= LAST ? 1 : 0, added }),
  critique: () => 'Add larger numbers.',
  publicTask: (task) => task,
  hiddenVariant: (task) => ({ task, revealed: () => true }),
  solve: () => call(LAST),
  sampleActions: (_, random) => [call(random.integer(1, 9))],
})
