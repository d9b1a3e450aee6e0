import { byName } from '../../../sim/by-name.ts'
import type { MathTask } from '../../../sim/math/problem.ts'
import { childSeed, type RandomStream, stream } from '../../../sim/random.ts'
import type { Action } from '../../message.ts'
import type { Player } from '../../player.ts'
import { answerText, optionLetter } from '../prompts.ts'
import { readSeenEpisode, type SeenEpisode } from '../seen.ts'
import { feedbackTurn } from '../solve.ts'

/** How a scripted student behaves, in probabilities. */
export interface StudentTraits {
  /** Makes a typical mistake at first. */
  readonly slips: number
  /** Shows an answer to the tutor before giving it. */
  readonly asks: number
  /** Acts on feedback that says more than that the answer is wrong. */
  readonly follows: number
}

/** The students that the command line knows. */
export const STUDENTS: Readonly<Record<string, StudentTraits>> = byName({
  student: { slips: 0.6, asks: 0.9, follows: 0.7 },
  'student-stubborn': { slips: 0.6, asks: 0.9, follows: 0.1 },
  'student-alone': { slips: 0.6, asks: 0, follows: 0 },
})

/**
 * A scripted student. It makes the problem's typical mistakes, so it must see the hidden task. It
 * can solve the problem, and does so after feedback that names the mistake. After other feedback it
 * tries another answer.
 */
export function studentPlayer(traits: StudentTraits): Player {
  return {
    needsHidden: true,
    act({ events, hidden, random }) {
      if (hidden === undefined) {
        throw new Error('a student must be shown the hidden task; ask with an admin token')
      }
      const task = hidden.task as unknown as MathTask
      return nextTurn(task, readSeenEpisode(events), traits, random)
    },
  }
}

function nextTurn(
  task: MathTask,
  episode: SeenEpisode,
  traits: StudentTraits,
  random: RandomStream,
): Action {
  const last = episode.attempts.at(-1)
  const write = (answer: string): string => answerText(task.answer.kind, answer)
  if (last === undefined) {
    const isSlip = random.chance(traits.slips)
    return say(
      write(isSlip ? makeSlip(task, 0, random) : task.answer.gold),
      episode,
      traits,
      random,
    )
  }
  if (last.verdict === 'right') return { content: last.answer }
  if (last.verdict !== 'wrong') return reconsider(task, last.answer, traits, random)
  if (!random.chance(traits.follows)) return { content: last.answer }
  if (last.finding !== null) return say(write(task.answer.gold), episode, traits, random)
  return say(write(makeSlip(task, episode.attempts.length, random)), episode, traits, random)
}

/**
 * Without a verdict, the student checks its work again. It finds its mistake as often as it follows
 * feedback.
 */
function reconsider(
  task: MathTask,
  answer: string,
  { follows }: StudentTraits,
  random: RandomStream,
): Action {
  const finds = random.chance(follows / 2)
  return { content: finds ? answerText(task.answer.kind, task.answer.gold) : answer }
}

function say(text: string, episode: SeenEpisode, { asks }: StudentTraits, random: RandomStream) {
  return random.chance(asks) ? feedbackTurn(text, episode.callsAnswered + 1) : { content: text }
}

/** A typical wrong answer; the same for the same task and number. */
function makeSlip(task: MathTask, number: number, random: RandomStream): string {
  const { kind, gold, options } = task.answer
  const typical = task.mistakes.map(({ answer }) => answer)
  if (typical.length > 0) {
    const order = stream(childSeed(task.seed, 'slips'), 0, 'order').shuffle(typical)
    return order[number % order.length] as string
  }
  if (kind === 'choice') {
    return random.pick(
      options.map((_, index) => optionLetter(index)).filter((letter) => letter !== gold),
    )
  }
  return kind === 'text' ? 'I do not know' : String(random.integer(2, 1_000))
}
