import { wordNumbersIn } from './number-words.ts'
import { type Rewriting, rewritten } from './rewriting.ts'

const VALUE = String.raw`\$?([-−]?(?:\\[dt]?frac\{\d+\}\{\d+\}|[\d.]*\d(?:\/\d+)?))\$?(?![\d\w])`
const NAME = '[a-z]{3,12}'
const IS = '(?:is|equals|=|must be)'
const OTHER = `(?:the )?(?:other|second)(?: one| ${NAME})? ${IS}`

/** Two values of one name in sentences of prose, as the list that they are. */
export const SEVERAL: readonly Rewriting[] = [
  {
    pattern: new RegExp(
      String.raw`\b(?:either )?\$?([a-z])\$? ${IS} ${VALUE},? (?:or|and) \$?\1\$? ${IS} ${VALUE}`,
      'gi',
    ),
    rewrite: '$$$1 = $2 \\text{ or } $1 = $3$$',
    example: ['either x is 2 or x equals 3.', '$x = 2 \\text{ or } x = 3$.'],
  },
  {
    pattern: new RegExp(
      `\\b(?:one|the first)(?: ${NAME})? ${IS} ${VALUE},? and ${OTHER} ${VALUE}`,
      'gi',
    ),
    rewrite: 'we have $$$1, $2$$',
    example: ['One root is -2 and the other is 7.', 'we have $-2, 7$.'],
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\w\\])\(?a\)\s*${VALUE}((?:[,;]?\s+(?:and )?\(?[b-f]\)\s*${VALUE})+)`,
      'gi',
    ),
    rewrite: (_, first = '', others = '') =>
      `$${first}${others.replace(/[,;]?\s+(?:and )?\(?[b-f]\)\s*/gi, ', ').replaceAll('$', '')}$`,
    example: ['Answer: a) 3 b) 4.', 'Answer: $3, 4$.'],
  },
]

/** What hints at one of these: most texts have nothing of it. */
const HINT =
  /\b(?:or|and) (?:\$?[a-z]\$? (?:is|equals|=|must)|(?:the )?(?:other|second)\b)|(?:^|[\s(])b\)/i

/** A text with its values that are told one after the other in one formula. */
export const withSeveral = (text: string): string =>
  HINT.test(text) ? rewritten(text, SEVERAL) : text

const JOINED = /^,? (?:and|or) $/i

/** Only the end of a text is looked at, in characters. */
const END_MAX = 300
const PAIR_HINT = /[a-z] (?:and|or) [a-z]/i

/** A text with two numbers in words that "and" or "or" joins in digits: "minus one and three". */
export function withSpokenPairs(whole: string): string {
  const from = Math.max(0, whole.length - END_MAX)
  const text = whole.slice(from)
  if (!PAIR_HINT.test(text)) return whole
  const numbers = wordNumbersIn(text)
  let result = text
  for (let at = numbers.length - 1; at > 0; at--) {
    const [first, second] = [numbers[at - 1], numbers[at]]
    if (first === undefined || second === undefined) continue
    const joint = text.slice(first.end, second.start)
    if (!JOINED.test(joint)) continue
    const pair = `$${first.digits}, ${second.digits}$`
    result = result.slice(0, first.start) + pair + result.slice(second.end)
  }
  return whole.slice(0, from) + result
}
