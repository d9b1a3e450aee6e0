import type { Value } from '../values/value.ts'

export type TokenKind =
  /** A literal: number, string, symbols. */
  | 'constant'
  | 'name'
  /** An operator such as `+` or `<=`. */
  | 'verb'
  /** An operator followed by a colon, such as `+:`: assign through, or its unary form. */
  | 'verb-colon'
  | 'iterator'
  /** One of `( ) [ ] { } ;` */
  | 'punctuation'
  | 'end'

/** A word of the source. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly value?: Value
  /** Offsets in the source: first character, and the one after the last. */
  readonly start: number
  readonly end: number
  /** Whether blanks or a line end stand before it. */
  readonly spaced: boolean
}
