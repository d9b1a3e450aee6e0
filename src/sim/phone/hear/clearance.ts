import type { Parsed } from './clauses.ts'
import { PhraseTable } from './phrases.ts'
import {
  CLEARANCE_LINKS,
  CLEARANCES,
  CLEARED_THINGS,
  CLEARING_VERBS,
  SENT_HERE,
} from './tables/clearance.ts'
import { stemOf } from './words.ts'

const tableOf = (phrases: readonly string[]): PhraseTable<string> => {
  const table = new PhraseTable<string>()
  for (const phrase of phrases) table.add(phrase, phrase)
  return table
}

const verbs = tableOf(CLEARING_VERBS)
const gifts = tableOf(CLEARANCES)
const senders = tableOf(SENT_HERE)
const firsts = new Set([verbs, gifts, senders].flatMap((table) => table.firsts()))
const cleared = new Set(CLEARED_THINGS.map((thing) => stemOf(thing)))

/**
 * Whether a text asks to clear the way for another department: a file to be cleared, a clearance
 * for somebody, or word that somebody else sent the caller here. A bare "verification" does not.
 */
export function asksForClearance({ words, clauseOf, asserted, thingDenied }: Parsed): boolean {
  const wordsFrom = (place: number, test: (text: string, stem: string) => boolean): boolean => {
    for (let at = place; clauseOf[at] === clauseOf[place] && at < words.length; at++) {
      const word = words[at]
      if (word !== undefined && test(word.text, word.stem)) return true
    }
    return false
  }
  return words.some(({ stem: first }, place) => {
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
    return found(senders) >= 0
  })
}
