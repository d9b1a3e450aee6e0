import { wordsToFormula } from './formula-words.ts'

/**
 * Words after which a number is not a second answer: prepositions, conjunctions of a subordinate
 * clause, relative pronouns, names of operations.
 */
const GOVERNING_WORD = new RegExp(
  String.raw`\b(?:about|above|after|among|as|at|base|because|before|below|between|by|during|for|` +
    `from|if|in|into|minus|mod|modulo|of|on|once|out|over|per|plus|pmod|see|since|than|` +
    `that|through|times|to|under|unless|until|when|where|whereas|which|while|who|` +
    String.raw`whose|with|within|without)\b|[=<>≈≤≥≠]|\\(?:approx|equiv|geq?|leq?|neq?|p?mod)\b`,
  'i',
)
/** The beginning of another subject of the sentence: "the remainder is 3". */
const NAMES = /\b(?:the|an?|its|his|her|their|each|every|[a-z]+ing)\b/i
/** Matches "the remainder is 3", but not "the other answer is 3". */
const DESCRIBES_OTHER = new RegExp(
  String.raw`\b(?:the|an?|its) (?!.*\b(?:answer|option|other|result|solution|value)s?\b)` +
    String.raw`.*\b(?:is|are|was|were)\s*$`,
  'i',
)
const PERSON = /\b(?:i|we|you|one|it)\b/i

/** A number with everything attached to it. After a letter or a sign it belongs to those. */
const NUMBER = String.raw`(?:[$€£]\s?)?[-−]?(?:\d|\.\d|\\[dt]?frac\b|\\sqrt\b|\\pi\b|π)[^\s,;()]*`
const ENDS_IN_NUMBER = new RegExp(String.raw`^(\D*?(?<![\w^{}\\+*·^-]))\s*(${NUMBER})$`)
/** "Or 19 crates" is another amount. "(4 rows)" describes something else. */
const ENDS_IN_AMOUNT = new RegExp(
  String.raw`^(\D*?(?<![\w^{}\\+*·^-]))\s*(${NUMBER}(?:\s[a-z]+)?)$`,
)

/** "Theorem 2" and "Step 3" are names. */
const NAME = /(?:^|\s)[A-Z][a-z]+\s*$/
/** Words that introduce another value. */
const ALTERNATIVE_WORDS = [
  ...['or', 'also', 'else', 'otherwise', 'maybe', 'perhaps', 'even', 'instead'],
  ...['alternatively', 'alternately', 'possibly', 'equally', 'similarly', 'likely', 'potentially'],
  ...['additionally', 'conceivably', 'plausibly', 'arguably', 'actually', 'secondly'],
].join('|')
const JOINS = new RegExp(String.raw`^\W*(?:and|but|i|vs|versus|resp|${ALTERNATIVE_WORDS})\b`, 'i')
const AS_WELL = /\s+(?:too|(?:is )?also(?: works| possible)?|as well|instead|is possible|works)$/
const WORDS_MAX = 6

const STATEMENT_MAX = 160
/** A full stop does not end a statement if digits or lower-case letters follow, as in "resp. 8". */
const STATEMENT_END = /[!?\n]|\.(?=\s*$|\s+["'(*$\\]*[A-Z]|\s*\()|(?<![a-z])\.(?=\s)/

/** The rest of the statement after a form, with a bracketed remark right after it. */
function restOfStatement(following: string): string {
  const text = following.slice(0, STATEMENT_MAX)
  const end = text.search(STATEMENT_END)
  if (end < 0) return text
  const [remark = ''] = /^[.!]?\s*\([^()\n]*\)/.exec(text.slice(end)) ?? []
  return text.slice(0, end) + remark.replace(/^[.!]/, '')
}

/** The number that ends a clause, if it is the only one and no `GOVERNING_WORD` precedes it. */
function loneNumber(clause: string, kind: 'first' | 'later' | 'remark'): string | null {
  const text = wordsToFormula(
    clause
      .replace(/\b(?:one|zero)\b/gi, '')
      .trim()
      .replace(AS_WELL, ''),
  )
  const hasConjunction = kind === 'remark' && JOINS.test(text)
  const [, lead, number] = (hasConjunction ? ENDS_IN_AMOUNT : ENDS_IN_NUMBER).exec(text) ?? []
  if (lead === undefined || number === undefined) return null
  if (GOVERNING_WORD.test(lead) || NAME.test(lead)) return null
  const words = lead.match(/[a-z]+/gi) ?? []
  if (words.length > WORDS_MAX) return null
  if (kind === 'remark' ? DESCRIBES_OTHER.test(lead) : NAMES.test(lead)) return null
  // "(pattern 69)" is a name.
  if (kind === 'remark' && words.length === 1 && !JOINS.test(lead)) return null
  return kind !== 'later' || words.length < 2 || PERSON.test(lead) ? number : null
}

/**
 * Whether the rest of a statement adds another value: "vs 8", "resp. 8", "(I also got 8)". A number
 * after a preposition, as in "out of 8", does not count.
 */
export function hasOtherValue(following: string, restates: (other: string) => boolean): boolean {
  const statement = restOfStatement(
    following
      .replace(/\\[dt]?frac\s?\{(\d+)\}\s?\{(\d+)\}/g, '$1/$2')
      .replace(/\\q?quad\b|\\[,;:! ]|\\left|\\right|\\(?:tag|label)\*?\s?\{[^{}]*\}/g, ' ')
      .replace(/[$*`}]|(?<![_^])\{|\\[()[\]]/g, ' '),
  )
  if (!/[\dπ]|\\(?:pi|sqrt|[dt]?frac)|[a-z]{3}/i.test(statement)) return false
  const remarks: string[] = []
  const withoutRemarks = statement.replace(/\(([^()\n]*)\)/g, (_, remark: string) => {
    if (!isCalculation(remark)) remarks.push(...splitClauses(remark))
    return ' '
  })
  const isOther = (number: string | null): boolean => number !== null && !restates(number)
  return (
    remarks.some((remark) => isOther(loneNumber(remark, 'remark'))) ||
    splitClauses(withoutRemarks).some((clause, index) =>
      isOther(loneNumber(clause, index ? 'later' : 'first')),
    )
  )
}

/** Whether a remark is a calculation: it has a relation, or several numbers. */
const isCalculation = (remark: string): boolean =>
  /[=<>≈≤≥]/.test(remark) || (remark.match(/\d[\d.,/]*/g)?.length ?? 0) > 1

const splitClauses = (text: string): readonly string[] =>
  text.replace(/[\s.]+$/, '').split(/[;:–—|]|,(?!\d{3})|\s-\s(?!\d)|(?<!\d)\/(?!\d)/)

/** Whether a remark names another value. */
export const namesOtherValue = (remark: string, restates: (other: string) => boolean): boolean =>
  splitClauses(remark.replaceAll('$', ' ')).some((clause) => {
    const number = loneNumber(clause, 'remark')
    return number !== null && !restates(number)
  })

/** Whether the sentence after a form names another value: "I also got 8", "Alternatively, 8". */
export const continuesWithOtherValue = (
  sentence: string,
  restates: (other: string) => boolean,
): boolean => ALSO.test(sentence) && namesOtherValue(sentence, restates)

const ALSO = new RegExp(String.raw`\b(?:${ALTERNATIVE_WORDS})\b`, 'i')
