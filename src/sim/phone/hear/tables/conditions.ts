/** Only a part of a sentence that begins with one of these may be a condition or a later time. */
export const CONDITION_STARTS: ReadonlySet<string> = new Set(
  (
    'if should had were whenever unless provided providing once as before until till in next a an ' +
    'one two three five ten after someday eventually sooner maybe perhaps some when only whether'
  ).split(' '),
)

const SUBJECT =
  '(?:i|we|you|he|she|it|they|(?:the|a|an|his|her|their|my|our|this|that)(?: \\w+){1,3}?|\\w+)'
const SEASON = '(?:year|spring|summer|autumn|fall|winter|decade|century)'
const NUMBER =
  '(?:a|an|one|two|three|four|five|six|ten|twenty|some|several|\\d+)(?: few| couple of)?'

/** What is said politely and no condition: "if you can", "as soon as possible". */
export const POLITE: readonly string[] = [
  'if (?:possible|necessary|need be|not|so|at all possible|i may|we may|i (?:can|could)|we (?:can|could))\\b',
  'if you (?:can|could|would|will|do not mind|please|are able|have (?:a|the) (?:moment|minute|time|chance))\\b',
  '(?:if|should) (?:it|that|this)(?: is| be| would be)? (?:not|all|ok|okay|fine|possible|too|no|at all|convenient|works|suits)\\b',
  'as soon as (?:possible|you|it is possible)\\b',
  'once (?:again|more|you)\\b',
]

/** Beginnings of a part of a sentence under which all that follows in it is for then or perhaps. */
export const CONDITIONS: readonly string[] = [
  '(?:only )?if\\b',
  `(?:should|had|were) (?!be |have |not |also |now |just )${SUBJECT} `,
  'in case (?!you|i|we)',
  '(?:whenever|unless|provided|providing|whether)\\b',
  `(?:once|as soon as|as long as|before|until|till|after|only when|when) ${SUBJECT} ` +
    '(?:is|are|has|have|can|will|gets?|turns?|comes?|goes|needs?|wants?|finds?|update|change|do|\\w{3,}s)\\b',
  `(?:(?:maybe|perhaps|some time|only) )?(?:in )?(?:\\w+ of )?next ${SEASON}\\b`,
  `(?:(?:maybe|perhaps|only) )?(?:in|after) ${NUMBER} (?:years?|decades?)\\b`,
  `${NUMBER} (?:years?|decades?)(?: or so| or two)? from now\\b`,
  'after (?:christmas|easter|new year|the holidays)',
  '(?:maybe|perhaps) (?:some|one) day|(?:some|one) day|someday|eventually|sooner or later',
]

/** Behind these "if" begins no condition: "let me know if", "I'd be grateful if". */
export const BEFORE_IF: ReadonlySet<string> = new Set(
  (
    'know wonder wondering wonders ask asks asking asked see tell me us it great good nice ' +
    'lovely ' +
    'best better fine glad happy grateful thankful appreciate like love prefer check sure only ' +
    'even as out mind help helpful wonderful perfect kind possible ideal here time pleased ' +
    'delighted'
  ).split(' '),
)
