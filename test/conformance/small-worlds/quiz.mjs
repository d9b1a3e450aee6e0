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

const QUESTIONS = 4

const answer = {
  name: 'answer',
  description: 'Answer the question that was asked last.',
  parameters: z.strictObject({ text: z.string() }),
}
const hint = {
  name: 'hint',
  description: 'Ask for the first character of the answer.',
  parameters: z.strictObject({}),
}

const normalise = (text) => text.trim().toLowerCase()
const isRight = (given, expected) => normalise(given) === normalise(expected)

export const environment = {
  id: 'short-quiz-v1',
  card: {
    title: 'Short quiz',
    description: 'Four short questions, one after the other.',
    licence: 'MIT',
    origin: 'generated',
  },
  limits: { turnsMax: 12, toolCallsPerTurnMax: 1, actionCharactersMax: 4_000 },
  tools: [answer, hint],
  metrics: ['success', 'right', 'hints'],
  reward: { parts: ['right', 'hints'], minimum: -200, maximum: 1_000 },
  open: ({ task }) => ({
    state: { asked: 0, right: 0, hints: 0 },
    messages: [
      system(`You take a quiz of ${QUESTIONS} questions. Each hint costs a little.`),
      user(`Question 1: ${task.questions[0].text}`),
    ],
  }),
  *step(before, turn, { task }) {
    const { state, messages, events } = yield* eachCall(before, turn, [
      on(answer, (now, { text }) => {
        const { answer: expected } = task.questions[now.asked]
        const right = isRight(text, expected)
        const verdict = right ? 'Right.' : `No, it is ${expected}.`
        const asked = now.asked + 1
        const following =
          asked < QUESTIONS
            ? ` Question ${asked + 1}: ${task.questions[asked].text}`
            : ' That was the last one.'
        const event = { kind: 'answered', right }
        return {
          state: { ...now, asked, right: now.right + (right ? 1 : 0) },
          content: verdict + following,
          events: [event],
        }
      }),
      on(hint, (now) => {
        const { answer: expected } = task.questions[now.asked]
        return {
          state: { ...now, hints: now.hints + 1 },
          content: `It begins with "${expected[0]}".`,
        }
      }),
    ])
    if (state.asked === QUESTIONS) return terminated(state, messages, 'completed', events)
    return next(state, messages, events)
  },
  score: ({ right, hints }) => ({ right: right * 250, hints: -Math.min(200, 50 * hints) }),
  measure: ({ right, hints }) => ({ success: right === QUESTIONS ? 1 : 0, right, hints }),
}

const word = (draw) =>
  Array.from({ length: 4 }, () => draw.pick([...'bdfgklmnprst']) + draw.pick([...'aeiou'])).join('')

function sum(draw) {
  const left = draw.integer(200, 899)
  const right = draw.integer(200, 899)
  return { text: `What is ${left} + ${right}?`, answer: String(left + right) }
}
function backwards(draw) {
  const said = word(draw)
  return { text: `Write the word ${said} backwards.`, answer: [...said].reverse().join('') }
}

function makeTask(split, index) {
  const draw = stream(index, 0, `quiz-${split}`)
  const difficulty = 1 + (index % 2)
  const questions = Array.from({ length: QUESTIONS }, () =>
    difficulty === 1 ? sum(draw) : backwards(draw),
  )
  return { ...numberedTask(split, index), difficulty, questions }
}

export const data = {
  taskSchema: taskSchema({
    questions: z.array(z.strictObject({ text: z.string(), answer: z.string() })),
  }),
  stream: (_, index) => makeTask('stream', index),
  builtIn: { splits: { train: 400, stream: null }, task: makeTask },
}

const call = (name, args) => ({
  tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
})

export const audit = {
  solve(task, _, { transcript }) {
    const asked = transcript.filter(
      ({ role, content }) => role === 'tool' && /^(Right|No)/.test(content),
    ).length
    return call('answer', { text: task.questions[asked].answer })
  },
  sampleActions: (_, random) => [
    call('answer', { text: String(random.integer(400, 1_798)) }),
    call('answer', { text: 'tanofi' }),
    call('hint', {}),
  ],
}

export default definePlugin({ environment, data, audit })
