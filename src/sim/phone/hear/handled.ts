import { FILLERS, HANDLING } from './tables/polarity.ts'
import { stemOf, type Word } from './words.ts'

/** "Arrange a transfer", "process my cancellation": what is done stands in the noun. */
export function isHandled(words: readonly Word[], noun: number): boolean {
  let at = noun - 1
  while (at > noun - HANDLED_GAP && FILLERS.has(words[at]?.text ?? '')) at--
  return at < noun - 1 && HANDLED_BY.has(words[at]?.stem ?? '')
}
/** Nearer than this a verb stands before its noun. */
const HANDLED_GAP = 4
const HANDLED_BY: ReadonlySet<string> = new Set(
  [...HANDLING, 'out', 'through', 'about'].map(stemOf),
)
