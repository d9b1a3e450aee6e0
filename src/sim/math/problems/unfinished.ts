/** What stands before an operator that joins two values. */
const OPERAND = String.raw`[\w)}\]%]\s*`
const OPERATION = new RegExp(
  `${OPERAND}(?:[*×·⋅÷+^−-]|\\\\(?:times|cdot|div|pmod|bmod|mod)\\b|\\bmod\\b)`,
)
const BRACKETED_PRODUCT = /[\w}]\(|\)(?:[\^(]|\w)/

/**
 * Whether an answer to a generated problem still has work in it, `12 \times 34` or `(x + 2)^2`:
 * it may be equal in value to the answer and yet do no more than repeat the question.
 *
 * @param dataset the family's name; false for every other data set
 * @param answer the final answer as it was extracted, without what surrounds it
 */
export function isUnfinished(dataset: string, answer: string): boolean {
  const text = answer.replace(/\\(?:left|right|[,;! ])|\$/g, '')
  if (dataset === 'polynomials') return BRACKETED_PRODUCT.test(text.replace(/[\s*·⋅]|\\cdot/g, ''))
  return NUMBER_FAMILIES.has(dataset) && OPERATION.test(text.replace(/\\(?:d|t)frac/g, '\\frac'))
}

/** The families whose answers are numbers, or tuples of them. */
const NUMBER_FAMILIES: ReadonlySet<string> = new Set([
  ...['multiplication', 'hexadecimal', 'fractions', 'linear_equations', 'linear_systems'],
  ...['percentages', 'sequences', 'modular_arithmetic', 'probability'],
])
