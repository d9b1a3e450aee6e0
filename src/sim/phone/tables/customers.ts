/** The behavior of customers at the form; their writing shows it. */
export const PERSONAS = ['cooperative', 'partial', 'impatient'] as const
export type Persona = (typeof PERSONAS)[number]

/** Share of impatient customers among those who lack nothing. */
export const IMPATIENT_SHARE = 0.3

/** The usual distribution of needless fields that a customer tolerates. */
const USUAL_SLACK = [
  [1, 0.4],
  [2, 0.4],
  [3, 0.2],
] as const

/**
 * The number of needless fields that a customer tolerates, with its probability. An impatient
 * customer tolerates exactly one.
 */
export const SLACK: Readonly<Record<Persona, readonly (readonly [number, number])[]>> = {
  cooperative: USUAL_SLACK,
  partial: USUAL_SLACK,
  impatient: [[1, 1]],
}

/** Shares of customers who lack one field, and several. The rest have them all. */
export const LACKS_ONE = 0.15
export const LACKS_SEVERAL = 0.05

/** The share of customers who mention a missing field: a needed one, and another one. */
export const MENTIONS_NEEDED = 0.75
export const MENTIONS_OTHER = 0.5

/** The share of messages with the full name as signature, and with the industry's main number. */
export const TELLS_NAME = 0.3
export const TELLS_USUAL = 0.1

/** The share of each level, from level 1, among the tasks of a split. */
export const LEVEL_SHARES = [0.2, 0.3, 0.3, 0.1, 0.1] as const
