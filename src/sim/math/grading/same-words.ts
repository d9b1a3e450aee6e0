import { SMALL_NUMBER_WORDS } from './tables/number-words.ts'
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

const NOT = '(?!not |no |never |neither |nor )'
const SUBJECT =
  '(?:it|there|this|that|he|she|they|(?:the|an?|his|her|its|their)(?: [a-z]+){1,5}?|answer)'
const LEAD = new RegExp(
  `^(?:(?:so|thus|hence|therefore) )?` +
    `(?:i (?:would )?(?:believe|think|guess|say|am (?:fairly |pretty |quite )?sure)(?: that)? )?` +
    `${SUBJECT} (?:is|was|are|were|(?:would|will|must|should) be|remains?) ${NOT}`,
)
/** "Written by", "born in": what was done to the subject, and where or by whom. */
const DONE = new RegExp(
  `^${NOT}(?:(?:first|originally|also) )?[a-z]{2,12}(?:ed|en|wn|rn|ng|nd|ld|de|nt) ` +
    '(?:by|in|at|on|from|as|to) ',
)
const CALLED = /^(?:called|named|known as|titled) /
/** "It happened in 1969". */
const HAPPENED = new RegExp(
  `^${SUBJECT} (?:happened|falls|fell|lands|occurred|started|began|ended|opened|died|lived|took place|came out) ` +
    '(?:in|on|at) |' +
    `^${SUBJECT} [a-z]{2,12} in (?=\\d{3,4}$)`,
)
/** What explains a name that "it was" led to: "the Beatles who recorded it". */
const REMARK = /(?<=[a-z]) (?:(?:who|that|which) .*)$/
const YEAR = /(?<=[a-z]) (?:in|since) \d{3,4}$/
/** What is said about a name that has the sentence for itself. */
const PREDICATE =
  /^([a-z0-9 ]{2,60}?) (?:is|was|are|were|will be|must be) (?:the|correct|right|my|our)\b(?! (?:second|third|least|opposite|wrong|incorrect)\b)(?!.*\b(?:not|than|but|and|or|nor|except|after|before)\b).*$/
const WON =
  /^([a-z]{2,20}(?: [a-z]{2,20}){0,2}) (?:won|wins|has won)\b(?!.*\b(?:not|but|and|or|nothing)\b).*$/
/** What an adjective is said of, when nothing else could be: "an even function" is even. */
const BEARER = /^([a-z ]{3,40}) (?:function|number|person|one|triangle|quadrilateral|shape)$/
/** "There are twelve members" says twelve. */
const COUNTED = new RegExp(
  `^(?:there (?:is|are|was|were)|(?:it|he|she|they|we) (?:has|have|had)) (\\d{1,9}|${[...SMALL_NUMBER_WORDS.keys()].join('|')})(?: [a-z]{3,12})?$`,
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
  plain = plain.replace(/^(?:so|thus|hence|therefore) /, '')
  const said = plain.replace(COUNTED, '$1').replace(LEAD, '').replace(ITS, '')
  if (said !== plain) {
    plain = said.replace(DONE, '').replace(CALLED, '').replace(REMARK, '')
  } else {
    plain = plain.replace(HAPPENED, '').replace(PREDICATE, '$1').replace(WON, '$1')
  }
  plain = plain.replace(YEAR, '').replace(ARTICLE, '').replace(ARTICLE, '')
  return plain.replace(BEARER, '$1')
}
