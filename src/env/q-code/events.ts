import type { TestAnswer } from '../../sim/q-problems/judge/request.ts'
import type { QTask, TaskTest } from '../../sim/q-problems/task.ts'
import { callText, type ExampleFailed, expectedText } from './prompts.ts'
import { publicTests } from './task.ts'

/** What happened, for programs. */
export type QEvent =
  /** The function to write; `arguments` are null where the problem does not name them. */
  | {
      readonly kind: 'problem'
      readonly entry: string
      readonly arguments: readonly string[] | null
      /** The public tests: calls of the function, and what they give. */
      readonly examples: readonly { readonly call: string; readonly expected: string }[]
    }
  /** Code was run in the sandbox: the name of its q error, or null; `ran` is false without one. */
  | {
      readonly kind: 'ran'
      readonly code: string
      readonly error: string | null
      readonly ran: boolean
    }
  /** No run in the sandbox is left. */
  | { readonly kind: 'run_refused'; readonly code: string }
  /** A call in the last message, which was taken as the answer. */
  | { readonly kind: 'call_too_late'; readonly tool: string; readonly call_id: string }
  | ExampleFailed
  /** An answer without code while others were left. */
  | { readonly kind: 'no_code' }
  /** The last answer: its code, empty without any. Never how it fared. */
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

/** A public test that an answer failed, as it is shown. */
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
