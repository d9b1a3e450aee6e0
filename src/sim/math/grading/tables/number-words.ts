const ONES = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
]
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Number words below a hundred, with their values. */
export const SMALL_NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 10 * (index + 2)] as const),
])

/** Words that multiply the number before them. */
export const SCALE_WORDS: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
  ['trillion', 1_000_000_000_000],
])

/** Denominators, in the singular. */
export const FRACTION_WORDS: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halve', 2],
  ['third', 3],
  ['quarter', 4],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['eleventh', 11],
  ['twelfth', 12],
  ['thirteenth', 13],
  ['fourteenth', 14],
  ['fifteenth', 15],
  ['sixteenth', 16],
  ['seventeenth', 17],
  ['eighteenth', 18],
  ['nineteenth', 19],
  ...TENS.map((word, index) => [word.replace(/y$/, 'ieth'), 10 * (index + 2)] as const),
  ['hundredth', 100],
  ['thousandth', 1_000],
  ['millionth', 1_000_000],
])

/** Ordinals in words. `fifth` is an ordinal unless a number precedes it. */
export const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map(
  [
    ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'],
    ...['tenth', 'eleventh', 'twelfth'],
  ].map((word, index) => [word, index + 1] as const),
)

/** Words for tens, which begin `twenty-sixths`. */
export const TENS_WORDS: ReadonlySet<string> = new Set(TENS)
