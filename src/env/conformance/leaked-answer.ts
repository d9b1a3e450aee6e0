import { playResult, setupIn } from '../playthrough.ts'
import type { Arena } from './arena.ts'
import {
  type OracleMove,
  type OraclePlay,
  playMoves,
  replaceTexts,
  submittedTexts,
} from './moves.ts'

/** A revealed answer counts as paid from this share of the oracle's reward. */
const PAID_SHARE = 0.9

/**
 * Whether the answer to a wrong try reveals the right text, and whether that text then earns the
 * reward. The search cannot find this defect: it does not know where the revealed text ends.
 *
 * @param otherTexts right texts of other tasks. An answer that contains one only lists choices
 */
export function winsAfterLeak(
  arena: Arena,
  { task, moves, total }: OraclePlay,
  textName: string,
  otherTexts: readonly string[],
): boolean | undefined {
  const [rightText] = submittedTexts(moves).filter(
    ({ name, text }) => name === textName && text !== '',
  )
  const wrongText = otherTexts.find((text) => text !== rightText?.text)
  if (rightText === undefined || wrongText === undefined) return undefined
  const movesBefore = moves.slice(0, rightText.move)
  const movesAfter = moves.slice(rightText.move)
  const wrongTry = replaceTexts(movesAfter[0] as OracleMove, (name, text) =>
    name === textName ? wrongText : text,
  )
  const play = playMoves(arena, task, [...movesBefore, wrongTry, ...movesAfter])
  const [seenBefore, answered] = [
    [...play.opening, ...movesBefore.flatMap(({ answers }) => answers)],
    play.answers[rightText.move]?.messages ?? [],
  ].map((messages) => messages.map(({ content }) => content).join('\n')) as [string, string]
  const isLeaked = answered.includes(rightText.text) && !seenBefore.includes(rightText.text)
  const isListed = otherTexts.some(
    (text) => !rightText.text.includes(text) && answered.includes(text),
  )
  if (!isLeaked || isListed) return false
  return playResult(setupIn(arena, task), play).total >= PAID_SHARE * total
}
