import {
  definePlugin,
  eachCall,
  next,
  numberedTask,
  on,
  taskSchema,
  terminated,
  user,
  z,
} from 'backchannel-rl/env'

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

/** The TypeScript counterpart of counter.py. A step does almost nothing. */
export default definePlugin({
  environment: {
    id: 'counter-v1',
    card: {
      title: 'Counter',
      description: 'Add numbers until there are a million.',
      licence: 'not stated',
      origin: 'a bench',
    },
    limits: { turnsMax: 100, toolCallsPerTurnMax: 1, actionCharactersMax: 2_000 },
    tools: [add],
    turnRules: { nudge: 'Please add a number.' },
    metrics: ['success', 'added'],
    reward: { parts: ['done'], minimum: 0, maximum: 1_000 },
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
  },
  data: { taskSchema: taskSchema({}), builtIn: { splits: { train: 1_000 }, task: numberedTask } },
  audit: {
    solve: () => call(LAST),
    sampleActions: (_, random) => [call(random.integer(1, 9))],
  },
  teaching: { critique: () => 'Add larger numbers.' },
})
