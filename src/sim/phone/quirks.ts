import type { RandomStream } from '../random.ts'
import {
  EXTRA_SHARE,
  FIRST_EXTRA_SHARE,
  FIRST_OTHER_SHARE,
  QUIRK_CHANCES,
  type Trait,
} from './tables/traits.ts'

/** How a company deviates from the usage of its industry, in all its departments. */
export interface Quirks {
  /** Whether the company locates customers by a number of its own. */
  readonly own_number: boolean
  /** The first proof is replaced by the first or the second of the industry's others. */
  readonly other_proof: 0 | 1 | 2
  /** The amount by which it raises risks: −1, 0 or 1. */
  readonly caution: -1 | 0 | 1
}

export const NO_QUIRKS: Quirks = { own_number: false, other_proof: 0, caution: 0 }

/** Every way in which a company may deviate; half of all companies do not. */
export const ALL_QUIRKS: readonly Quirks[] = [false, true].flatMap((own_number) =>
  ([0, 1, 2] as const).flatMap((other_proof) =>
    ([0, 1, -1] as const).map((caution) => ({ own_number, other_proof, caution })),
  ),
)

const quirkChance = (quirk: keyof typeof QUIRK_CHANCES, trait: Trait): number => {
  const { usual, with: partner, related } = QUIRK_CHANCES[quirk]
  return trait === partner ? related : usual
}

/** The element of `ALL_QUIRKS` that equals these quirks. */
export const canonicalQuirks = (quirks: Quirks): Quirks =>
  ALL_QUIRKS.find(
    (candidate) =>
      candidate.own_number === quirks.own_number &&
      candidate.other_proof === quirks.other_proof &&
      candidate.caution === quirks.caution,
  ) ?? NO_QUIRKS

/** The prior probability of these quirks for a company with this trait. */
export function quirksPrior(quirks: Quirks, trait: Trait): number {
  const ownChance = quirkChance('own_number', trait)
  const otherChance = quirkChance('other_proof', trait)
  const stricter = quirkChance('stricter', trait)
  const easier = (1 - stricter) * quirkChance('easier', trait)
  const caution = { '-1': easier, 0: 1 - stricter - easier, 1: stricter }[quirks.caution]
  const proof = [
    1 - otherChance,
    otherChance * FIRST_OTHER_SHARE,
    otherChance * (1 - FIRST_OTHER_SHARE),
  ]
  return (
    (quirks.own_number ? ownChance : 1 - ownChance) *
    (proof[quirks.other_proof] as number) *
    caution
  )
}

/** Draws the quirks of a company. */
export function drawQuirks(trait: Trait, random: RandomStream): Quirks {
  return random.weighted(
    ALL_QUIRKS,
    ALL_QUIRKS.map((quirks) => quirksPrior(quirks, trait)),
  )
}

/** Whether a department asks for an extra: none, the likelier of its kind, or the other. */
export type Extra = 0 | 1 | 2

export const EXTRA_PRIOR: readonly (readonly [Extra, number])[] = [
  [0, 1 - EXTRA_SHARE],
  [1, EXTRA_SHARE * FIRST_EXTRA_SHARE],
  [2, EXTRA_SHARE * (1 - FIRST_EXTRA_SHARE)],
]

export const drawExtra = (random: RandomStream): Extra =>
  random.weighted(
    EXTRA_PRIOR.map(([extra]) => extra),
    EXTRA_PRIOR.map(([, chance]) => chance),
  )
