import { isUnclaimedBefore, isUnclaimedBehind } from './assertion.ts'

/** Words that say that what they stand beside is not so. */
const DENIALS: ReadonlySet<string> = new Set([
  ...['not', 'never', 'neither', 'nor', 'no', 'cannot', 'wrong', 'incorrect', 'false', 'untrue'],
  ...['invalid', 'impossible', 'mistaken', 'rejected', 'excluded', 'eliminated', 'discarded'],
  ...['isnt', 'arent', 'wasnt', 'isn', 'aren', 'wasn', 'doesn', 'don', 'hardly', 'nope', 'wrongly'],
  ...[
    'incorrectly',
    'fail',
    'fails',
    'failed',
    'extraneous',
    'inadmissible',
    'refuted',
    'lie',
    'joke',
  ],
])

/** Whether a word behind or before a value denies it: "5 is wrong". */
export const isDenial = (word: string): boolean => DENIALS.has(word.toLowerCase())

const DOUBTED = 'wrong|incorrect|false|untrue|invalid|impossible|mistaken|inadmissible|extraneous'

const OUT = [
  String.raw`(?:n't|\b(?:not(?! only\b)|never|neither|nor|cannot|hardly|scarcely|no longer))`,
  String.raw`\b(?:is|are|was|ca|do|does|did|wo|would|should|could)nt`,
  String.raw`\b(?:anything|everything|all|any(?: number| value| option| choice)?) (?:but|except)`,
  String.raw`\b(?:except(?: for)?|excluding|rather than|instead of|unlike|unequal to|avoid)`,
  String.raw`(?<!\b(?:no|none|nothing|not) )\bother than`,
  String.raw`\b(?:nobody|no one|no way|unlikely|improbable|doubt(?:ful)?|no(?=\s*(?:[$\\(]|$)))`,
  String.raw`\b(?:throw(?:s|n|ing)? (?:away|out)|refus(?:e|ed|ing)|(?:mistake|error|wrong) to)`,
  String.raw`\b(?:opposite|reciprocal|inverse|complement|negation) of(?=\s*(?:[$\\(]|$))`,
  String.raw`\b(?:suppos(?:e|ing)|assum(?:e|ing)|imagine|pretend|if)`,
  String.raw`\b(?:differ(?:s|ent)? from|far from|distinct from|opposed to|contrary to)`,
  String.raw`\brul(?:e|es|ed|ing) out`,
  String.raw`\b(?:eliminat|reject|discard|exclud|dismiss)(?:e|es|ed|s|ing)?`,
  String.raw`\b(?:was|were|first|initially|once) (?:thought|believed|assumed|supposed|guessed)`,
  String.raw`\b(?:wrongly|incorrectly|mistakenly|${DOUBTED})`,
  String.raw`(?<![\w)\]}!.])[!¬](?=[\s$\\({]*$)`,
  String.raw`(?:≠|\\neq?\b|\\lnot\b|\\not\b|!=|<>)`,
].join('|')
/** Words that may stand between a denial and what it denies. */
const FILL = [
  ...['the', 'an', 'a', 'any', 'option', 'choice', 'answer', 'letter', 'number', 'value', 'equal'],
  ...['equals', 'be', 'been', 'is', 'are', 'to', 'as', 'of', 'it', 'that', 'with', 'really'],
  ...['actually', 'simply', 'just', 'exactly', 'even', 'quite', 'possibly', 'anywhere', 'near'],
  ...['by', 'solution', 'result', 'final', 'correct', 'right', 'case', 'think', 'believe', 'say'],
  ...[
    'choose',
    'pick',
    'take',
    'were',
    'claim',
    'would',
    'could',
    'should',
    'will',
    'can',
    'must',
    'true',
    'sure',
    'certain',
    'write',
    'put',
    'i',
    'we',
    'you',
    'so',
    'was',
  ],
]
const ITEM = String.raw`[-\d.,/$()\\{}A-J]{1,20}`
const BEFORE = new RegExp(
  String.raw`(?:${OUT})(?:\s+(?:${FILL.join('|')})\b)*\s*:?(?:\s*${ITEM}\s*(?:,|,? or|,? nor)\s)*` +
    String.raw`(?:[\s"'*_$({[]|\\[([]|\\(?:boxed|text|mathrm|textbf|mathbf)\b)*$`,
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
  ...['isnt', 'arent', 'wasnt', 'cant', 'dont', 'doesnt', 'didnt', 'wont', 'wouldnt', 'shouldnt'],
  ...[
    'couldnt',
    'not',
    'never',
    'neither',
    'nor',
    'cannot',
    'hardly',
    'scarcely',
    'longer',
    'but',
    'except',
  ],
  ...['for', 'excluding', 'than', 'unlike', 'unequal', 'avoid', 'from', 'out', 'to', 'ne'],
  ...['neq', 'lnot', 'thought', 'believed', 'assumed', 'supposed', 'guessed', 'wrongly'],
  ...['incorrectly', 'mistakenly', ...DOUBTED.split('|'), 'nobody', 'one', 'way', 'unlikely'],
  ...['improbable', 'doubt', 'doubtful', 'no', 'suppose', 'supposing', 'assume', 'assuming'],
  ...['imagine', 'pretend', 'if', 'away', 'out', 'refuse', 'mistake', 'error', 'of'],
  ...['eliminat', 'reject', 'discard', 'exclud', 'dismiss'].flatMap((stem) =>
    ['', 'e', 'es', 'ed', 's', 'ing'].map((ending) => stem + ending),
  ),
])

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 39

/** Whether a denial could end right before a place. */
function mayBeDenied(text: string, start: number): boolean {
  const least = Math.max(0, start - REACH)
  for (let end = start; end > least; ) {
    while (end > least && !isLetter(text.charCodeAt(end - 1))) {
      const code = text.charCodeAt(--end)
      if (code === 0x2260 || code === 33 || code === 62) return true
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
  isUnclaimedBefore(text, start)

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
