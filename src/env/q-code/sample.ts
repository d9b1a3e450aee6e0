import type { RandomStream } from '../../sim/random.ts'
import { type Action, oneCall } from '../message.ts'
import type { Conversation } from '../public-event.ts'
import type { QEvent } from './events.ts'
import { answerText } from './prompts.ts'
import { sandboxTurn } from './solve.ts'

const ODD_TURN_SHARE = 0.15

/** Common bodies of a function. */
export const BODIES = [
  'sum x',
  'count x',
  'max x',
  'asc x',
  'reverse x',
  'distinct x',
  'x+1',
  'sum x*x',
  'x',
  '0b',
  '{x+y}/[x]',
  'where x',
] as const

/**
 * Plausible next turns of a player who reads the problem and knows a few words of q. It tries a
 * one-line function in the sandbox or gives it as the answer. Fuzzing also needs some odd turns.
 */
export function sampleQ({ events }: Conversation, random: RandomStream): readonly Action[] {
  const problem = (events as readonly QEvent[]).find(isProblem) ?? NO_PROBLEM
  const number = events.filter(({ call_id }) => call_id !== undefined).length + 1
  if (random.chance(ODD_TURN_SHARE)) return [oddTurn(problem, number, random)]
  const code = guess(problem, random)
  const call = problem.examples[0]?.call ?? '1+1'
  return [
    { content: answerText(code) },
    { content: `Let me answer.\n${answerText(guess(problem, random))}` },
    sandboxTurn(`${code}\nshow ${call}`, number),
    sandboxTurn(random.pick([code, 'til 5', '1+`a', 'show ([]a:1 2)', call]), number),
  ]
}

type Problem = Extract<QEvent, { readonly kind: 'problem' }>
const NO_PROBLEM: Problem = { kind: 'problem', entry: 'solve', arguments: null, examples: [] }
const isProblem = (event: QEvent): event is Problem => event.kind === 'problem'

function guess({ entry, arguments: parameters }: Problem, random: RandomStream): string {
  const names = parameters ?? []
  const first = names[0] ?? 'x'
  const body = random.pick(BODIES).replace(/\bx\b/g, first)
  return `${entry}:{[${names.join(';')}] ${body}}`
}

function oddTurn(problem: Problem, number: number, random: RandomStream): Action {
  const call = (name: string, args: string): Action => oneCall(name, args, number)
  return random.pick<Action>([
    { content: '' },
    { content: 'I am not sure yet.' },
    { text: '<think>First I' },
    { text: `<think>Hm.</think>${answerText(guess(problem, random))}` },
    { content: `<reasoning>easy</reasoning><answer>${guess(problem, random)}</answer>` },
    { content: answerText(`${problem.entry}:{'oops`) },
    { content: answerText(`${problem.entry}:{'"oops"}\nexit 0;`) },
    call('q_run', '{}'),
    call('q_sandbox', '{"code": 5}'),
    call('q_sandbox', 'not JSON'),
    sandboxTurn('', number),
    sandboxTurn('{[', number),
    sandboxTurn('til 1000000000', number),
    sandboxTurn('constructor', number),
  ])
}
