import { IRREGULAR } from './tables/polarity.ts'
import type { Word } from './words.ts'

/** Behind "stop" what is to be left alone, but for what is sent without end. */
const GOING_ON = /^(?!sending|mailing|posting|emailing).+ing$/

/** "Stop closing it", "stop them from closing it": another's deed. */
const isOfOther = (words: readonly Word[], place: number): boolean =>
  words[place]?.text === 'stop' &&
  (GOING_ON.test(words[place + 1]?.text ?? '') || words[place + 2]?.text === 'from')

/** Whether what a word says is another's deed, or done already. */
export const isOthersOrDone = (words: readonly Word[], place: number): boolean =>
  isOfOther(words, place) || isDoneBefore(words, place)

/** "It was moved", "it has been moved". */
const WAS: ReadonlySet<string> = new Set(['was', 'were', 'been'])
const HAVE: ReadonlySet<string> = new Set(['have', 'has', 'had'])
/** "Have you closed it?" */
const ASKED: ReadonlySet<string> = new Set('you i we he she they'.split(' '))
export const isParticiple = ({ text, stem }: Word): boolean =>
  /[^e]ed$/.test(text) || (stem !== '' && IRREGULAR[text] !== undefined)

/** "You have closed it", "glad that you closed it", "keep him from closing it" ask for nothing. */
function isDoneBefore(words: readonly Word[], place: number): boolean {
  const word = words[place]
  const before = words[place - 1]?.text ?? ''
  if (word === undefined) return false
  if (HAVE.has(word.text)) {
    const next = words[place + 1]
    return next !== undefined && (isParticiple(next) || ASKED.has(next.text))
  }
  if (before === 'from') return word.text.endsWith('ing')
  if (HAVE.has(before)) return words[place - 2]?.text !== 'to'
  return (before === 'you' || WAS.has(before)) && isParticiple(word)
}
