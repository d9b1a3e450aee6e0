/** How customers behave on the form; visible from how they write. */
export const PERSONAS = ['cooperative', 'partial', 'impatient'] as const
export type Persona = (typeof PERSONAS)[number]

/** Share of impatient customers among those who lack nothing. */
export const IMPATIENT_SHARE = 0.3

/** What most customers put up with. */
const USUAL_SLACK = [
  [1, 0.4],
  [2, 0.4],
  [3, 0.2],
] as const

/**
 * How many fields more than needed a customer puts up with, and how likely. An impatient one stops
 * at the first needless field too many; nobody minds one.
 */
export const SLACK: Readonly<Record<Persona, readonly (readonly [number, number])[]>> = {
  cooperative: USUAL_SLACK,
  partial: USUAL_SLACK,
  impatient: [[1, 1]],
}

/** Shares of customers who lack one field, and several. The rest have them all. */
export const LACKS_ONE = 0.15
export const LACKS_SEVERAL = 0.05

/** How often a customer says beforehand what they lack, where it matters and where it does not. */
export const MENTIONS_NEEDED = 0.75
export const MENTIONS_OTHER = 0.5

/** How often a message is signed with the full name, or tells what the industry always asks. */
export const TELLS_NAME = 0.3
export const TELLS_USUAL = 0.1

/** The share of each level, from level 1, among the tasks of a split. */
export const LEVEL_SHARES = [0.2, 0.3, 0.3, 0.1, 0.1] as const
