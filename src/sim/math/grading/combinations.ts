/**
 * Notations of combinations and permutations: `C(5,2)`, `5C2`, `{}_5C_2`, `C_5^2`, and the same
 * with P.
 */
const LETTER = String.raw`(?:\\(?:mathrm|text|operatorname)\s?\{\s?)?([CP])\s?\}?`
const COUNT = String.raw`\{?\s?(\d{1,3}|[nmkr])\s?\}?`
const SPACE = String.raw`(?:\\[,;! ]|\s)*`
const INDEXES_AROUND = new RegExp(
  String.raw`(?<![\w)\]}])(?:\{\s?\})?[_^]\s?${COUNT}${SPACE}${LETTER}${SPACE}_\s?${COUNT}`,
  'g',
)
const LETTER_BETWEEN = /(?<![\w.\\])(\d{1,3})\s?([CP])\s?(\d{1,3})(?![\w.])/g
const INDEXES_BEHIND = new RegExp(
  String.raw`(?<![\w\\}])${LETTER}(?:_\s?${COUNT}\^\s?${COUNT}|\^\s?${COUNT}_\s?${COUNT})`,
  'g',
)
const ARGUMENT = String.raw`\s?(\d{1,3}|[nmkr])\s?`
const LETTER_BEFORE_BRACKETS = new RegExp(
  String.raw`(?<![\w\\])(?:${LETTER}|n([CP])r)\s?` +
    String.raw`(?:\\left)?\(${ARGUMENT},${ARGUMENT}(?:\\right)?\)`,
  'g',
)
/** Points have letters too: A(0,0), B(3,0), C(5,2). */
const POINTS = /[ABD-OQ-Z]\s?\(/

/** Whether a text may contain combinations or permutations. */
const mayHaveCombinations = (text: string): boolean => /[CP](?:[}\s(_^\d]|\\left)|n[CP]r/.test(text)

const NOTATIONS = [INDEXES_AROUND, LETTER_BETWEEN, INDEXES_BEHIND, LETTER_BEFORE_BRACKETS]

/** Rewrites combinations and permutations as binomials. */
export function withBinomials(formula: string): string {
  if (!mayHaveCombinations(formula)) return formula
  let result = formula
  for (const notation of NOTATIONS) {
    if (notation === LETTER_BEFORE_BRACKETS && POINTS.test(result)) return result
    result = result.replace(notation, (found: string, ...groups: (string | undefined)[]) => {
      // After the groups come the position and the whole text.
      const parts = groups.slice(0, -2).filter((group) => group !== undefined)
      return binomialText(parts, notation === INDEXES_BEHIND) ?? found
    })
  }
  return result
}

/**
 * A binomial, or a permutation for P; `null` if it chooses more than all.
 *
 * @param isEitherOrder some authors write the larger number above, others below
 */
function binomialText(parts: readonly string[], isEitherOrder: boolean): string | null {
  const letter = parts.find((part) => /[CP]/.test(part))
  const [first = '', second = ''] = parts.filter((part) => part !== letter)
  if (isEitherOrder && /[a-z]/.test(first + second)) return null
  const isSwapped = isEitherOrder && Number(first) < Number(second)
  const [total, chosen] = isSwapped ? [second, first] : [first, second]
  if (Number(chosen) > Number(total)) return null
  const binomial = `\\binom{${total}}{${chosen}}`
  return letter === 'C' ? binomial : `(${binomial} \\cdot ${chosen}!)`
}

/** The positions of combinations and permutations in a text. */
export function combinationSpans(text: string): { readonly start: number; readonly end: number }[] {
  if (!mayHaveCombinations(text)) return []
  return NOTATIONS.flatMap((form) =>
    [...text.matchAll(form)].map((match) => {
      return { start: match.index, end: match.index + match[0].length }
    }),
  )
}
