import type { RandomStream } from '../../sim/random.ts'
import type { Action, Transcript } from '../message.ts'
import { answerText } from './prompts.ts'
import { sandboxTurn } from './solve.ts'
import { readEpisode, type SeenEpisode } from './transcript.ts'

const ODD_TURN_SHARE = 0.15

/** What a function of one or more arguments often does. */
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
 * Plausible next turns for somebody who reads the problem and knows a few words of q: a one-line
 * function, tried in the sandbox or given as the answer. Now and then an odd turn, as fuzzing
 * wants it.
 */
export function sampleQ(transcript: Transcript, random: RandomStream): readonly Action[] {
  const seen = readEpisode(transcript)
  const number = seen.toolAnswers + 1
  if (random.chance(ODD_TURN_SHARE)) return [oddTurn(seen, number, random)]
  const code = guess(seen, random)
  const call = /^(\w+\[.*\])$/m.exec(seen.problem)?.[1] ?? '1+1'
  return [
    { content: answerText(code) },
    { content: `Let me answer.\n${answerText(guess(seen, random))}` },
    sandboxTurn(`${code}\nshow ${call}`, number),
    sandboxTurn(random.pick([code, 'til 5', '1+`a', 'show ([]a:1 2)', call]), number),
  ]
}

function guess({ entry, names }: SeenEpisode, random: RandomStream): string {
  const first = names[0] ?? 'x'
  const body = random.pick(BODIES).replace(/\bx\b/g, first)
  return `${entry}:{[${names.join(';')}] ${body}}`
}

function oddTurn(seen: SeenEpisode, number: number, random: RandomStream): Action {
  const call = (name: string, given: string): Action => ({
    tool_calls: [{ id: `call_${number}`, type: 'function', function: { name, arguments: given } }],
  })
  return random.pick<Action>([
    { content: '' },
    { content: 'I am not sure yet.' },
    { text: '<think>First I' },
    { text: `<think>Hm.</think>${answerText(guess(seen, random))}` },
    { content: `<reasoning>easy</reasoning><answer>${guess(seen, random)}</answer>` },
    { content: answerText(`${seen.entry}:{'oops`) },
    { content: answerText(`${seen.entry}:{'"oops"}\nexit 0;`) },
    call('q_run', '{}'),
    call('q_sandbox', '{"code": 5}'),
    call('q_sandbox', 'not JSON'),
    sandboxTurn('', number),
    sandboxTurn('{[', number),
    sandboxTurn('til 1000000000', number),
    sandboxTurn('constructor', number),
  ])
}
