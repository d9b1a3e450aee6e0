import type { Rational } from './rational.ts'

/** Named values; `infinity` is the positive one. */
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

/** How two sides of a relation compare. `~` is "about equal", `≡` is congruence. */
export type Comparison = '=' | '<' | '<=' | '>' | '>=' | '!=' | '~' | '≡'

/** An open end is a round bracket, a closed one a square bracket. */
export type Bracket = 'round' | 'square'

/** A number as written. `decimals` counts the digits after the point. */
export interface NumberNode {
  readonly kind: 'number'
  readonly value: Rational
  /** `null` for integers and for repeating decimals, which are exact. */
  readonly decimals: number | null
}

/**
 * The meaning of an answer as a tree. It includes lists, sets, tuples, relations and units, so that
 * comparisons and the tutor can inspect them.
 */
export type Node =
  | NumberNode
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: ConstantName }
  /** `isSeries` if it was written as a `\sum`. */
  | { readonly kind: 'sum'; readonly terms: readonly Node[]; readonly isSeries?: true }
  | { readonly kind: 'product'; readonly factors: readonly Node[]; readonly isSeries?: true }
  | { readonly kind: 'negative'; readonly operand: Node }
  | { readonly kind: 'quotient'; readonly numerator: Node; readonly denominator: Node }
  | { readonly kind: 'power'; readonly base: Node; readonly exponent: Node }
  /** `first ± second`, or `first ∓ second` if `isLower`. */
  | {
      readonly kind: 'plus_minus'
      readonly first: Node | null
      readonly second: Node
      readonly isLower: boolean
    }
  /** A known function, such as `sin`, `root` (radicand, degree) or `log` (argument, base). */
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Node[] }
  /** A letter before brackets: a function value or a product. */
  | { readonly kind: 'applied'; readonly name: string; readonly operands: readonly Node[] }
  | { readonly kind: 'percent'; readonly operand: Node }
  | { readonly kind: 'degrees'; readonly operand: Node }
  /** A value and its unit, such as `cm^2`. The spelling of the unit is normalized. */
  | { readonly kind: 'quantity'; readonly operand: Node; readonly unit: string }
  /** Digits in a base other than ten, such as `1011_2`. */
  | { readonly kind: 'based'; readonly digits: string; readonly base: number }
  | { readonly kind: 'ratio'; readonly parts: readonly Node[] }
  /** Items without brackets, separated by commas, "and" or "or". */
  | {
      readonly kind: 'list'
      readonly items: readonly Node[]
      readonly joint: 'comma' | 'and' | 'or'
      /** Joined by a sign of logic between two statements. */
      readonly isLogical?: true
    }
  | { readonly kind: 'set'; readonly items: readonly Node[] }
  /** Items in brackets. Two items may be an interval. */
  | {
      readonly kind: 'tuple'
      readonly open: Bracket
      readonly close: Bracket
      readonly items: readonly Node[]
    }
  /** Values under conditions; `null` means "otherwise". */
  | {
      readonly kind: 'piecewise'
      readonly values: readonly Node[]
      readonly conditions: readonly (Node | null)[]
    }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly Node[])[] }
  | {
      readonly kind: 'combined'
      readonly operation: 'union' | 'intersection' | 'difference'
      readonly parts: readonly Node[]
    }
  /** `sides[0] comparisons[0] sides[1] …` */
  | {
      readonly kind: 'relation'
      readonly sides: readonly Node[]
      readonly comparisons: readonly Comparison[]
    }
  | { readonly kind: 'member'; readonly element: Node; readonly set: Node }
  /** A value modulo another. */
  | { readonly kind: 'modulo'; readonly operand: Node; readonly modulus: Node }
  /**
   * Notation that is not evaluated: sums, integrals, limits. If the summand is known, it is the
   * only operand. The rest is compared as written.
   */
  | { readonly kind: 'opaque'; readonly text: string; readonly operands: readonly Node[] }
  | { readonly kind: 'text'; readonly text: string }
