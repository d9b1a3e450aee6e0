import { withKindsOfNumbers } from './text.ts'

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const DAY_FIRST = new RegExp(String.raw`\b(\d{1,2}) (?:of )?(${MONTHS})\b`)

/** "It is" and "the capital was" introduce a name, unless they deny it. */
const LEAD = new RegExp(
  '^(?:it s|(?:it|this|that|(?:the|an?|his|her|its|their)(?: [a-z]+){1,5}?) (?:is|was|are|were)) ' +
    '(?!not |no |never |neither |nor )',
)
const ARTICLE = /^(?:on|in|at|by|the|a|an) (?=[a-z0-9]{2})/

/** Removes "it is", articles and variations of dates from words. */
export function coreWords(words: string): string {
  const plain = words.replace(/(\d)(?:st|nd|rd|th)\b/g, '$1').replace(DAY_FIRST, '$2 $1')
  const core = plain.replace(LEAD, '').replace(ARTICLE, '').replace(ARTICLE, '')
  return withKindsOfNumbers(core)
}
