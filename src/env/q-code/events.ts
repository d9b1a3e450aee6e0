import type { TestAnswer } from '../../sim/q-problems/judge/request.ts'
import type { QTask, TaskTest } from '../../sim/q-problems/task.ts'
import { callText, type ExampleFailed, expectedText } from './prompts.ts'
import { publicTests } from './task.ts'

/** The public events of this environment. */
export type QEvent =
  /** The function to write; `arguments` is null if the problem does not name them. */
  | {
      readonly kind: 'problem'
      readonly entry: string
      readonly arguments: readonly string[] | null
      /** The public tests: calls of the function with their results. */
      readonly examples: readonly { readonly call: string; readonly expected: string }[]
    }
  /**
   * Code ran in the sandbox. `error` is the q error's name or null; `ran` is false if no sandbox
   * answered.
   */
  | {
      readonly kind: 'ran'
      readonly code: string
      readonly error: string | null
      readonly ran: boolean
    }
  /** No sandbox runs are left. */
  | { readonly kind: 'run_refused'; readonly code: string }
  /** The last message held a call, and was taken as the answer. */
  | { readonly kind: 'call_too_late'; readonly tool: string; readonly call_id: string }
  | ExampleFailed
  /** An answer without code, with further answers left. */
  | { readonly kind: 'no_code' }
  /** The code of the last answer, empty if there is none. It never says whether the code passed. */
  | { readonly kind: 'answered'; readonly code: string }

export const problemEvent = (task: QTask): QEvent => ({
  kind: 'problem',
  entry: task.entry,
  arguments: task.signature?.arguments.map(({ name }) => name) ?? null,
  examples: publicTests(task).map((test) => ({
    call: callText(task.entry, test),
    expected: expectedText(test),
  })),
})

/** A public test that an answer failed, as the model sees it. */
export const exampleFailed = (
  { entry }: QTask,
  test: TaskTest,
  { shown, wanted, error }: TestAnswer,
  left: number,
): ExampleFailed => ({
  kind: 'example_failed',
  call: callText(entry, test),
  expected: wanted || String(test.expected),
  result: error === null ? shown : null,
  error,
  answers_left: left,
})
