import { type HeardOpening, hearOpening } from '../../../sim/phone/opening.ts'
import { tellingWords } from './words.ts'

/** A customer's message taken apart. */
export interface Opening {
  readonly heard: HeardOpening
  /** What each goal says, in words. */
  readonly goalWords: readonly (readonly string[])[]
}

/** Messages read lately: all rollouts of a group begin with the same one. */
const openings = new Map<string, Opening>()
const MEMO_MAX = 4_000

/** Reads what a customer writes at first, without the block of earlier attempts. */
export function readOpening(text: string): Opening {
  const known = openings.get(text)
  if (known !== undefined) return known
  const heard = hearOpening(text)
  const read = { heard, goalWords: heard.goals.map(({ text: goal }) => tellingWords(goal)) }
  if (openings.size >= MEMO_MAX) openings.clear()
  openings.set(text, read)
  return read
}
