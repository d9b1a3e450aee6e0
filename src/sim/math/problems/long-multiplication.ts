import type { Candidate } from './draft.ts'

/** One digit of the second factor times the first factor. */
interface PartialProduct {
  /** The digit with its zeros, such as `300`. */
  readonly multiplier: bigint
  readonly value: bigint
}

/** A number in base 10 or 16, upper case. */
export const inBase = (value: bigint, base: 10 | 16): string => value.toString(base).toUpperCase()

/** The digits of a number from the lowest place up. */
function digitsOf(value: bigint, base: bigint): bigint[] {
  const digits: bigint[] = []
  for (let rest = value; rest > 0n; rest /= base) digits.push(rest % base)
  return digits
}

const numberOf = (digits: readonly bigint[], base: bigint): bigint =>
  digits.reduceRight((sum, digit) => sum * base + digit, 0n)

/** The partial products of a long multiplication, highest place first, without zeros. */
export function partialProducts(left: bigint, right: bigint, base: bigint): PartialProduct[] {
  const products: PartialProduct[] = []
  let place = 1n
  for (const digit of digitsOf(right, base)) {
    const multiplier = digit * place
    if (digit !== 0n) products.unshift({ multiplier, value: left * multiplier })
    place *= base
  }
  return products
}

/** The lines of a long multiplication. */
export function workedProduct(left: bigint, right: bigint, base: 10 | 16): string[] {
  const write = (value: bigint): string => inBase(value, base)
  const products = partialProducts(left, right, BigInt(base))
  const parts = products.map(({ multiplier }) => write(multiplier)).join(' + ')
  const lines = products.map(
    ({ multiplier, value }) => `${write(left)} × ${write(multiplier)} = ${write(value)}`,
  )
  const sum = products.map(({ value }) => write(value)).join(' + ')
  return [
    `Split ${write(right)} into ${parts} and multiply part by part.`,
    ...lines,
    `Add the partial products: ${sum} = ${write(left * right)}.`,
  ]
}

/** The product of each digit with a digit, without carries. */
const withoutCarries = (value: bigint, digit: bigint, base: bigint): bigint =>
  numberOf(
    digitsOf(value, base).map((each) => (each * digit) % base),
    base,
  )

function addedWithoutCarries(values: readonly bigint[], base: bigint): bigint {
  const sums: bigint[] = []
  for (const value of values) {
    digitsOf(value, base).forEach((digit, place) => {
      sums[place] = ((sums[place] ?? 0n) + digit) % base
    })
  }
  return numberOf(sums, base)
}

/** Swaps the first two different neighbouring digits from the middle on. */
function withSwappedDigits(value: bigint, base: bigint): bigint {
  const digits = digitsOf(value, base)
  for (let place = digits.length >> 1; place > 0; place--) {
    const [low, high] = [digits[place - 1] as bigint, digits[place] as bigint]
    if (low === high) continue
    digits[place - 1] = high
    digits[place] = low
    break
  }
  return numberOf(digits, base)
}

/** Typical mistakes of long multiplication, in either base. */
export function productMistakes(left: bigint, right: bigint, base: 10 | 16): Candidate[] {
  const radix = BigInt(base)
  const product = left * right
  const products = partialProducts(left, right, radix)
  const first = products[0] as PartialProduct
  const last = products.at(-1) as PartialProduct
  const topDigit = digitsOf(first.multiplier, radix).at(-1) as bigint
  const topShift = first.multiplier / topDigit
  const uncarried = withoutCarries(left, topDigit, radix) * topShift
  const values = products.map(({ value }) => value)
  const candidates: [bigint, string][] = [
    [product - first.value + uncarried, 'A carry was forgotten while multiplying by one digit.'],
    [addedWithoutCarries(values, radix), 'Carries were forgotten when adding partial products.'],
    [product - first.value + left * topDigit, 'A partial product was not shifted to its place.'],
    [product - last.value, 'A partial product was left out of the sum.'],
    [
      product * radix,
      'A zero too many was written at the end, so every digit is a place too high.',
    ],
    [
      withSwappedDigits(product, radix),
      'Two neighbouring digits were swapped when writing it down.',
    ],
    [product + left, 'One digit of a factor was read one too high.'],
  ]
  return candidates.map(([value, mistake]) => [inBase(value, base), mistake])
}
