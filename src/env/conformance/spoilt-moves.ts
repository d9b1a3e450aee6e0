import { type OracleMove, replaceTexts, submittedTexts } from './moves.ts'
import type { Substitute } from './substitutes.ts'

/**
 * The moves with every text at one position replaced; undefined if nothing changes. A text stays if
 * its lost words appear later in another place: that part of the work is only postponed.
 */
export function spoiltMoves(
  moves: readonly OracleMove[],
  textName: string,
  substitute: Substitute,
): readonly OracleMove[] | undefined {
  let changeCount = 0
  let occurrence = 0
  let isPossible = true
  const spoilt = moves.map((move, index) => {
    const laterWords = new Set(
      submittedTexts(moves.slice(index + 1)).flatMap(({ name, text }) =>
        name === textName ? [] : wordsIn(text),
      ),
    )
    const answers = move.answers.map(({ content }) => content).join('\n')
    return replaceTexts(move, (name, text) => {
      if (name !== textName) return text
      const instead = substitute(text, answers, occurrence++)
      if (instead === undefined) isPossible = false
      if (instead === undefined || instead === text || appearsLater(text, instead, laterWords))
        return text
      changeCount += 1
      return instead
    })
  })
  return isPossible && changeCount > 0 ? spoilt : undefined
}

const wordsIn = (text: string): string[] => text.match(/[a-z0-9]+/gi) ?? []

function appearsLater(text: string, instead: string, later: ReadonlySet<string>): boolean {
  const remaining = new Set(wordsIn(instead))
  const lostWords = wordsIn(text).filter((word) => !remaining.has(word))
  return lostWords.length > 0 && lostWords.every((word) => later.has(word))
}
