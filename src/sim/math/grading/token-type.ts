/** The kinds of pieces that formulas are made of. */
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

/** One piece of a formula. */
export interface Token {
  readonly type: TokenType
  /** What it says, in one spelling: LaTeX, Unicode and ASCII give the same. */
  readonly text: string
  /** Whether a blank, or a command for one, stands before it. */
  readonly isSpaced: boolean
}
