import type { Token } from '../lexer/token.ts'

/**
 * Whether a quote after a space begins a signal: a space separates it from the noun before, but not
 * from what follows, as in `f 'error`. All other quotes after a term are iterators.
 */
export const startsSignal = ({ text, spaced, end }: Token, next: Token, isBehindVerb: boolean) =>
  text === "'" && spaced && !isBehindVerb && next.start === end
