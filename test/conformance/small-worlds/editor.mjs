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

const show = {
  name: 'show',
  description: 'Show the file with line numbers.',
  parameters: z.strictObject({}),
}
const replace = {
  name: 'replace',
  description: 'Replace one line of the file.',
  parameters: z.strictObject({ line: z.int().min(1), text: z.string() }),
}
const undo = {
  name: 'undo',
  description: 'Take the last replacement back.',
  parameters: z.strictObject({}),
}
const test = { name: 'test', description: 'Run the tests.', parameters: z.strictObject({}) }
const submit = { name: 'submit', description: 'Hand the file in.', parameters: z.strictObject({}) }

const renamed = (line, { from, to }) =>
  line
    .split(' ')
    .map((word) => (word === from ? to : word))
    .join(' ')
const wanted = (task) => task.lines.map((line) => renamed(line, task))
const passes = (task, lines) => wanted(task).map((line, index) => lines[index] === line)
const count = (flags) => flags.filter(Boolean).length
const allPass = (task, lines) => passes(task, lines).every(Boolean)

/** The share of the broken tests that were mended, less those that were broken. */
function progress(task, lines) {
  const start = count(passes(task, task.lines))
  const now = count(passes(task, lines))
  return Math.max(0, Math.floor((1_000 * (now - start)) / (task.lines.length - start)))
}

export const environment = {
  id: 'rename-v1',
  card: {
    title: 'Rename',
    description: 'Rename a variable in a small file.',
    licence: 'MIT',
    origin: 'generated',
  },
  limits: { turnsMax: 16, toolCallsPerTurnMax: 4, actionCharactersMax: 4_000 },
  tools: [show, replace, undo, test, submit],
  metrics: ['success', 'tests_passed'],
  reward: { parts: ['tests'], minimum: 0, maximum: 1_000 },
  open: ({ task }) => ({
    state: { lines: task.lines, history: [], submitted: false },
    messages: [
      system(`You edit a file of ${task.lines.length} lines.`),
      user(
        `Rename the variable ${task.from} to ${task.to}. Only whole words count, and all else ` +
          'stays as it is. Submit when all tests pass.',
      ),
    ],
  }),
  *step(before, turn, { task }) {
    const { state, messages, events } = yield* eachCall(before, turn, [
      on(show, (now) => ({
        state: now,
        content: now.lines.map((line, index) => `${index + 1}| ${line}`).join('\n'),
      })),
      on(replace, (now, { line, text }) => {
        if (line > now.lines.length) return { state: now, content: `There is no line ${line}.` }
        const lines = now.lines.map((one, index) => (index === line - 1 ? text : one))
        const history = [...now.history, now.lines]
        return { state: { ...now, lines, history }, content: `Line ${line} was replaced.` }
      }),
      on(undo, (now) => {
        const lines = now.history.at(-1)
        if (lines === undefined) return { state: now, content: 'There is nothing to undo.' }
        return { state: { ...now, lines, history: now.history.slice(0, -1) }, content: 'Undone.' }
      }),
      on(test, (now) => {
        const flags = passes(task, now.lines)
        const content = `${count(flags)} of ${flags.length} tests pass.`
        return { state: now, content, events: [{ kind: 'tested', passed: count(flags) }] }
      }),
      on(submit, (now) => ({ state: { ...now, submitted: true }, content: 'Handed in.' })),
    ])
    if (state.submitted) return terminated(state, messages, 'completed', events)
    return next(state, messages, events)
  },
  score: (state, { task }) => ({ tests: state.submitted ? progress(task, state.lines) : 0 }),
  measure: (state, { task }) => ({
    success: state.submitted && allPass(task, state.lines) ? 1 : 0,
    tests_passed: count(passes(task, state.lines)),
  }),
}

const syllables = (draw, number) =>
  Array.from(
    { length: number },
    () => draw.pick([...'bdfgklmnprst']) + draw.pick([...'aeiou']),
  ).join('')

function makeTask(split, index) {
  const draw = stream(index, 0, `rename-${split}`)
  const difficulty = 1 + (index % 2)
  const [from, to, ...names] = [...new Set(Array.from({ length: 12 }, () => syllables(draw, 2)))]
  const operators = ['+', '-', '*']
  const plain = () =>
    `${draw.pick(names)} = ${draw.pick(names)} ${draw.pick(operators)} ${draw.pick(names)}`
  const uses = () => {
    const words = plain().split(' ')
    words[draw.pick([0, 2, 4])] = from
    return words.join(' ')
  }
  const broken = difficulty === 1 ? 1 : 3
  const whole = difficulty === 1 ? 3 : 3
  const lines = draw.shuffle([
    ...Array.from({ length: broken }, uses),
    ...Array.from({ length: whole }, plain),
  ])
  return { ...numberedTask(split, index), difficulty, from, to, lines }
}

export const data = {
  taskSchema: taskSchema({ from: z.string(), to: z.string(), lines: z.array(z.string()) }),
  stream: (_, index) => makeTask('stream', index),
  builtIn: { splits: { train: 400, stream: null }, task: makeTask },
}

const call = (name, args) => ({
  id: `call_${name}`,
  type: 'function',
  function: { name, arguments: args },
})
const edits = (transcript) =>
  transcript.filter(({ content }) => content.includes('was replaced')).length

export const audit = {
  solve(task, _, { transcript }) {
    if (!transcript.some(({ role }) => role === 'tool')) return { tool_calls: [call('show', {})] }
    const todo = wanted(task)
      .map((text, index) => ({ line: index + 1, text }))
      .filter(({ text }, index) => text !== task.lines[index])
    const edit = todo[edits(transcript)]
    if (edit !== undefined) return { tool_calls: [call('replace', edit)] }
    if (transcript.at(-1)?.content.includes('tests pass'))
      return { tool_calls: [call('submit', {})] }
    return { tool_calls: [call('test', {})] }
  },
  sampleActions: (_, random) => [
    { tool_calls: [call('show', {})] },
    { tool_calls: [call('replace', { line: random.integer(1, 6), text: 'bado = kila + mune' })] },
    { tool_calls: [call('undo', {})] },
    { tool_calls: [call('test', {})] },
    { tool_calls: [call('submit', {})] },
  ],
}

export default definePlugin({ environment, data, audit })
