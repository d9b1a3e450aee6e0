import { byName } from '../../by-name.ts'

/** A name that is singular or plural, so that other words can agree with it. */
export interface NounPhrase {
  /** The name with its article, if it has one. */
  readonly text: string
  readonly isPlural: boolean
}

/** The value of a slot; a text is singular and used unchanged. */
type Slot = string | NounPhrase
export type Slots = Readonly<Record<string, Slot>>

/** Singular words whose plural is not the word without its final "s". */
const PLURALS: Readonly<Record<string, string>> = byName({
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  this: 'these',
  it: 'them',
  detail: 'details',
})

/** A word for one thing, or for several: "is" and "are", "looks" and "look". */
const agree = (word: string, isPlural: boolean): string =>
  isPlural ? (PLURALS[word] ?? word.slice(0, -1)) : word

const slotText = (slot: Slot): string => (typeof slot === 'string' ? slot : slot.text)

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const possessive = (text: string): string => `${text}${text.endsWith('s') ? "'" : "'s"}`

/** The value of a slot, changed by a feature; any other feature is a word that agrees with it. */
export function sayFeature(slot: Slot, feature: string): string {
  if (feature === '') return slotText(slot)
  if (feature === 'Capital') return capitalize(slotText(slot))
  if (feature === 'possessive') return possessive(slotText(slot))
  return agree(feature, typeof slot !== 'string' && slot.isPlural)
}

/** Last words of departments' names that take an article. */
const WITH_ARTICLE = /(?:Desk|Line|Office|Center|Department|Program|Club)$/

/** Departments by name: "the Order Desk", "Returns and the Order Desk". One department "has". */
export function departmentsAsNoun(names: readonly string[]): NounPhrase {
  const text = names.map((name) => (WITH_ARTICLE.test(name) ? `the ${name}` : name)).join(' and ')
  return { text, isPlural: names.length > 1 }
}
