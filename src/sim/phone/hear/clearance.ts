import type { Parsed } from './clauses.ts'
import { PhraseTable } from './phrases.ts'
import {
  CLEARANCE_LINKS,
  CLEARANCES,
  CLEARED_THINGS,
  CLEARING_VERBS,
  SENT_HERE,
} from './tables/clearance.ts'
import { stemOf, type Word } from './words.ts'

const tableOf = (phrases: readonly string[]): PhraseTable<string> => {
  const table = new PhraseTable<string>()
  for (const phrase of phrases) table.add(phrase, phrase)
  return table
}

const verbs = tableOf(CLEARING_VERBS)
const gifts = tableOf(CLEARANCES)
const senders = tableOf(SENT_HERE)
/** "They sent me here" tells of it, "send me a letter" does not. */
const PASTS: ReadonlyMap<string, string> = new Map(
  ['sent', 'told'].map((past) => [stemOf(past), past]),
)
const firsts = new Set([verbs, gifts, senders].flatMap((table) => table.firsts()))
const cleared = new Set(CLEARED_THINGS.map((thing) => stemOf(thing)))

/** "They told me to call you first" sends here, "they told me that it was moved" does not. */
const saysWhom = (words: readonly Word[], from: number): boolean =>
  words
    .slice(from, from + TOLD_REACH)
    .some(({ text }) => /^(?:you|here|first|call|calling|ring|speak|talk|ask)$/.test(text)) &&
  !words.slice(from, from + 3).some(({ text }, at, near) => isOfYours(text, near[at + 1]?.text))
const TOLD_REACH = 5
/** "That you refunded", "you can": what the other does. */
const isOfYours = (text: string, next = ''): boolean =>
  text === 'you' && !/^(?:first|must|need|have|should|do|before|to)$/.test(next)

/**
 * Whether a text asks to clear the way for another department: a file to be cleared, a clearance
 * for somebody, or word that somebody else sent the caller here. A bare "verification" does not.
 */
export function asksForClearance({
  words,
  clauseOf,
  asserted,
  thingDenied,
  keptFrom,
}: Parsed): boolean {
  const wordsFrom = (place: number, test: (text: string, stem: string) => boolean): boolean => {
    for (let at = place; clauseOf[at] === clauseOf[place] && at < words.length; at++) {
      const word = words[at]
      if (word !== undefined && test(word.text, word.stem)) return true
    }
    return false
  }
  return words.some(({ text, stem: first }, place) => {
    if (!firsts.has(first) || thingDenied[place] === true) return false
    const asks = asserted[place] === true
    const found = (table: PhraseTable<string>): number => {
      let end = -1
      table.findAt(words, place, clauseOf, (_phrase, span) => {
        end = Math.max(end, span.at(-1) ?? end)
      })
      return end
    }
    if (asks && found(verbs) >= 0 && wordsFrom(place + 1, (_t, stem) => cleared.has(stem)))
      return true
    const gift = found(gifts)
    if (gift >= 0 && (asks || wordsFrom(gift + 1, (text) => CLEARANCE_LINKS.has(text)))) return true
    const isPast = (PASTS.get(first) ?? text) === text
    if (!isPast || place < keptFrom) return false
    const end = found(senders)
    return end >= 0 && (text !== 'told' || saysWhom(words, end + 1))
  })
}
