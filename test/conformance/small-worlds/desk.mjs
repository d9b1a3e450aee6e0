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

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const PLACES = ['inside', 'terrace', 'garden']
const NAMES = ['Ines', 'Marek', 'Sofia', 'Tom', 'Yusuf', 'Greta', 'Paolo', 'Nadia']

const search = {
  name: 'search',
  description: 'List the free tables of a day.',
  parameters: z.strictObject({ day: z.enum(DAYS) }),
}
const book = {
  name: 'book',
  description: 'Book a table of the list for a guest.',
  parameters: z.strictObject({ table: z.string(), name: z.string() }),
}
const cancel = {
  name: 'cancel',
  description: 'Cancel the booking of a table.',
  parameters: z.strictObject({ table: z.string() }),
}
const finish = { name: 'finish', description: 'The work is done.', parameters: z.strictObject({}) }

const row = ({ id, hour, place, seats }) => `${id}: ${hour}:00, ${place}, ${seats} seats`
const isRight = (task, booking) => booking.table === task.right && booking.name === task.name
const done = (state, task) =>
  state.finished && state.bookings.length === 1 && isRight(task, state.bookings[0])

export const environment = {
  id: 'booking-desk-v1',
  card: {
    title: 'Booking desk',
    description: 'Book the one table that fits what a guest wants.',
    licence: 'MIT',
    origin: 'generated',
  },
  limits: { turnsMax: 12, toolCallsPerTurnMax: 4, actionCharactersMax: 4_000 },
  tools: [search, book, cancel, finish],
  metrics: ['success', 'bookings'],
  reward: { parts: ['booked'], minimum: 0, maximum: 1_000 },
  open: ({ task }) => ({
    state: { bookings: [], finished: false },
    messages: [
      system('You work at the booking desk of a restaurant.'),
      user(
        `Please book a table for ${task.people} on ${task.day}, not before ${task.hour}:00, ` +
          `${task.place}, in the name of ${task.name}.`,
      ),
    ],
  }),
  *step(before, turn, { task }) {
    const { state, messages, events } = yield* eachCall(before, turn, [
      on(search, (now, { day }) => {
        const tables = day === task.day ? task.tables : []
        const content =
          tables.length === 0 ? `Nothing is free on ${day}.` : tables.map(row).join('\n')
        return { state: now, content, events: [{ kind: 'listed', day }] }
      }),
      on(book, (now, { table, name }) => {
        const found = task.tables.find(({ id }) => id === table)
        if (found === undefined) return { state: now, content: 'There is no such table.' }
        if (now.bookings.some((one) => one.table === found.id))
          return { state: now, content: `${found.id} is booked already.` }
        const bookings = [...now.bookings, { table: found.id, name }]
        return { state: { ...now, bookings }, content: `Booked ${found.id} for ${name}.` }
      }),
      on(cancel, (now, { table }) => {
        const bookings = now.bookings.filter((one) => one.table !== table)
        const content =
          bookings.length < now.bookings.length ? 'Cancelled.' : 'There is no such booking.'
        return { state: { ...now, bookings }, content }
      }),
      on(finish, (now) => ({ state: { ...now, finished: true }, content: 'Thank you.' })),
    ])
    if (state.finished) return terminated(state, messages, 'completed', events)
    return next(state, messages, events)
  },
  score: (state, { task }) => ({ booked: done(state, task) ? 1_000 : 0 }),
  measure: (state, { task }) => ({
    success: done(state, task) ? 1 : 0,
    bookings: state.bookings.length,
  }),
}

function makeTask(split, index) {
  const draw = stream(index, 0, `desk-${split}`)
  const difficulty = 1 + (index % 2)
  const wish = {
    day: draw.pick(DAYS),
    people: draw.integer(2, 6),
    hour: draw.integer(17, 20),
    place: draw.pick(PLACES),
    name: draw.pick(NAMES),
  }
  const used = new Set()
  const id = () => {
    for (;;) {
      const made = `t${draw.integer(1_000, 9_999)}`
      if (!used.has(made)) {
        used.add(made)
        return made
      }
    }
  }
  const fitting = () => ({
    id: id(),
    hour: draw.integer(wish.hour, 22),
    place: wish.place,
    seats: draw.integer(wish.people, 8),
  })
  const right = fitting()
  const others = Array.from({ length: difficulty === 1 ? 11 : 19 }, () => {
    const one = fitting()
    const wrong = draw.integer(1, 3)
    if (wrong === 1) return { ...one, hour: draw.integer(12, wish.hour - 1) }
    if (wrong === 2) return { ...one, seats: draw.integer(1, wish.people - 1) }
    return { ...one, place: draw.pick(PLACES.filter((place) => place !== wish.place)) }
  })
  const tables = draw.shuffle([right, ...others])
  return { ...numberedTask(split, index), difficulty, ...wish, right: right.id, tables }
}

export const data = {
  taskSchema: taskSchema({
    day: z.string(),
    people: z.int(),
    hour: z.int(),
    place: z.string(),
    name: z.string(),
    right: z.string(),
    tables: z.array(
      z.strictObject({ id: z.string(), hour: z.int(), place: z.string(), seats: z.int() }),
    ),
  }),
  stream: (_, index) => makeTask('stream', index),
  builtIn: { splits: { train: 400, stream: null }, task: makeTask },
}

const call = (name, args) => ({
  id: `call_${name}`,
  type: 'function',
  function: { name, arguments: args },
})
const says = (transcript, text) =>
  transcript.some(({ role, content }) => role === 'tool' && content.includes(text))

export const audit = {
  solve(task, _, { transcript }) {
    if (!says(transcript, ' seats')) return { tool_calls: [call('search', { day: task.day })] }
    if (!says(transcript, 'Booked'))
      return { tool_calls: [call('book', { table: task.right, name: task.name })] }
    return { tool_calls: [call('finish', {})] }
  },
  sampleActions({ transcript }, random) {
    const text = transcript.map(({ content }) => content).join('\n')
    const ids = text.match(/t\d{4}/g) ?? ['t1234']
    const name = random.pick(NAMES)
    return [
      { tool_calls: [call('search', { day: random.pick(DAYS) })] },
      { tool_calls: [call('book', { table: random.pick(ids), name })] },
      { tool_calls: [call('cancel', { table: random.pick(ids) })] },
      { tool_calls: [call('finish', {})] },
    ]
  },
  floor(tasks) {
    const counts = new Map()
    for (const { tables, right } of tasks) {
      const place = tables.findIndex(({ id }) => id === right)
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    const [best] = [...counts].sort(([, left], [, other]) => other - left)[0]
    return {
      plan: `book table ${best + 1} of the list`,
      wins: ({ tables, right }) => tables[best]?.id === right,
      holds: 'on_average',
    }
  },
}

export default definePlugin({ environment, data, audit })
