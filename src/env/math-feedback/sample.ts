import type { RandomStream } from '../../sim/random.ts'
import { type Action, oneCall } from '../message.ts'
import type { Conversation } from '../public-event.ts'
import { answerText, optionLetter } from './prompts.ts'
import { readSeenEpisode, type SeenEpisode } from './seen.ts'
import { feedbackTurn } from './solve.ts'

const ODD_TURN_SHARE = 0.08

/**
 * Plausible next turns of a player who reads the problem but cannot solve it: an option or a number
 * made of those in the question. It goes to the tutor or is the answer. Fuzzing also needs some odd
 * turns.
 */
export function sampleMath({ events }: Conversation, random: RandomStream): readonly Action[] {
  const episode = readSeenEpisode(events)
  const number = episode.callsAnswered + 1
  if (random.chance(ODD_TURN_SHARE)) return [oddTurn(episode, number, random)]
  const earlier = episode.attempts.map(({ answer }) => answer)
  const guesses = [1, 2, 3].map(() => answerText(episode.answer_kind, guess(episode, random)))
  return guesses.flatMap((text): Action[] => [
    { content: text },
    feedbackTurn(text, number),
    feedbackTurn(random.pick([text, ...earlier]), number),
  ])
}

function guess(
  { answer_kind: kind, options, question }: SeenEpisode,
  random: RandomStream,
): string {
  if (kind === 'choice') return optionLetter(random.integer(0, Math.max(0, options.length - 1)))
  if (kind === 'text') {
    return random.pick([...(question.match(/\b[A-Z][a-z]{2,}\b/g) ?? []), 'Paris', 'no idea'])
  }
  const digits = random.integer(16, 65_535).toString(16).toUpperCase()
  if (kind === 'hexadecimal') return digits
  const numbers = (question.match(/\d{1,9}/g) ?? ['1']).map(Number)
  const [left, right] = [random.pick(numbers), random.pick(numbers)]
  return random.pick([
    String(left + right),
    String(left - right),
    String(left * right),
    `\\frac{${left}}{${right === 0 ? 1 : right}}`,
    String(random.integer(-20, 100)),
  ])
}

function oddTurn(episode: SeenEpisode, number: number, random: RandomStream): Action {
  const call = (name: string, args: string): Action => oneCall(name, args, number)
  const text = answerText(episode.answer_kind, guess(episode, random))
  return random.pick<Action>([
    { content: '' },
    { content: 'I am not sure yet.' },
    { text: '<think>First I' },
    { text: `<think>Hm.</think>${text}` },
    call('get_answer', '{}'),
    call('get_feedback', '{"answer": 5}'),
    call('get_feedback', 'not JSON'),
    feedbackTurn('', number),
    feedbackTurn('What is the right answer?', number, { reasoning: 'Please tell me.' }),
    feedbackTurn(`\\boxed{${'{'.repeat(40)}9^{9^{9^9}}`, number),
  ])
}
