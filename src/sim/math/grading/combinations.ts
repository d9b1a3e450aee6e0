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

/** Rewrites combinations and permutations as binomials. */
export function withBinomials(formula: string): string {
  if (!mayHaveCombinations(formula)) return formula
  const rewritten = formula
    .replace(INDEXES_AROUND, (notation: string, total: string, letter: string, chosen: string) =>
      binomialText(letter, total, chosen, notation),
    )
    .replace(LETTER_BETWEEN, (notation: string, total: string, letter: string, chosen: string) =>
      binomialText(letter, total, chosen, notation),
    )
    .replace(INDEXES_BEHIND, (notation: string, letter: string, ...numbers: readonly string[]) => {
      // Some authors write the larger number above, others below.
      const [upper = 0, lower = 0] = numbers.slice(0, 4).filter(Boolean).map(Number)
      if (!Number.isInteger(upper + lower)) return notation
      return binomialText(
        letter,
        `${Math.max(upper, lower)}`,
        `${Math.min(upper, lower)}`,
        notation,
      )
    })
  if (POINTS.test(rewritten)) return rewritten
  return rewritten.replace(
    LETTER_BEFORE_BRACKETS,
    (
      notation: string,
      letter: string | undefined,
      otherLetter: string,
      total: string,
      chosen: string,
    ) => binomialText(letter ?? otherLetter, total, chosen, notation),
  )
}

/** A binomial, or a permutation for P. Returns the notation if it chooses more than all. */
function binomialText(letter: string, total: string, chosen: string, notation: string): string {
  if (Number(chosen) > Number(total)) return notation
  const binomial = `\\binom{${total}}{${chosen}}`
  return letter === 'C' ? binomial : `(${binomial} \\cdot ${chosen}!)`
}

const NOTATIONS = [INDEXES_AROUND, LETTER_BETWEEN, INDEXES_BEHIND, LETTER_BEFORE_BRACKETS]

/** The positions of combinations and permutations in a text. */
export function combinationSpans(text: string): { readonly start: number; readonly end: number }[] {
  if (!mayHaveCombinations(text)) return []
  return NOTATIONS.flatMap((form) =>
    [...text.matchAll(form)].map((match) => {
      return { start: match.index, end: match.index + match[0].length }
    }),
  )
}
