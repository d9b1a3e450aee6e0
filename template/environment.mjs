import { defineEnvironment, eachCall, next, on, system, terminated, user, z } from 'backchannel-rl/env'
import { data, taskSchema, worldSchema } from './task.mjs'

const TURNS = 14

const guess = {
  name: 'guess',
  description: 'Guess the number. The answer says whether it is higher, lower, or right.',
  parameters: z.strictObject({ number: z.int() }),
}

const call = (number) => ({
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'guess', arguments: { number } } }],
})

function rangeSeen(transcript) {
  let [low, high] = [1, 1]
  for (const { role, content } of transcript) {
    const told = /from 1 to (\d+)/.exec(content)
    const [, direction, number] = /It is (higher|lower) than (\d+)/.exec(content) ?? []
    if (role === 'user' && told !== null) high = Number(told[1])
    if (direction === 'higher') low = Math.max(low, Number(number) + 1)
    if (direction === 'lower') high = Math.min(high, Number(number) - 1)
  }
  return { low, high }
}

const halving = {
  needsHidden: false,
  act({ transcript }) {
    const { low, high } = rangeSeen(transcript)
    return call(Math.floor((low + high) / 2))
  },
}

function mostCommon(numbers) {
  const counts = new Map()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const ordered = [...counts].sort(([, left], [, right]) => right - left)
  return new Set(ordered.slice(0, TURNS).map(([number]) => number))
}

export default defineEnvironment({
  id: 'my-world-v1',
  card: {
    title: 'Guess my number',
    description: 'Find a hidden number from answers that say whether it is higher or lower.',
    licence: 'not stated',
    origin: 'the generator of my-world',
  },
  taskSchema,
  worldSchema,
  settingsSchema: z.strictObject({}),
  data,
  limits: { turnsMax: TURNS, toolCallsPerTurnMax: 1, actionCharactersMax: 2_000 },
  tools: [guess],
  turnRules: { nudge: 'Please guess with the tool.' },
  metrics: ['success', 'guesses'],
  reward: { parts: ['found'], minimum: 0, maximum: 1_000 },
  usesSeed: false,

  open: ({ world }) => ({
    state: { guesses: 0, found: false },
    messages: [
      system('You play a game of numbers.'),
      user(`I think of a number from 1 to ${world.highest}. Find it in ${TURNS} turns.`),
    ],
  }),

  *step(before, turn, { task }) {
    const { state, messages } = yield* eachCall(before, turn, [
      on(guess, (now, { number }) => {
        const found = number === task.number
        const direction = task.number > number ? 'higher' : 'lower'
        const content = found ? `Yes, it is ${number}.` : `It is ${direction} than ${number}.`
        return { state: { guesses: now.guesses + 1, found }, content }
      }),
    ])
    return state.found ? terminated(state, messages, 'completed') : next(state, messages)
  },

  score: ({ found }) => ({ found: found ? 1_000 : 0 }),
  measure: ({ found, guesses }) => ({ success: found ? 1 : 0, guesses }),

  critique(transcript, { success }) {
    if (success) return ''
    const { low, high } = rangeSeen(transcript)
    return `It is a number from ${low} to ${high}. Guess the middle of what is left, every time.`
  },

  publicTask: ({ id, split, index, difficulty }) => ({ id, split, index, difficulty }),
  hiddenVariant: (task) => ({
    task: { ...task, number: task.number === 1 ? 2 : 1 },
    revealed: ({ guesses }) => guesses > 0,
  }),

  solve: ({ number }) => call(number),
  sampleActions: (_, random) => [call(random.integer(1, 1_000)), { content: 'Is it seven?' }],
  players: { 'my-world-halving': () => halving },
  reference: 'my-world-halving',

  floor(tasks) {
    const common = mostCommon(tasks.map(({ number }) => number))
    return {
      plan: 'guess the most common numbers',
      wins: ({ number }) => common.has(number),
      holds: 'on_average',
    }
  },
})
