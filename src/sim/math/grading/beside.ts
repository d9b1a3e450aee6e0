import { asFormula } from './spoken.ts'

/**
 * Words that give the number behind them another part than to be a second answer: prepositions,
 * conjunctions that begin a clause of their own, relative pronouns, and names of operations.
 */
const GOVERNS = new RegExp(
  String.raw`\b(?:about|above|after|among|as|at|base|because|before|below|between|by|during|for|` +
    `from|if|in|into|minus|mod|modulo|of|on|once|out|over|per|plus|pmod|see|since|than|` +
    `that|through|times|to|under|unless|until|when|where|whereas|which|while|who|` +
    String.raw`whose|with|within|without)\b|[=<>≈≤≥≠]|\\(?:approx|equiv|geq?|leq?|neq?|p?mod)\b`,
  'i',
)
/** What begins the name of something else, of which the number is said: "the remainder is 3". */
const NAMES = /\b(?:the|an?|its|his|her|their|each|every|[a-z]+ing)\b/i
/** "The remainder is 3", and not "the other answer is 3". */
const SAYS_OF = new RegExp(
  String.raw`\b(?:the|an?|its) (?!.*\b(?:answer|option|other|result|solution|value)s?\b)` +
    String.raw`.*\b(?:is|are|was|were)\s*$`,
  'i',
)
const SPEAKS = /\b(?:i|we|you|one|it)\b/i

/** A number with all that is written against it; behind a letter or a sign it is part of that. */
const NUMBER = String.raw`(?:[$€£]\s?)?[-−]?(?:\d|\.\d|\\[dt]?frac\b|\\sqrt\b|\\pi\b|π)[^\s,;()]*`
const ENDS_IN_NUMBER = new RegExp(String.raw`^(\D*?(?<![\w^{}\\+*·^-]))\s*(${NUMBER})$`)
/** "Or 19 crates" is another amount, and "(4 rows)" says what there is besides. */
const ENDS_IN_AMOUNT = new RegExp(
  String.raw`^(\D*?(?<![\w^{}\\+*·^-]))\s*(${NUMBER}(?:\s[a-z]+)?)$`,
)

/** "Theorem 2" and "Step 3" are names. */
const NAME = /(?:^|\s)[A-Z][a-z]+\s*$/
/** Words that lead on to another value. */
const OTHERWISE = [
  ...['or', 'also', 'else', 'otherwise', 'maybe', 'perhaps', 'even', 'instead'],
  String.raw`(?!only\b)[a-z]{3,}ly`,
].join('|')
const JOINS = new RegExp(String.raw`^\W*(?:and|but|i|vs|versus|resp|${OTHERWISE})\b`, 'i')
const AS_WELL = /\s+(?:too|(?:is )?also(?: works| possible)?|as well|instead|is possible|works)$/
const WORDS_MAX = 6

const STATEMENT_MAX = 160
/** A full stop ends no statement behind which digits or small letters go on: "resp. 8". */
const END = /[!?\n]|\.(?=\s*$|\s+["'(*$\\]*[A-Z]|\s*\()|(?<![a-z])\.(?=\s)/

/** The rest of the statement that a form stands in, and a remark in brackets right behind it. */
function statementBehind(behind: string): string {
  const text = behind.slice(0, STATEMENT_MAX)
  const at = text.search(END)
  if (at < 0) return text
  const [remark = ''] = /^[.!]?\s*\([^()\n]*\)/.exec(text.slice(at)) ?? []
  return text.slice(0, at) + remark.replace(/^[.!]/, '')
}

/** The number that a clause ends on, if it has no other and nothing in it governs that. */
function loneNumber(clause: string, kind: 'first' | 'later' | 'remark'): string | null {
  const plain = asFormula(
    clause
      .replace(/\b(?:one|zero)\b/gi, '')
      .trim()
      .replace(AS_WELL, ''),
  )
  const isJoined = kind === 'remark' && JOINS.test(plain)
  const [, before, number] = (isJoined ? ENDS_IN_AMOUNT : ENDS_IN_NUMBER).exec(plain) ?? []
  if (before === undefined || number === undefined) return null
  if (GOVERNS.test(before) || NAME.test(before)) return null
  const words = before.match(/[a-z]+/gi) ?? []
  if (words.length > WORDS_MAX) return null
  if (kind === 'remark' ? SAYS_OF.test(before) : NAMES.test(before)) return null
  // "(pattern 69)" is the name of something.
  if (kind === 'remark' && words.length === 1 && !JOINS.test(before)) return null
  return kind !== 'later' || words.length < 2 || SPEAKS.test(before) ? number : null
}

/**
 * Whether the rest of a statement puts another value beside the one that it states: "vs 8", "resp.
 * 8", "(I also got 8)". A value that is governed, as in "out of 8", describes something.
 */
export function hasOtherBeside(behind: string, restates: (other: string) => boolean): boolean {
  const statement = statementBehind(
    behind
      .replace(/\\[dt]?frac\s?\{(\d+)\}\s?\{(\d+)\}/g, '$1/$2')
      .replace(/\\q?quad\b|\\[,;:! ]|\\left|\\right/g, ' ')
      .replace(/[$*`}]|(?<![_^])\{|\\[()[\]]/g, ' '),
  )
  if (!/[\dπ]|\\(?:pi|sqrt|[dt]?frac)|[a-z]{3}/i.test(statement)) return false
  const remarks: string[] = []
  const outside = statement.replace(/\(([^()\n]*)\)/g, (_, remark: string) => {
    if (!isWorking(remark)) remarks.push(...clausesOf(remark))
    return ' '
  })
  const isOther = (number: string | null): boolean => number !== null && !restates(number)
  return (
    remarks.some((remark) => isOther(loneNumber(remark, 'remark'))) ||
    clausesOf(outside).some((clause, at) => isOther(loneNumber(clause, at ? 'later' : 'first')))
  )
}

/** Whether a remark works something out: it has a relation, or several numbers. */
const isWorking = (remark: string): boolean =>
  /[=<>≈≤≥]/.test(remark) || (remark.match(/\d[\d.,/]*/g)?.length ?? 0) > 1

const clausesOf = (text: string): readonly string[] =>
  text.replace(/[\s.]+$/, '').split(/[;:–—|]|,(?!\d{3})|\s-\s(?!\d)|(?<!\d)\/(?!\d)/)

/** Whether a remark names another value. */
export const namesOther = (remark: string, restates: (other: string) => boolean): boolean =>
  clausesOf(remark.replaceAll('$', ' ')).some((clause) => {
    const number = loneNumber(clause, 'remark')
    return number !== null && !restates(number)
  })

/** Whether a sentence behind a form names another value: "I also got 8", "Alternatively, 8". */
export const goesOnWithOther = (sentence: string, restates: (other: string) => boolean): boolean =>
  ALSO.test(sentence) && namesOther(sentence, restates)

const ALSO = new RegExp(String.raw`\b(?:${OTHERWISE})\b`, 'i')
