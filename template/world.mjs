import {
  definePlugin, eachCall, next, numberedTask, on, perSplit, seedWorld, stream, system, taskSchema,
  terminated, user, z,
} from 'backchannel-rl/env'

export const TURNS = 14

const guess = {
  name: 'guess',
  description: 'Guess the number. The answer says whether it is higher, lower, or right.',
  parameters: z.strictObject({ number: z.int() }),
}

export const environment = {
  id: 'my-world-v1',
  card: {
    title: 'Guess my number',
    description: 'Find a hidden number from answers that say whether it is higher or lower.',
    licence: 'not stated',
    origin: 'the generator of my-world',
  },
  limits: { turnsMax: TURNS, toolCallsPerTurnMax: 1, actionCharactersMax: 2_000 },
  tools: [guess],
  metrics: ['success', 'guesses'],
  reward: { parts: ['found'], minimum: 0, maximum: 1_000 },

  open: () => ({
    state: { guesses: 0, found: false },
    messages: [
      system('You play a game of numbers.'),
      user(`I think of a number from 1 to 1000. Find it in ${TURNS} turns.`),
    ],
  }),

  *step(before, turn, { task }) {
    const { state, messages, events } = yield* eachCall(before, turn, [
      on(guess, (now, { number }) => {
        const found = number === task.number
        const direction = task.number > number ? 'higher' : 'lower'
        const content = found ? `Yes, it is ${number}.` : `It is ${direction} than ${number}.`
        const event = { kind: 'guessed', number, answer: found ? 'right' : direction }
        return { state: { guesses: now.guesses + 1, found }, content, events: [event] }
      }),
    ])
    if (state.found) return terminated(state, messages, 'completed', events)
    return next(state, messages, events)
  },

  score: ({ found }) => ({ found: found ? 1_000 : 0 }),
  measure: ({ found, guesses }) => ({ success: found ? 1 : 0, guesses }),
}

const makeTask = ({ seed }, split, index) => ({
  ...numberedTask(split, index),
  number: stream(seed, index, `number-${split}`).integer(1, 1_000),
})

export const data = {
  taskSchema: taskSchema({ number: z.int() }),
  generate: {
    name: 'my-world',
    version: 1,
    sizes: { train: 200, val: 50, test: 50 },
    make: ({ seed, sizes, onTask }) => ({
      tasks: perSplit((split) =>
        Array.from({ length: sizes[split] }, (_, index) => {
          onTask() // Shows the progress.
          return makeTask(seedWorld(seed), split, index)
        }),
      ),
    }),
  },
  stream: (world, index) => makeTask(world, 'stream', index),
}

export default definePlugin({ environment, data })
