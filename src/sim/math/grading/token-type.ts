/** The kinds of tokens in formulas. */
export type TokenType =
  | 'number'
  | 'letter'
  | 'function'
  | 'constant'
  | 'operator'
  | 'relation'
  | 'set'
  | 'open'
  | 'close'
  | 'bar'
  | 'such_that'
  | 'separator'
  | 'gap'
  | 'space'
  | 'text'
  | 'command'
  | 'opaque'
  | 'colon'
  | 'percent'
  | 'degree'
  | 'prime'
  | 'currency'
  | 'ampersand'
  | 'ellipsis'
  | 'arrow'

/** One token of a formula. */
export interface Token {
  readonly type: TokenType
  /** The normalized spelling: LaTeX, Unicode and ASCII give the same. */
  readonly text: string
  /** Whether a space, or a command for one, precedes it. */
  readonly isSpaced: boolean
}
