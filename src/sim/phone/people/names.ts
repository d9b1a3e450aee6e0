import type { RandomStream } from '../../random.ts'
import { NAMES } from './tables/names.ts'

/** The pronouns of people. */
export const PRONOUNS = ['she', 'he'] as const
type Pronoun = (typeof PRONOUNS)[number]

export interface PersonName {
  readonly first: string
  readonly last: string
  readonly pronoun: Pronoun
}

interface GivenName {
  readonly first: string
  readonly pronoun: Pronoun
  /** Last names of the same language. */
  readonly lastNames: readonly string[]
}

const splitNames = (text: string): string[] => text.split(/\s+/)

/** All given names; each language has the same number. */
const GIVEN_NAMES: readonly GivenName[] = NAMES.flatMap((language) => {
  const lastNames = splitNames(language.family)
  return PRONOUNS.flatMap((pronoun) =>
    splitNames(language[pronoun]).map((first) => ({ first, pronoun, lastNames })),
  )
})

/** Draws a fictional person's name with two draws. */
export function drawName(random: RandomStream): PersonName {
  const { first, pronoun, lastNames } = random.pick(GIVEN_NAMES)
  return { first, last: random.pick(lastNames), pronoun }
}

export const fullName = ({ first, last }: Pick<PersonName, 'first' | 'last'>): string =>
  `${first} ${last}`
