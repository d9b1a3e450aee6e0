import type { QTask, TaskTest } from '../../sim/q-problems/task.ts'
import { type ChatMessage, system, user } from '../message.ts'
import { publicTests, type Settings, sandboxCallsOf } from './task.ts'

const ROLE = `You program in q, the language of kdb+. You are given a problem and write the q \
function that solves it.`

/** The rules for running code; they name the files of problems that have some. */
const answerRules = ({ files }: QTask): string => `Write idiomatic q that runs as it stands: no \
${files === undefined ? 'files, no input' : 'input'}, no network. Your code \
is loaded as a script, then your function is called with arguments that you have not seen. What \
your function returns counts; what it prints does not.`

const SANDBOX = `With the tool q_sandbox you may run q code first and see what it prints. Nothing \
is kept between calls, so send the whole script every time.`

const NO_SANDBOX = 'No code can be run on this problem: a call of q_sandbox runs nothing.'

const CODE_FORMAT = `Your answer is a message without a tool call that holds the whole code in one \
block:\n\n\`\`\`q\nsolve:{[...] ...}\n\`\`\``

const REASONING_FORMAT = `Your answer is a message without a tool call in this form, with the \
whole code in the second part:\n\n<reasoning>\nhow you solve it\n</reasoning>\n<answer>\n\`\`\`q\n\
solve:{[...] ...}\n\`\`\`\n</answer>`

/** The first messages of an episode: the role, the rules and the problem. */
export function openingMessages(task: QTask, settings: Settings): readonly ChatMessage[] {
  const { answer_format: format, answers, assistant_turns: turns } = settings
  const runs = Math.min(sandboxCallsOf(task, settings), turns - 1)
  const without = task.sandbox_calls === 0 ? NO_SANDBOX : ''
  const sandbox = runs > 0 ? `${SANDBOX} You may run code ${times(runs)}.` : without
  const repetitionRule =
    answers > 1
      ? `If your answer fails an example, you are shown how and may answer again, \
${times(answers)} in all. The last answer counts.`
      : 'You may answer once.'
  const limit = `You have ${turns === 1 ? 'one message' : `${turns} messages`} in all.`
  const form = format === 'reasoning' ? REASONING_FORMAT : CODE_FORMAT
  const parts = [`${ROLE} ${answerRules(task)}`, sandbox, form.replaceAll('solve', task.entry)]
  const text = [...parts, `${repetitionRule} ${limit}`].filter((part) => part !== '')
  return [system(text.join('\n\n')), user(problemText(task))]
}

const times = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`

/** The statement, the signature and the public tests as examples. */
function problemText(task: QTask): string {
  const { statement, entry, signature } = task
  const blocks = [statement]
  if (signature !== null) {
    const names = signature.arguments.map(({ name }) => name).join(';')
    const lines = signature.arguments.map(({ name, type }) => `- ${name}: ${type}`)
    const head = `Write \`${entry}:{[${names}] ...}\` with`
    blocks.push([head, ...lines, `- result: ${signature.result}`].join('\n'))
  } else {
    blocks.push(`Write the function \`${entry}\`.`)
  }
  if (task.files !== undefined) blocks.push(filesText(Object.keys(task.files)))
  const examples = publicTests(task).map((test) => exampleText(entry, test))
  if (examples.length > 0) blocks.push(['Examples:', ...examples].join('\n\n'))
  return blocks.join('\n\n')
}

const filesText = (paths: readonly string[]): string =>
  ['Your code may read these files:', ...paths.map((path) => `- \`:${path}`)].join('\n')

function exampleText(entry: string, test: TaskTest): string {
  return `${callText(entry, test)}\ngives\n${expectedText(test)}`
}

/** The expected outcome of a public test: its result, or what it prints. */
export const expectedText = ({ expected, console }: TaskTest): string => expected ?? console ?? ''

/** The call of a test, as q code. */
export const callText = (entry: string, test: Pick<TaskTest, 'arguments'>): string =>
  `${entry}[${test.arguments.join(';')}]`

/** A public test that an answer failed, with further answers left. */
export type ExampleFailed = {
  readonly kind: 'example_failed'
  /** The call of the function, as q code. */
  readonly call: string
  readonly expected: string
  /** The actual result; null after an error, which `error` then names. */
  readonly result: string | null
  readonly error: string | null
  readonly answers_left: number
}

/** The message after an answer that fails a public test. */
export function missText(example: ExampleFailed): string {
  const { answers_left: left } = example
  const remainingText =
    left === 1 ? 'You may answer once more.' : `You may answer ${left} times more.`
  return `${exampleFailureText(example)}\n\n${remainingText}`
}

/** An example, and how an answer failed it. */
export function exampleFailureText({ call, expected, result, error }: ExampleFailed): string {
  const came = error === null ? `It gave:\n${result}` : `It ended in the error '${error}.`
  return [`Your answer fails this example:\n${call}`, `Expected:\n${expected}`, came].join('\n\n')
}

/** The message after an answer without code, with further answers left. */
export const NO_CODE = 'There is no code in your answer. Send the whole code in one block.'

/** Sent once to an agent whose message is empty or cannot be read. */
export const NUDGE = 'Please answer with q code in one block, or run code with q_sandbox.'

/** The reply to a call when no runs are left. */
export const NONE_LEFT =
  'Not run: no call of the sandbox is left. Answer now, in a message without a tool call.'

/** The reply to a call in the last turn. */
export const TOO_LATE = 'Not run: this was the last message, and it was taken as the answer.'

/** A text that gives this code as the answer. */
export const answerText = (code: string): string => `\`\`\`q\n${code}\n\`\`\``
