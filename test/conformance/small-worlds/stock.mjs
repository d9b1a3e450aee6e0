import {
  definePlugin,
  eachCall,
  next,
  numberedTask,
  on,
  stream,
  system,
  taskSchema,
  terminated,
  user,
  z,
} from 'backchannel-rl/env'

const ITEMS = ['bolts', 'nuts', 'screws', 'nails']
const DAYS = 5

const count = {
  name: 'count',
  description: 'Count what the shelf holds of an item.',
  parameters: z.strictObject({ item: z.enum(ITEMS) }),
}
const order = {
  name: 'order',
  description: 'Order more of an item. It is put on the shelf at once.',
  parameters: z.strictObject({ item: z.enum(ITEMS), quantity: z.int() }),
}
const close = {
  name: 'close_day',
  description: 'Close the day. The next one begins.',
  parameters: z.strictObject({}),
}

const morning = ({ days }, day) =>
  `Day ${day + 1}: this evening the shelf must hold exactly ${days[day].target} ${days[day].item}.`
const filled = (shelf, { item, target }) => shelf[item] === target

export const environment = {
  id: 'stock-room-v1',
  card: {
    title: 'Stock room',
    description: 'Keep the shelf of a store as asked for five days.',
    licence: 'MIT',
    origin: 'generated',
  },
  limits: { turnsMax: 24, toolCallsPerTurnMax: 3, actionCharactersMax: 2_000 },
  tools: [count, order, close],
  metrics: ['success', 'days_filled'],
  reward: { parts: ['days'], minimum: 0, maximum: 1_000 },
  open: ({ task }) => ({
    state: { day: 0, shelf: task.shelf, credited: [], over: false },
    messages: [system('You run the stock room of a workshop.'), user(morning(task, 0))],
  }),
  *step(before, turn, { task }) {
    const { state, messages, events } = yield* eachCall(before, turn, [
      on(count, (now, { item }) => ({
        state: now,
        content: `There are ${now.shelf[item]} ${item}.`,
      })),
      on(order, (now, { item, quantity }) => {
        if (quantity < 1) return { state: now, content: 'Order at least one.' }
        const shelf = { ...now.shelf, [item]: now.shelf[item] + quantity }
        return { state: { ...now, shelf }, content: `${quantity} ${item} came.` }
      }),
      on(close, (now) => {
        const good = filled(now.shelf, task.days[now.day])
        const credited = good ? [...now.credited, now.day] : now.credited
        const day = now.day + 1
        const over = day === DAYS
        const end = over ? { end: { kind: 'terminated', reason: 'completed' } } : {}
        const content = over ? 'The week is over.' : morning(task, day)
        return {
          state: { ...now, credited, day, over },
          content,
          events: [{ kind: 'day_closed', good }],
          ...end,
        }
      }),
    ])
    if (state.over) return terminated(state, messages, 'completed', events)
    return next(state, messages, events)
  },
  score: ({ credited }) => ({ days: credited.length * 200 }),
  measure: ({ credited }) => ({
    success: credited.length === DAYS ? 1 : 0,
    days_filled: credited.length,
  }),
}

function makeTask(split, index) {
  const draw = stream(index, 0, `stock-${split}`)
  const shelf = Object.fromEntries(ITEMS.map((item) => [item, draw.integer(10, 400)]))
  const held = { ...shelf }
  const days = Array.from({ length: DAYS }, () => {
    const item = draw.pick(ITEMS)
    held[item] += draw.integer(20, 700)
    return { item, target: held[item] }
  })
  return { ...numberedTask(split, index), shelf, days }
}

export const data = {
  taskSchema: taskSchema({
    shelf: z.record(z.string(), z.int()),
    days: z.array(z.strictObject({ item: z.string(), target: z.int() })),
  }),
  stream: (_, index) => makeTask('stream', index),
  builtIn: { splits: { train: 300, stream: null }, task: makeTask },
}

const call = (name, args) => ({
  tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
})

export const audit = {
  solve(task, _, { transcript }) {
    const texts = transcript.filter(({ role }) => role === 'tool').map(({ content }) => content)
    const day = texts.filter((text) => /^Day/.test(text)).length
    const last = texts.at(-1) ?? ''
    const { item, target } = task.days[day]
    if (/came\.$/.test(last)) return call('close_day', {})
    const held = /^There are (\d+)/.exec(last)
    if (held === null) return call('count', { item })
    return call('order', { item, quantity: target - Number(held[1]) })
  },
  sampleActions: (_, random) => [
    call('count', { item: random.pick(ITEMS) }),
    call('order', { item: random.pick(ITEMS), quantity: random.integer(20, 700) }),
    call('close_day', {}),
  ],
}

export default definePlugin({ environment, data, audit })
