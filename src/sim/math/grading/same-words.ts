import { textKey } from './text.ts'

/** Signs by which a text is a formula that could not be read, and no words. */
const SIGNS = /[=<>^_/*|[\](){}+:]|\\(?!text|mathrm|textbf|mbox|textit|["' ,;!])/
const LOOSE_SIGN = /-(?![a-z]{2})|(?<![a-z]{2})-|[,;](?!\s*(?:\d{1,4}\b|[a-z]{2}))/i

/** `\text{…}` without its command. */
const UNWRAPPED = /\\(?:text|mathrm|textbf|mbox|textit)\s*\{([^{}]*)\}/g

const isWords = (text: string): boolean => !SIGNS.test(text) && !LOOSE_SIGN.test(text)

/** Whether two answers that are no formulas say the same words. */
export function sameWords(gold: string, answer: string): boolean {
  const [first, second] = [gold, answer].map((text) => text.replace(UNWRAPPED, ' $1 '))
  if (first === undefined || second === undefined) return false
  if (!isWords(first) || !isWords(second)) return false
  const [wanted, given] = [textKey(first), textKey(second)]
  if (wanted === '' || given === '') return false
  return wanted === given || essence(wanted) === essence(given)
}

const LEAD = new RegExp(
  `^(?:(?:so|thus|hence|therefore) )?` +
    `(?:it|this|that|he|she|they|(?:the|an?|his|her|its|their)(?: [a-z]+){1,5}?|answer)` +
    ` (?:is|was|are|were|(?:would|will|must|should) be|remains?) (?!not |no |never )`,
)
const ITS = /^it s (?!not |no |never )/
const ARTICLE = /^(?:on|in|at|by|the|a|an) (?=[a-z0-9]{2})/
const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const DAY_FIRST = new RegExp(String.raw`\b(\d{1,2}) (?:of )?(${MONTHS})\b`)

/** What remains of words without "it is", articles, and the ways to write a date. */
export function essence(words: string): string {
  const [, affirmed] =
    /^(yes|no)(?: (?:it|he|she|they|there|this|that|we|you|the) .*)?$/.exec(words) ?? []
  if (affirmed !== undefined) return affirmed
  let plain = words.replace(/(\d)(?:st|nd|rd|th)\b/g, '$1').replace(DAY_FIRST, '$2 $1')
  plain = plain.replace(LEAD, '').replace(ITS, '')
  return plain.replace(ARTICLE, '').replace(ARTICLE, '')
}
