import { resultOf, setupIn } from '../playthrough.ts'
import type { AnyTask, Arena } from './arena.ts'
import { type Move, playOf, textsOf, withTexts } from './moves.ts'

/** A revealed answer counts as paid from this share of the oracle's reward. */
const PAID_SHARE = 0.9

interface Honest {
  readonly task: AnyTask
  readonly moves: readonly Move[]
  /** The oracle's reward, in thousandths. */
  readonly total: number
}

/**
 * Whether the answer to a wrong try has the right text, which then earns the reward. The search
 * copies only pieces whose ends it can guess, and the oracle knows where the text ends.
 *
 * @param others right texts of other tasks: an answer with one of them is only a list of choices
 */
export function winsAfterLeak(
  arena: Arena,
  { task, moves, total }: Honest,
  textName: string,
  others: readonly string[],
): boolean | undefined {
  const [asked] = textsOf(moves).filter(({ name, text }) => name === textName && text !== '')
  const wrong = others.find((text) => text !== asked?.text)
  if (asked === undefined || wrong === undefined) return undefined
  const before = moves.slice(0, asked.move)
  const after = moves.slice(asked.move)
  const wrongTry = withTexts(after[0] as Move, (name, text) => (name === textName ? wrong : text))
  const play = playOf(arena, task, [...before, wrongTry, ...after])
  const [seenBefore, answered] = [
    [...play.opening, ...before.flatMap(({ answers }) => answers)],
    play.answers[asked.move]?.messages ?? [],
  ].map((messages) => messages.map(({ content }) => content).join('\n')) as [string, string]
  const isLeaked = answered.includes(asked.text) && !seenBefore.includes(asked.text)
  const isListed = others.some((text) => !asked.text.includes(text) && answered.includes(text))
  if (!isLeaked || isListed) return false
  return resultOf(setupIn(arena, task), play).total >= PAID_SHARE * total
}
