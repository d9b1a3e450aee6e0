/**
 * Notations of combinations and permutations: `C(5,2)`, `5C2`, `{}_5C_2`, `C_5^2`, and the same
 * with P.
 */
const LETTER = String.raw`(?:\\(?:mathrm|text|operatorname)\s?\{\s?)?([CP])\s?\}?`
const SMALL = String.raw`\{?\s?(\d{1,3}|[nmkr])\s?\}?`
const SPACE = String.raw`(?:\\[,;! ]|\s)*`
const AROUND = new RegExp(
  String.raw`(?<![\w)\]}])(?:\{\s?\})?[_^]\s?${SMALL}${SPACE}${LETTER}${SPACE}_\s?${SMALL}`,
  'g',
)
const BETWEEN = /(?<![\w.\\])(\d{1,3})\s?([CP])\s?(\d{1,3})(?![\w.])/g
const BEHIND = new RegExp(
  String.raw`(?<![\w\\}])${LETTER}(?:_\s?${SMALL}\^\s?${SMALL}|\^\s?${SMALL}_\s?${SMALL})`,
  'g',
)
const ARGUMENT = String.raw`\s?(\d{1,3}|[nmkr])\s?`
const BEFORE = new RegExp(
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
  const plain = formula
    .replace(AROUND, (whole: string, all: string, letter: string, part: string) =>
      binomialText(letter, all, part, whole),
    )
    .replace(BETWEEN, (whole: string, all: string, letter: string, part: string) =>
      binomialText(letter, all, part, whole),
    )
    .replace(BEHIND, (whole: string, letter: string, ...rest: readonly string[]) => {
      // Some authors write the larger number above, others below.
      const [one = 0, two = 0] = rest.slice(0, 4).filter(Boolean).map(Number)
      if (!Number.isInteger(one + two)) return whole
      return binomialText(letter, `${Math.max(one, two)}`, `${Math.min(one, two)}`, whole)
    })
  if (POINTS.test(plain)) return plain
  return plain.replace(
    BEFORE,
    (whole: string, letter: string | undefined, other: string, all: string, part: string) =>
      binomialText(letter ?? other, all, part, whole),
  )
}

/** Combinations, or permutations if the letter is P; `whole` as it is if part exceeds all. */
function binomialText(letter: string, all: string, part: string, whole: string): string {
  if (Number(part) > Number(all)) return whole
  const chosen = `\\binom{${all}}{${part}}`
  return letter === 'C' ? chosen : `(${chosen} \\cdot ${part}!)`
}

const NOTATIONS = [AROUND, BETWEEN, BEHIND, BEFORE]

/** The positions of combinations and permutations in a text. */
export function combinationSpans(text: string): { readonly start: number; readonly end: number }[] {
  if (!mayHaveCombinations(text)) return []
  return NOTATIONS.flatMap((form) =>
    [...text.matchAll(form)].map((match) => {
      return { start: match.index, end: match.index + match[0].length }
    }),
  )
}
