import type { RandomStream } from '../../random.ts'
import { type Draft, expression, type Family, type Level } from './draft.ts'
import { partialProducts, productMistakes, workedProduct } from './long-multiplication.ts'
import {
  LARGE_STORIES,
  PRODUCT_QUESTIONS,
  PRODUCT_STORIES,
  STORES,
} from './tables/multiplication.ts'
import { steps, word } from './wording.ts'

/** The number of digits of the factors. */
const DIGITS: Readonly<Record<Level, readonly [number, number]>> = {
  1: [2, 2],
  2: [3, 2],
  3: [4, 4],
  4: [5, 5],
  5: [7, 6],
}
/** A smaller factor can be a number of boxes or of things in a box. */
const STORY_MAX = 1_000

/** A whole number with this many digits. */
const withDigits = (digits: number, random: RandomStream): number =>
  random.integer(10 ** (digits - 1), 10 ** digits - 1)

function product(random: RandomStream, level: Level): Draft | undefined {
  const [left, right] = random
    .shuffle(DIGITS[level])
    .map((digits) => BigInt(withDigits(digits, random))) as [bigint, bigint]
  // A factor such as 10 or 400 belongs to a lower level.
  if ([left, right].some((value) => partialProducts(1n, value, 10n).length < 2)) return undefined
  const gold = String(left * right)
  return expression({
    question: ask(left, right, random),
    gold,
    facts: { type: 'product', statement: `${left} * ${right}` },
    solution: () => steps(workedProduct(left, right, 10), gold),
    mistakes: () => productMistakes(left, right, 10),
  })
}

function ask(a: bigint, b: bigint, random: RandomStream): string {
  if (random.chance(0.5)) return word(random, PRODUCT_QUESTIONS, { a, b })
  if (a >= STORY_MAX || b >= STORY_MAX) return word(random, LARGE_STORIES, { a, b })
  const store = random.pick(STORES)
  const placeLower = store.place.replace(/^A/, 'a')
  return word(random, PRODUCT_STORIES, { a, b, ...store, placeLower })
}

/** Products of whole numbers in base 10. */
export const multiplication: Family = {
  name: 'multiplication',
  form: 'number',
  makers: { 1: [product], 2: [product], 3: [product], 4: [product], 5: [product] },
}
