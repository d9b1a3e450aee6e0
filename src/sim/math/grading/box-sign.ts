/** A minus sign of the next value, not a dash in a sentence or list. */
const MINUS = /(?:^|[\s$=({&:])[-−]$/
/** Signs and names after which a value is part of a formula. */
const TAKES_NEXT = new RegExp(
  String.raw`(?:\\(?:cdot|times|div|neg|lnot|pm|mp|log|ln|exp|sin|cos|tan|sqrt|frac|binom|` +
    String.raw`overline)\s*|\\[bx]?cancel\s*\{[^{}]*|` +
    String.raw`(?<=[\w)}]\s?)[*/+]\s?|[\^_]|[\d)}]\s?[-−]\s?|(?<![a-zA-Z\d_.,]\d{0,8})\d)[({]?$`,
)
const TAKES_LAST = new RegExp(
  String.raw`^i(?![a-z'])|^_(?!\{?10\b)|^\s*(?:\^(?!\{?\s*\\(?:circ|text|mathrm))|` +
    String.raw`\\(?:cdot|times|div|pm|sqrt|pi|[dt]?frac)(?![a-z])|[*+]\s?[\d\\a-z({])`,
)

const CONTEXT_MAX = 24

/**
 * How a formula continues around a box: `-` if a minus sign belongs to the value, `part` if the
 * formula goes on, as in `2 \cdot \boxed{3}` and `\boxed{3}^2`, otherwise `null`.
 */
export function signOfBox(text: string, start: number, end: number): '-' | 'part' | null {
  const preceding = text.slice(Math.max(0, start - CONTEXT_MAX), start)
  if (TAKES_LAST.test(text.slice(end, end + CONTEXT_MAX))) return 'part'
  if (MINUS.test(preceding)) return '-'
  return TAKES_NEXT.test(preceding) ? 'part' : null
}
