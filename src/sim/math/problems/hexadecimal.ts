import type { RandomStream } from '../../random.ts'
import type { Candidate, Draft, Family, Level } from './draft.ts'
import { inBase, partialProducts, productMistakes, workedProduct } from './long-multiplication.ts'
import { HEXADECIMAL_QUESTIONS } from './tables/multiplication.ts'
import { steps, word } from './wording.ts'

/** The length of the factors, and whether they contain letters. */
const SHAPES: Readonly<Record<Level, { readonly digits: number; readonly letters: boolean }>> = {
  1: { digits: 2, letters: false },
  2: { digits: 3, letters: false },
  3: { digits: 5, letters: false },
  4: { digits: 4, letters: true },
  5: { digits: 5, letters: true },
}
const DIGITS = '0123456789ABCDEF'

function drawFactor(level: Level, random: RandomStream): string {
  const { digits, letters } = SHAPES[level]
  const highest = letters ? 15 : 9
  let text = DIGITS.charAt(random.integer(1, highest))
  while (text.length < digits) text += DIGITS.charAt(random.integer(0, highest))
  return text
}

function product(random: RandomStream, level: Level): Draft | undefined {
  const a = drawFactor(level, random)
  const b = drawFactor(level, random)
  if (SHAPES[level].letters && !(/[A-F]/.test(a) && /[A-F]/.test(b))) return undefined
  const [left, right] = [BigInt(`0x${a}`), BigInt(`0x${b}`)]
  if ([left, right].some((value) => partialProducts(1n, value, 16n).length < 2)) return undefined
  const gold = inBase(left * right, 16)
  return {
    question: word(random, HEXADECIMAL_QUESTIONS, { a, b }),
    kind: 'hexadecimal',
    gold,
    facts: { type: 'product', left: a, right: b },
    solution: () =>
      steps(['All numbers below are in base 16.', ...workedProduct(left, right, 16)], gold),
    mistakes: () => [...baseMistakes(a, b), ...productMistakes(left, right, 16)],
  }
}

/** Typical mistakes because of the base. */
function baseMistakes(a: string, b: string): Candidate[] {
  const value = BigInt(`0x${a}`) * BigInt(`0x${b}`)
  const looksDecimal = /^\d+$/.test(a + b)
  return [
    [
      looksDecimal ? String(BigInt(a) * BigInt(b)) : undefined,
      'The factors were multiplied as decimal numbers, although they are hexadecimal.',
    ],
    [String(value), 'The result was left in decimal and not written in hexadecimal.'],
    [
      inBase(misread(a) * misread(b), 16),
      'The letters were read one too high, as if A stood for eleven.',
    ],
  ]
}

/** The value of a number whose letters are read as the next higher digit. */
function misread(digits: string): bigint {
  let value = 0n
  for (const digit of digits) {
    const worth = DIGITS.indexOf(digit)
    value = value * 16n + BigInt(worth < 10 ? worth : worth + 1)
  }
  return value
}

/** Products of whole numbers in base 16. */
export const hexadecimal: Family = {
  name: 'hexadecimal',
  form: 'digits',
  makers: { 1: [product], 2: [product], 3: [product], 4: [product], 5: [product] },
}
