import { byName } from '../../../by-name.ts'

const wordsIn = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(' '))

/** Words that say, beside a value, that it is not so. */
const DOUBTED = wordsIn(
  'wrong incorrect false untrue invalid impossible mistaken inadmissible extraneous',
)
/** The forms of verbs by which a value is put aside. */
const PUT_ASIDE = wordsIn('eliminat reject discard exclud dismiss').flatMap((stem) =>
  ['', 'e', 'es', 'ed', 's', 'ing'].map((ending) => stem + ending),
)
/** Negations that have lost their apostrophe. */
const SHORTENED = wordsIn('is are was ca do does did wo would should could').map(
  (verb) => `${verb}nt`,
)

/**
 * What denies a value that follows, some words further on: phrases of words, of each of which any
 * may stand that a slash parts.
 */
export const DENYING: readonly string[] = [
  ...wordsIn('not never neither nor cannot hardly scarcely unlike avoid excluding except nobody'),
  ...wordsIn('unlikely improbable doubt doubtful refuse refused refusing suppose supposing assume'),
  ...wordsIn('assuming imagine pretend if wrongly incorrectly mistakenly nicht kein keine pas'),
  ...DOUBTED,
  ...PUT_ASIDE,
  ...SHORTENED,
  'no longer',
  'anything/everything/all/any but/except',
  'any number/value/option/choice but/except',
  'except for',
  'rather/other than',
  'instead of',
  'unequal to',
  'no one/way',
  'throw/throws/thrown/throwing away/out',
  'mistake/error/wrong to',
  'differ/differs/different/far/distinct from',
  'opposed/contrary to',
  'rule/rules/ruled/ruling out',
  'was/were/first/initially/once thought/believed/assumed/supposed/guessed',
]
/** What denies only the value right behind it. */
export const DENYING_NEXT: readonly string[] = [
  'no',
  'opposite/reciprocal/inverse/complement/negation of',
]
/** With another word before or behind they deny nothing. */
export const NOT_ALONE: Readonly<Record<string, readonly [before: string, behind: string]>> =
  byName({
    not: ['', 'only'],
    'rather/other than': ['no/none/nothing/not', ''],
    doubt: ['without a/without any/without/beyond/no', ''],
  })

/** Words that say that what they stand beside is not so. */
export const DENIALS: ReadonlySet<string> = new Set([
  ...wordsIn('not never neither nor no cannot hardly nope wrongly incorrectly'),
  ...wordsIn('rejected excluded eliminated discarded isnt arent wasnt isn aren wasn doesn don'),
  ...wordsIn('fail fails failed refuted lie joke'),
  ...DOUBTED,
])

/** Words that may stand between a denial and what it denies. */
export const FILL: readonly string[] = wordsIn(
  'the an a any option choice answer letter number value equal equals be been is are to as of it',
  'that with really actually simply just exactly even quite possibly anywhere near by solution',
  'result final correct right case think believe say choose pick take were claim would could should',
  'will can must true sure certain write put i we you so was have get',
)
