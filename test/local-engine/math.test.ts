// Guards the learner on math-feedback-v1: it reads problems and lessons, is taught, and trains.
import { expect, it } from 'vitest'
import { RowBuilder } from '../../src/env/learner/rows.ts'
import { splitAttempts } from '../../src/env/learner/split-attempts.ts'
import { problemEvent } from '../../src/env/math-feedback/events.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { mathLearner } from '../../src/env/math-feedback/players/learner/index.ts'
import { seenIn } from '../../src/env/math-feedback/players/learner/lessons.ts'
import {
  readHexadecimal,
  readQuestion,
  singleValue,
} from '../../src/env/math-feedback/players/learner/question.ts'
import { openingMessages } from '../../src/env/math-feedback/prompts.ts'
import { settingsSchema } from '../../src/env/math-feedback/task.ts'
import { generateStreamTask } from '../../src/sim/math/problems/tasks.ts'
import { toPlain } from '../../src/sim/math/rational.ts'
import { clone } from '../../src/train-bridge/local/cloning/clone.ts'
import { demonstrate } from '../../src/train-bridge/local/cloning/demonstrations.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { InProcessPlayground } from '../../src/train-bridge/local/rollouts/in-process.ts'
import { evaluatePolicy } from '../../src/train-bridge/local/training/evaluate.ts'
import { trainOptions } from '../../src/train-bridge/local/training/options.ts'
import { Trainer } from '../../src/train-bridge/local/training/trainer.ts'

const WORLD = { format: 1, seed: 5 } as const
/** Families that a working with the numbers in their order solves. */
const FAMILIES = ['multiplication', 'modular_arithmetic', 'percentages', 'stories']
const TASKS = Array.from({ length: 700 }, (_, at) => generateStreamTask(WORLD, at)).filter(
  ({ dataset, difficulty }) => FAMILIES.includes(dataset) && difficulty < 3,
)

const playground = () =>
  new InProcessPlayground({
    ...{ environment: mathFeedbackEnvironment, world: WORLD },
    findTask: (_, index) => TASKS[index % TASKS.length] as never,
  })

it('takes questions apart: numbers in every writing, and the words around them', () => {
  const { numbers, lastSentence } = readQuestion(
    'Of 3/4 litre, 2.5 \\% go to $\\frac{1}{8}$ cups. How many?',
  )
  expect(numbers.map(({ value }) => toPlain(value))).toEqual(['3/4', '5/2', '1/8'])
  expect(numbers.map(({ isPercent }) => isPercent)).toEqual([false, true, false])
  expect([numbers[2]?.wordsBefore, numbers[2]?.wordsAfter, lastSentence]).toEqual([
    ['%', 'go', 'to'],
    ['cups', 'how', 'many'],
    ['how', 'many'],
  ])
  const digits = readHexadecimal('Work out 0x1F × B2.').numbers
  expect(digits.map(({ value }) => toPlain(value))).toEqual(['31', '178'])
  const answers = ['\\boxed{-\\frac{3}{6}}', '12\\%', '0.50', '(1, 2)', '']
  expect(answers.map((text) => singleValue(text)).map((value) => value && toPlain(value))).toEqual([
    ...['-1/2', '12', '1/2', undefined, undefined],
  ])
})

it('reads what earlier attempts were told, apart from the problem', () => {
  const [, user] = openingMessages(TASKS[0] as never, settingsSchema.parse({}))
  const told = [
    '<previous_attempts>',
    '- The answer "21750" was not right. The tutor said: That is wrong. It was added twice.',
    '</previous_attempts>',
  ].join('\n')
  const { block } = splitAttempts(`${user?.content}\n\n${told}`)
  const events = [problemEvent(TASKS[0] as never)]
  const { question, earlier, ownLessons: own } = seenIn(events, { turns: 0, block })
  expect(question).toBe(TASKS[0]?.question)
  expect([...(earlier?.wrongAnswers ?? [])]).toEqual(['21750'])
  expect(earlier?.words).toContain('added')
  expect([own.wrongAnswers.size, own.words.size]).toEqual([0, 0])
})

it('is taught by workings that come out right, and by none where there are none', async () => {
  const rows = new RowBuilder(1)
  let won = 0
  for (const [index, task] of TASKS.slice(0, 40).entries()) {
    const rollout = await playground().open({ split: 'stream', index })
    const reading = mathLearner.read(() => rows)
    reading.take(rollout.messages, rollout.events)
    const decide = reading.teacher(task as never, WORLD)
    const here = playground()
    const opened = await here.open({ split: 'stream', index })
    for (let turn = 0; turn < 3; turn++) {
      const action = reading.turn(decide)
      reading.spoke(action)
      const [outcome] = await here.step([{ rollout: opened, action }])
      if (outcome?.kind === 'open') reading.take(outcome.messages, outcome.events)
      else if (outcome?.kind === 'over' && outcome.result.success) won += 1
      if (outcome?.kind !== 'open') break
    }
  }
  expect(won).toBeGreaterThan(20)
})

it('trains with feedback, and gains', async () => {
  const policy = new LocalPolicy(mathLearner, 'linear', 1)
  const shown = await demonstrate(mathFeedbackEnvironment, policy, {
    ...{ seed: 21, size: 0, tasks: 100, feedbackShare: 0.3, strangeShare: 0.5 },
  })
  clone(policy, shown, { updates: 25, batch: 32, learningRate: 0.05, seed: 1 })
  const success = async (): Promise<number> => {
    const where = { split: 'stream', firstTask: 0, tasks: TASKS.length, seed: 1, name: 'math' }
    return (
      (await evaluatePolicy(playground(), policy, { ...where, attempts: 1 })).clean_success ?? 0
    )
  }
  const before = await success()
  const options = { mode: 'feedback', trainPrompt: 'clean', groups: 6, groupSize: 4 } as const
  const trainer = new Trainer(
    playground(),
    policy,
    trainOptions({ ...options, learningRate: 0.05 }),
  )
  let guided = 0
  for (let batch = 0; batch < 8; batch++) {
    const metrics = await trainer.step()
    if (metrics?.guided_success !== null) guided += 1
  }
  expect(guided).toBe(8)
  const after = await success()
  expect(after).toBeGreaterThan(before)
})
