/** What a company is known for; the directory says so. */
export const TRAITS = [
  'none',
  'cooperative',
  'online_only',
  'security_minded',
  'neighborhood',
] as const
export type Trait = (typeof TRAITS)[number]

/** The share of companies with each trait; the sum is 1. */
export const TRAIT_SHARES: Readonly<Record<Trait, number>> = {
  none: 0.6,
  cooperative: 0.1,
  online_only: 0.12,
  security_minded: 0.09,
  neighborhood: 0.09,
}

/** The directory's sentences for each trait. No sentence belongs to two traits. */
export const TRAIT_SENTENCES: Readonly<Record<Trait, readonly string[]>> = {
  none: [],
  cooperative: [
    'We belong to our members, and every customer is a member.',
    'We have been a cooperative from day one, owned by our customers.',
    'Everyone we serve is a member and has a vote.',
  ],
  online_only: [
    'We have no branches; everything happens online or by phone.',
    'We have no offices to visit, only a website and this phone line.',
    'We are an online company through and through.',
  ],
  security_minded: [
    "Since last year's incident, we check everything twice.",
    'We put safety before speed and ask a little more than others.',
    'After a data breach last year, we are extra careful about who is calling.',
  ],
  neighborhood: [
    'We know most of our customers by name.',
    'We are a small company around the corner, where people know each other.',
    'Most of our callers are neighbors, and we keep things simple.',
  ],
}

/** The probability of each quirk without the matching trait, and with it. */
export const QUIRK_CHANCES = {
  own_number: { usual: 0.03, with: 'cooperative', related: 0.7 },
  other_proof: { usual: 0.06, with: 'online_only', related: 0.55 },
  stricter: { usual: 0.04, with: 'security_minded', related: 0.55 },
  easier: { usual: 0.05, with: 'neighborhood', related: 0.55 },
} as const satisfies Readonly<
  Record<string, { readonly usual: number; readonly with: Trait; readonly related: number }>
>

/** The share of replaced proofs that become the first of the industry's others, not the second. */
export const FIRST_OTHER_SHARE = 0.6

/** The share of departments with an additional field, and the share of the likelier one. */
export const EXTRA_SHARE = 0.06
export const FIRST_EXTRA_SHARE = 0.7
