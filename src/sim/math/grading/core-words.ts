import { SMALL_NUMBER_WORDS } from './tables/number-words.ts'
import { withKindsOfNumbers } from './text.ts'

const NOT = '(?!not |no |never |neither |nor )'
const SUBJECT =
  '(?:it|there|this|that|he|she|they|(?:the|an?|his|her|its|their)(?: [a-z]+){1,5}?|answer)'
const BELIEF =
  '(?:i (?:would )?(?:believe|think|guess|say|am (?:fairly |pretty |quite )?sure)(?: that)? )?'
const LEAD = new RegExp(
  `^${BELIEF}${SUBJECT} (?:is|was|are|were|(?:would|will|must|should) be|remains?) ${NOT}`,
)
const DEEDS = [
  ...['written', 'painted', 'composed', 'directed', 'invented', 'discovered', 'founded', 'created'],
  ...[
    'formulated',
    'born',
    'built',
    'located',
    'released',
    'published',
    'recorded',
    'sung',
    'held',
  ],
  ...[
    'developed',
    'designed',
    'produced',
    'played',
    'signed',
    'fought',
    'won',
    'made',
    'led',
    'set',
  ],
  ...['situated', 'introduced', 'proposed', 'proved', 'established', 'opened', 'based', 'known'],
]
/** "Written by", "born in": what was done to the subject, and where or by whom. */
const DONE = new RegExp(`^(?:first |originally )?(?:${DEEDS.join('|')}) (?:by|in|at|on|from|as) `)
const CALLED = /^(?:called|named|titled) /
const HAPPENING = [
  ...['happened', 'falls', 'fell', 'lands', 'occurred', 'started', 'began', 'ended', 'opened'],
  ...['died', 'lived', 'took place', 'came out'],
].join('|')
const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'
/** "It happened on Monday", "it sank in 1912". */
const HAPPENED = new RegExp(
  `^(?:${SUBJECT}|(?:${MONTHS}) \\d{1,2}) ` +
    `(?:(?:${HAPPENING}) (?:in|on|at) |[a-z]{2,12} in (?=\\d{3,4}$))`,
)
/** What explains a name that "it was" led to: "the Beatles who recorded it". */
const REMARK = /(?<=[a-z]) (?:(?:who|that|which) .*)$/
const YEAR = /(?<=[a-z]) (?:in|since) \d{3,4}$/
const LEVEL = '(?! (?:second|third|least|opposite|wrong|incorrect)\\b)'
const ALONE = '(?!.*\\b(?:not|than|but|and|or|nor|except|after|before|nothing)\\b)'
/** What is said about a name that has the sentence for itself. */
const PREDICATE = new RegExp(
  `^([a-z0-9 ]{2,60}?) (?:(?:is|was|are|were|will be|must be) ` +
    `(?:the|correct|right|my|our)\\b${LEVEL}|(?:won|wins|has won)\\b)${ALONE}.*$`,
)
/** What an adjective is said of, when nothing else could be: "an even function" is even. */
const BEARER = /^([a-z ]{3,40}) (?:function|number|person|one|triangle|quadrilateral|shape)$/
const NUMBERS = [...SMALL_NUMBER_WORDS.keys()].join('|')
/** "There are twelve members" says twelve. */
const COUNTED = new RegExp(
  '^(?:there (?:is|are|was|were)|(?:it|he|she|they|we) (?:has|have|had)) ' +
    `(\\d{1,9}|${NUMBERS})(?: [a-z]{3,12})?$`,
)
const ITS = /^it s (?!not |no |never )/
const ARTICLE = /^(?:on|in|at|by|the|a|an) (?=[a-z0-9]{2})/
const DAY_FIRST = new RegExp(String.raw`\b(\d{1,2}) (?:of )?(${MONTHS})\b`)

/** "Yes, it is", "No, such a number is too large". */
const AFFIRMED = new RegExp(
  '^(yes|no)(?: (?:it|he|she|they|there|this|that|we|you|the|such|because|since|these|those|' +
    'every|all|some|i) .*)?$',
)

/** What remains of words without "it is", articles, and the ways to write a date. */
export function coreWords(words: string): string {
  const [, affirmed] = AFFIRMED.exec(words) ?? []
  if (affirmed !== undefined) return affirmed
  let plain = words.replace(/(\d)(?:st|nd|rd|th)\b/g, '$1').replace(DAY_FIRST, '$2 $1')
  plain = plain.replace(/^(?:so|thus|hence|therefore) /, '')
  const said = plain.replace(COUNTED, '$1').replace(LEAD, '').replace(ITS, '')
  if (said !== plain) {
    plain = said.replace(DONE, '').replace(CALLED, '').replace(REMARK, '')
  } else {
    plain = plain.replace(HAPPENED, '').replace(PREDICATE, '$1')
  }
  plain = plain.replace(YEAR, '').replace(ARTICLE, '').replace(ARTICLE, '')
  return withKindsOfNumbers(plain.replace(BEARER, '$1'))
}
