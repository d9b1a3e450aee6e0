import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import { COMPARISONS } from '../../sim/q-problems/judge/request.ts'
import type { QTask, TaskTest } from '../../sim/q-problems/task.ts'
import { stream } from '../../sim/random.ts'

export { qTaskSchema as taskSchema } from './task-schema.ts'

const REWARD_PROFILES = ['tests', 'binary'] as const
const ANSWER_FORMATS = ['code', 'reasoning'] as const

const WEIGHT_MAX = 1_000

/** The settings of an episode. */
export const settingsSchema = z
  .strictObject({
    assistant_turns: z
      .int()
      .min(1)
      .max(32)
      .default(6)
      .describe('Turns of the model: calls of the sandbox and answers.'),
    answers: z
      .int()
      .min(1)
      .max(16)
      .default(1)
      .describe(
        'Answers that may be given. After one that fails a public test, and that is not the ' +
          'last, ' +
          'the model sees the first such test with what was expected and what came.',
      ),
    sandbox_calls: z
      .int()
      .min(0)
      .max(32)
      .default(4)
      .describe(
        'Calls of q_sandbox that are carried out, or fewer if the task allows fewer; 0 for a ' +
          'problem without a sandbox.',
      ),
    answer_format: z
      .enum(ANSWER_FORMATS)
      .default('code')
      .describe(
        'code: the prompt asks for one block of code. reasoning: for <reasoning> and <answer> ' +
          'tags. Answers are read in either form whatever was asked for.',
      ),
    comparison: z
      .enum(COMPARISONS)
      .default('value')
      .describe(
        'value: results are compared as values; the width of numbers, attributes and lists of ' +
          'one ' +
          'item make no difference. console: as the text that the console shows.',
      ),
    max_tests: z
      .int()
      .min(1)
      .max(100)
      .default(30)
      .describe('Tests that decide the reward: the same for every episode on a task.'),
    reward_profile: z
      .enum(REWARD_PROFILES)
      .default('tests')
      .describe('tests: a share for each test that passes. binary: all or nothing.'),
    base_weight: z
      .number()
      .min(0)
      .max(WEIGHT_MAX)
      .default(1)
      .describe('Weight of the share of tests that pass.'),
    perfect_weight: z
      .number()
      .min(0)
      .max(WEIGHT_MAX)
      .default(1)
      .describe('Weight of passing all of them. The sum of both weights is a reward of 1.'),
  })
  .refine(({ base_weight, perfect_weight }) => base_weight + perfect_weight > 0, {
    message: 'one of base_weight and perfect_weight must be above 0',
  })

export type Settings = Readonly<z.infer<typeof settingsSchema>>

/** The number of sandbox calls that are carried out: what the settings and the task both allow. */
export const sandboxCallsOf = (task: QTask, { sandbox_calls: calls }: Settings): number =>
  Math.min(calls, task.sandbox_calls ?? calls)

/** The tests that the model may see. */
export const publicTests = ({ tests }: QTask): readonly TaskTest[] =>
  tests.filter(({ is_public }) => is_public)

/**
 * The tests that decide the reward. The task's seed draws them, so all rollouts of a group get the
 * same ones. Hidden tests come first: tests from the prompt fill up only if there are too few.
 */
export function gradedTests({ tests, seed }: QTask, { max_tests }: Settings): readonly TaskTest[] {
  const hidden = tests.filter(({ is_public }) => !is_public)
  const shownTests = tests.filter(({ is_public }) => is_public)
  const random = stream(seed, 0, 'graded-tests')
  return discriminating([...random.shuffle(hidden), ...shownTests], max_tests)
}

/**
 * The first `count` tests. If a constant or a returned argument would pass them all, a later test
 * that it fails replaces one.
 */
function discriminating(tests: readonly TaskTest[], count: number): readonly TaskTest[] {
  const [first] = tests
  const firstTests = tests.slice(0, count)
  const laterTests = tests.slice(count)
  const idle = [
    (test: TaskTest) => expectedResult(test) === (first && expectedResult(first)),
    ...(first?.arguments ?? []).map(
      (_, argument) => (test: TaskTest) => test.arguments[argument] === expectedResult(test),
    ),
  ]
  let replaced = firstTests.length - 1
  for (const passes of idle) {
    if (replaced < 1 || !firstTests.every(passes)) continue
    const failedIndex = laterTests.findIndex((test) => !passes(test))
    if (failedIndex >= 0) firstTests.splice(replaced--, 1, ...laterTests.splice(failedIndex, 1))
  }
  return firstTests
}

const expectedResult = ({ expected, console }: TaskTest): string | null => expected ?? console

/** The public members of a task: only what the opening message says. */
export const publicTask = (task: QTask): JsonObject => ({
  problem: task.problem,
  topic: task.topic,
  statement: task.statement,
  entry: task.entry,
  signature: task.signature as unknown as JsonObject | null,
  examples: publicTests(task) as unknown as JsonObject[],
})
