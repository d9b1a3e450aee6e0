import type { Rational } from './rational.ts'

/** Values that have a name of their own; `infinity` is the positive one. */
export type ConstantName =
  | 'pi'
  | 'e'
  | 'i'
  | 'infinity'
  | 'empty'
  | 'reals'
  | 'integers'
  | 'naturals'
  | 'rationals'
  | 'complexes'

/** How two sides of a relation compare; `~` is "about equal", `≡` is congruence. */
export type Comparison = '=' | '<' | '<=' | '>' | '>=' | '!=' | '~' | '≡'

/** An open end is a round bracket, a closed one a square bracket. */
export type Bracket = 'round' | 'square'

/** A number as it was written. `decimals` is the count of digits after the point, if it had one. */
export interface NumberNode {
  readonly kind: 'number'
  readonly value: Rational
  /** `null` for whole numbers and for repeating decimals, which are exact. */
  readonly decimals: number | null
}

/**
 * What an answer means, as a tree. Lists, sets, tuples, relations and units are part of it, so that
 * a comparison or a tutor can look at them.
 */
export type Node =
  | NumberNode
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: ConstantName }
  /** `isSeries` if it was written as one: the terms of a `\sum`. */
  | { readonly kind: 'sum'; readonly terms: readonly Node[]; readonly isSeries?: true }
  | { readonly kind: 'product'; readonly factors: readonly Node[]; readonly isSeries?: true }
  | { readonly kind: 'negative'; readonly of: Node }
  | { readonly kind: 'quotient'; readonly over: Node; readonly under: Node }
  | { readonly kind: 'power'; readonly base: Node; readonly exponent: Node }
  /** `first ± second`, or `first ∓ second` if `isLower`. */
  | {
      readonly kind: 'plus_minus'
      readonly first: Node | null
      readonly second: Node
      readonly isLower: boolean
    }
  /** A known function, such as `sin`, `root` (of, degree), `log` (of, base), `absolute`. */
  | { readonly kind: 'call'; readonly name: string; readonly of: readonly Node[] }
  /** A letter before brackets: a function's value, or a product. */
  | { readonly kind: 'applied'; readonly name: string; readonly of: readonly Node[] }
  | { readonly kind: 'percent'; readonly of: Node }
  | { readonly kind: 'degrees'; readonly of: Node }
  /** A value and what it counts, such as `cm^2`; the unit is spelt in one way only. */
  | { readonly kind: 'quantity'; readonly of: Node; readonly unit: string }
  /** Digits in a base other than ten, such as `1011_2`. */
  | { readonly kind: 'based'; readonly digits: string; readonly base: number }
  | { readonly kind: 'ratio'; readonly parts: readonly Node[] }
  /** Items without brackets around them, by commas, "and" or "or". */
  | {
      readonly kind: 'list'
      readonly items: readonly Node[]
      readonly joint: 'comma' | 'and' | 'or'
      /** Joined by a sign of logic, whose two sides are statements. */
      readonly isLogical?: true
    }
  | { readonly kind: 'set'; readonly items: readonly Node[] }
  /** Items in brackets; of two items an interval may be meant. */
  | {
      readonly kind: 'tuple'
      readonly open: Bracket
      readonly close: Bracket
      readonly items: readonly Node[]
    }
  /** Values that hold under conditions; `null` is "otherwise". */
  | {
      readonly kind: 'piecewise'
      readonly values: readonly Node[]
      readonly conditions: readonly (Node | null)[]
    }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly Node[])[] }
  | {
      readonly kind: 'combined'
      readonly by: 'union' | 'intersection' | 'difference'
      readonly parts: readonly Node[]
    }
  /** `sides[0] comparisons[0] sides[1] …` */
  | {
      readonly kind: 'relation'
      readonly sides: readonly Node[]
      readonly comparisons: readonly Comparison[]
    }
  | { readonly kind: 'member'; readonly of: Node; readonly set: Node }
  /** A value modulo another. */
  | { readonly kind: 'modulo'; readonly of: Node; readonly modulus: Node }
  /**
   * Notation that is not worked out: sums, integrals, limits. What is summed may be known, `of` has
   * one node then; the rest is compared as written.
   */
  | { readonly kind: 'opaque'; readonly text: string; readonly of: readonly Node[] }
  | { readonly kind: 'text'; readonly text: string }
