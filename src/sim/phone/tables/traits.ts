/** What a company is known for; public, in its directory texts. */
export const TRAITS = [
  'none',
  'cooperative',
  'online_only',
  'security_minded',
  'neighbourhood',
] as const
export type Trait = (typeof TRAITS)[number]

/** How often a company has each trait; sums to 1. */
export const TRAIT_SHARES: Readonly<Record<Trait, number>> = {
  none: 0.6,
  cooperative: 0.1,
  online_only: 0.12,
  security_minded: 0.09,
  neighbourhood: 0.09,
}

/** How the directory says it. No sentence occurs for two traits. */
export const TRAIT_SENTENCES: Readonly<Record<Trait, readonly string[]>> = {
  none: [],
  cooperative: [
    'We belong to our members, and every customer is one.',
    'A cooperative since the day it was founded: customers own it.',
    'Everybody we serve is a member and has a vote.',
  ],
  online_only: [
    'There are no branches; everything happens online and by phone.',
    'We have no counters, only a website and this line.',
    'An online company through and through.',
  ],
  security_minded: [
    "After last year's incident we check twice.",
    'Safety comes before speed here, and we ask a little more.',
    'Since the break-in of last year nobody gets by us easily.',
  ],
  neighbourhood: [
    'We know most of our customers by name.',
    'A small house around the corner, where people know each other.',
    'Most callers are neighbours, and we keep things simple.',
  ],
}

/** How likely each quirk is without the trait that goes with it, and with it. */
export const QUIRK_CHANCES = {
  own_number: { usual: 0.03, with: 'cooperative', related: 0.7 },
  other_proof: { usual: 0.06, with: 'online_only', related: 0.55 },
  stricter: { usual: 0.04, with: 'security_minded', related: 0.55 },
  easier: { usual: 0.05, with: 'neighbourhood', related: 0.55 },
} as const satisfies Readonly<
  Record<string, { readonly usual: number; readonly with: Trait; readonly related: number }>
>

/** How often a proof is replaced by the first of the industry's others, rather than the second. */
export const FIRST_OTHER_SHARE = 0.6

/** How often a department asks for an extra, and how often that is the likelier one. */
export const EXTRA_SHARE = 0.06
export const FIRST_EXTRA_SHARE = 0.7
