import { TURNS } from './world.mjs'

const call = (number) => ({
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'guess', arguments: { number } } }],
})

function mostCommon(numbers) {
  const counts = new Map()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const ordered = [...counts].sort(([, left], [, right]) => right - left)
  return new Set(ordered.slice(0, TURNS).map(([number]) => number))
}

export const audit = {
  solve: ({ number }) => call(number),
  sampleActions: (_, random) => [call(random.integer(1, 1_000)), { content: 'Is it seven?' }],
  hiddenVariant: (task) => ({
    task: { ...task, number: task.number === 1 ? 2 : 1 },
    revealed: ({ guesses }) => guesses > 0,
  }),

  floor(tasks) {
    const common = mostCommon(tasks.map(({ number }) => number))
    return {
      plan: 'guess the most common numbers',
      wins: ({ number }) => common.has(number),
      holds: 'on_average',
    }
  },
}

function rangeAfter(events) {
  let [low, high] = [1, 1_000]
  for (const { answer, number } of events) {
    if (answer === 'higher') low = Math.max(low, number + 1)
    if (answer === 'lower') high = Math.min(high, number - 1)
  }
  return { low, high }
}

const halving = {
  needsHidden: false,
  act({ events }) {
    const { low, high } = rangeAfter(events)
    return call(Math.floor((low + high) / 2))
  },
}

export const teaching = {
  critique(events, { success }) {
    if (success) return ''
    const { low, high } = rangeAfter(events)
    return `It is a number from ${low} to ${high}. Guess the middle of what is left, every time.`
  },
  players: { 'my-world-halving': () => halving },
  reference: 'my-world-halving',
}
