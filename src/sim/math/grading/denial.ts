import { isUnclaimedBefore, isUnclaimedBehind } from './assertion.ts'
import { DENIALS, DENYING, DENYING_NEXT, FILL, NOT_ALONE } from './tables/denial.ts'

/** Whether a word behind or before a value denies it: "5 is wrong". */
export const isDenial = (word: string): boolean => DENIALS.has(word.toLowerCase())

const oneOf = (words: string): string => `(?:${words.replaceAll('/', '|')})`

/** What finds a phrase of the tables, with the end of its last word. */
function patternOf(phrase: string): string {
  const [before = '', behind = ''] = NOT_ALONE[phrase] ?? []
  const words = phrase.split(' ').map(oneOf).join(' ')
  const start = before === '' ? '' : String.raw`(?<!\b${oneOf(before)} )`
  return start + words + (behind === '' ? '' : String.raw`(?! ${oneOf(behind)}\b)`)
}

const OUT = [
  "n't",
  String.raw`\b(?:${DENYING.map(patternOf).join('|')})`,
  String.raw`\b(?:${DENYING_NEXT.map(patternOf).join('|')})(?=\s*(?:[$\\(]|$))`,
  String.raw`(?<![\w)\]}!.])[!¬](?=[\s$\\({]*$)`,
  String.raw`(?:≠|\\neq?\b|\\lnot\b|\\not\b|!=|<>|不(?:是|等于|為|为)?)`,
].join('|')
const ITEM = String.raw`[-\d.,/$()\\{}A-J]{1,20}`
const BEFORE = new RegExp(
  String.raw`(?:${OUT})(?:\s+(?:${FILL.join('|')})\b)*\s*:?(?:\s*${ITEM}\s*(?:,|,? or|,? nor)\s)*` +
    String.raw`(?:[\s"'*_$({[]|\\[([]|\\(?:boxed|text|mathrm|textbf|mathbf)\b)*$`,
  'i',
)
/** "We reject x = 2": behind "if" a value with its name may still be the answer. */
const NAMED_OUT = DENYING.filter((phrase) => phrase !== 'if')
  .map(patternOf)
  .join('|')
const BEFORE_NAMED = new RegExp(
  String.raw`(?:n't|\b(?:${NAMED_OUT}))(?:\s+(?:have|get|${FILL.join('|')})\b)*\s*` +
    String.raw`(?:\$|\\\()?\s*[a-zA-Z](?:_\{?\d\}?)?\s*=\s*(?:[\s$({[-]|\\\(|\\boxed)*$`,
  'i',
)
/** A denial does not reach over more than that, in characters. */
const REACH = 90

/** Words between a denial and a value, and commands around it, over which it is looked for. */
const BETWEEN: ReadonlySet<string> = new Set([
  ...[...FILL, 'or', 'nor', 'boxed', 'fbox', 'text', 'mathrm', 'textbf', 'mathbf'],
  ...'abcdefghij',
])
/** The last words of denials. Most values have another word before them, which is seen quickly. */
const LAST_WORDS: ReadonlySet<string> = new Set([
  ...['ne', 'neq', 'lnot'],
  ...[...DENYING, ...DENYING_NEXT].flatMap((phrase) => phrase.split(' ').at(-1)?.split('/') ?? []),
])

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 39

/** Signs that deny: ≠, !, the end of <>, and the Chinese "not". */
const SIGNS: ReadonlySet<number> = new Set([0x2260, 33, 62, 0x4e0d])

/** Whether a denial could end right before a place. */
function mayBeDenied(text: string, start: number): boolean {
  const least = Math.max(0, start - REACH)
  for (let end = start; end > least; ) {
    while (end > least && !isLetter(text.charCodeAt(end - 1))) {
      const code = text.charCodeAt(--end)
      if (SIGNS.has(code)) return true
      // A denial does not reach over the end of a sentence.
      if (code === 46 && text.charCodeAt(end + 1) <= 32) return false
    }
    let first = end
    while (first > least && isLetter(text.charCodeAt(first - 1))) first--
    const word = text.slice(first, end).toLowerCase()
    if (LAST_WORDS.has(word) || word.endsWith("n't")) return true
    if (!BETWEEN.has(word)) return false
    end = first
  }
  return false
}

/** Whether what stands right before a value says that it is not the answer. */
export const isDeniedBefore = (text: string, start: number): boolean =>
  (mayBeDenied(text, start) && BEFORE.test(text.slice(Math.max(0, start - REACH), start))) ||
  isNamedOut(text, text.startsWith('=', start) ? start + 1 : start) ||
  isUnclaimedBefore(text, start)

const isNamedOut = (text: string, start: number): boolean =>
  EQUATED.test(text.slice(Math.max(0, start - 6), start)) &&
  BEFORE_NAMED.test(text.slice(Math.max(0, start - REACH), start))

const EQUATED = /=[\s$\\({[-]*$/

/** "13 ≠ x" denies as well. */
const UNEQUAL = /^[\s"'*_$)}\]]{0,8}(?:\?|≠|!=|<>)/

/** Whether what stands right behind a value says that it is not the answer. */
const isDeniedBehind = (text: string, start: number, end: number): boolean =>
  UNEQUAL.test(text.slice(end, end + 12)) || isUnclaimedBehind(text, start, end)

/** Whether a value in a text is said not to be the answer. */
export const isDenied = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean => isDeniedBefore(text, start) || isDeniedBehind(text, start, end)
