import type { Token } from '../lexer/token.ts'

/**
 * Whether a quote behind a blank begins a signal: it stands apart from the noun before it, and
 * touches what is behind, as in `f 'error`. All other quotes behind a term are iterators.
 */
export const startsSignal = ({ text, spaced, end }: Token, next: Token, isBehindVerb: boolean) =>
  text === "'" && spaced && !isBehindVerb && next.start === end
