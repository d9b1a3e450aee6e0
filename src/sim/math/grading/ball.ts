import type { Budget } from './budget.ts'

/**
 * An interval of real numbers: all within `radius` units of `middle` units. A unit is `2^exponent`.
 */
export interface Ball {
  readonly middle: bigint
  readonly radius: bigint
  readonly exponent: number
}

/** Thrown if the precision or the work limit does not suffice; caught in `precise.ts`. */
export class Undecided extends Error {}
const UNDECIDED = new Undecided()

export const throwUndecided = (): never => {
  throw UNDECIDED
}

const ball = (middle: bigint, radius: bigint, exponent: number): Ball => {
  return { middle, radius, exponent }
}

export const ZERO_BALL = ball(0n, 0n, 0)
export const exactBall = (value: bigint): Ball => ball(value, 0n, 0)

export const absoluteValue = (value: bigint): bigint => (value < 0n ? -value : value)

/** The number of binary digits, rounded up to a multiple of four. */
const bitCount = (value: bigint): number => absoluteValue(value).toString(16).length * 4

/** Balls with a larger exponent of two are not evaluated. */
const EXPONENT_MAX = 2 ** 40

export const isExactZero = ({ middle, radius }: Ball): boolean => middle === 0n && radius === 0n
export const mayBeZero = ({ middle, radius }: Ball): boolean => absoluteValue(middle) <= radius
export const negateBall = (operand: Ball): Ball =>
  ball(-operand.middle, operand.radius, operand.exponent)
/** The ball times a power of two. */
export const timesPowerOfTwo = (operand: Ball, exponent: number): Ball => ({
  ...operand,
  exponent: operand.exponent + exponent,
})
/** The approximate binary logarithm of the largest number in a ball. */
export const binaryMagnitude = ({ middle, radius, exponent }: Ball): number =>
  bitCount(absoluteValue(middle) + radius) + exponent

/** Ball arithmetic with a number of binary digits, within a work limit. */
export class Balls {
  readonly bits: number
  readonly work: Budget
  /** The largest difference, in binary digits, between the sizes of two added numbers. */
  range = 0

  constructor(bits: number, work: Budget) {
    this.bits = bits
    this.work = work
  }

  /** Records how many digits of precision a step may lose. */
  recordLoss(digits: number): void {
    this.range = Math.max(this.range, Math.abs(digits))
  }

  round(middle: bigint, radius: bigint, exponent: number): Ball {
    if (!this.work.spend(4 + this.bits / 64)) throwUndecided()
    if (Math.abs(exponent) > EXPONENT_MAX) throwUndecided()
    const surplusBits = bitCount(middle) - this.bits
    if (surplusBits <= 4) return ball(middle, radius, exponent)
    const shift = BigInt(surplusBits)
    return ball(middle >> shift, (radius >> shift) + 2n, exponent + surplusBits)
  }

  add(first: Ball, second: Ball): Ball {
    if (isExactZero(first)) return second
    if (isExactZero(second)) return first
    const [firstMagnitude, secondMagnitude] = [binaryMagnitude(first), binaryMagnitude(second)]
    if (!mayBeZero(first) && !mayBeZero(second)) this.recordLoss(firstMagnitude - secondMagnitude)
    const [large, small] = firstMagnitude >= secondMagnitude ? [first, second] : [second, first]
    const gap = large.exponent - small.exponent
    // Below the last digit, the smaller number only widens the ball.
    if (Math.abs(firstMagnitude - secondMagnitude) > 2 * this.bits && gap > 0) {
      return ball(large.middle, large.radius + 1n, large.exponent)
    }
    const [largeShift, smallShift] = [BigInt(Math.max(gap, 0)), BigInt(Math.max(-gap, 0))]
    if (Math.abs(gap) > 8 * this.bits) throwUndecided()
    const middle = (large.middle << largeShift) + (small.middle << smallShift)
    const radius = (large.radius << largeShift) + (small.radius << smallShift)
    const sum = this.round(middle, radius, Math.min(large.exponent, small.exponent))
    // A sum that may be zero loses all digits at any precision.
    if (!mayBeZero(sum))
      this.recordLoss(Math.max(firstMagnitude, secondMagnitude) - binaryMagnitude(sum))
    return sum
  }

  subtract(first: Ball, second: Ball): Ball {
    return this.add(first, negateBall(second))
  }

  multiply(first: Ball, second: Ball): Ball {
    if (isExactZero(first) || isExactZero(second)) return ZERO_BALL
    const radius =
      absoluteValue(first.middle) * second.radius +
      absoluteValue(second.middle) * first.radius +
      first.radius * second.radius
    return this.round(first.middle * second.middle, radius, first.exponent + second.exponent)
  }

  divide(dividend: Ball, divisor: Ball): Ball {
    if (mayBeZero(divisor)) throwUndecided()
    if (isExactZero(dividend)) return ZERO_BALL
    const extraBits =
      Math.max(0, this.bits + bitCount(divisor.middle) - bitCount(dividend.middle)) + 8
    const shift = BigInt(extraBits)
    const [divisorSize, dividendSize] = [
      absoluteValue(divisor.middle),
      absoluteValue(dividend.middle),
    ]
    const spread = (dividend.radius * divisorSize + dividendSize * divisor.radius) << shift
    const radius = spread / (divisorSize * (divisorSize - divisor.radius)) + 2n
    const middle = (dividend.middle << shift) / divisor.middle
    return this.round(middle, radius, dividend.exponent - divisor.exponent - extraBits)
  }

  /** The root of a positive ball. */
  root(radicand: Ball, degree: number): Ball {
    if (isExactZero(radicand)) return ZERO_BALL
    if (radicand.middle <= 2n * radicand.radius || degree < 1 || degree > 1000) throwUndecided()
    if (!this.work.spend(100 + (this.bits * degree) / 4)) throwUndecided()
    const missingBits = (this.bits + 8) * degree - bitCount(radicand.middle)
    let extraBits = Math.max(0, missingBits)
    extraBits += (((radicand.exponent - extraBits) % degree) + degree) % degree
    const scaledRadicand = radicand.middle << BigInt(extraBits)
    const middle = rootBelow(scaledRadicand, BigInt(degree))
    // The root's relative error is at most that of the radicand.
    const radius = (middle * radicand.radius * 2n) / radicand.middle + 2n
    return this.round(middle, radius, (radicand.exponent - extraBits) / degree)
  }

  /** A power by repeated squaring. */
  power(base: Ball, exponent: bigint): Ball {
    const size = absoluteValue(exponent)
    if (size > 1n << 40n) throwUndecided()
    let result = exactBall(1n)
    for (const digit of size.toString(2)) {
      result = this.multiply(result, result)
      if (digit === '1') result = this.multiply(result, base)
    }
    return exponent < 0n ? this.divide(exactBall(1n), result) : result
  }

  ratio(numerator: bigint, denominator: bigint): Ball {
    const dividend = this.round(numerator, 0n, 0)
    return denominator === 1n ? dividend : this.divide(dividend, this.round(denominator, 0n, 0))
  }
}

/** The integer part of a root, by Newton's method from above. */
function rootBelow(value: bigint, degree: bigint): bigint {
  if (degree === 1n) return value
  let guess = 1n << (BigInt(bitCount(value)) / degree + 1n)
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}

/** The largest integer that is at most every number of a ball. */
export function floorBall({ middle, radius, exponent }: Ball): Ball {
  const integerPart = (value: bigint): bigint =>
    exponent >= 0 ? value << BigInt(exponent) : value >> BigInt(-exponent)
  if (exponent > 20_000) throwUndecided()
  const [low, high] = [integerPart(middle - radius), integerPart(middle + radius)]
  return low === high ? exactBall(low) : throwUndecided()
}

/** The sign of a ball. Throws if the ball contains both signs. */
export function signOfBall(ball: Ball): bigint {
  if (isExactZero(ball)) return 0n
  if (mayBeZero(ball)) throwUndecided()
  return ball.middle < 0n ? -1n : 1n
}

/** The nearest double of the middle. */
export function middleAsNumber({ middle, exponent }: Ball): number {
  const surplusBits = Math.max(0, bitCount(middle) - 64)
  return Number(middle >> BigInt(surplusBits)) * 2 ** (exponent + surplusBits)
}
