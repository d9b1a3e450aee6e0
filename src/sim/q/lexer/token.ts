import type { Value } from '../values/value.ts'

export type TokenKind =
  /** A literal: number, string, symbols. */
  | 'constant'
  | 'name'
  /** An operator such as `+` or `<=`. */
  | 'verb'
  /** An operator with a colon, such as `+:`: an assignment through it, or its unary form. */
  | 'verb-colon'
  | 'iterator'
  /** One of `( ) [ ] { } ;` */
  | 'punctuation'
  | 'end'

/** A token of the source. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly value?: Value
  /** Offsets in the source: the first character, and the one after the last. */
  readonly start: number
  readonly end: number
  /** Whether a space or a line end precedes it. */
  readonly spaced: boolean
}
