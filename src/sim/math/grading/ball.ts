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
export const exactBall = (whole: bigint): Ball => ball(whole, 0n, 0)

export const absoluteValue = (value: bigint): bigint => (value < 0n ? -value : value)

/** The number of binary digits, rounded up to a multiple of four. */
const bitCount = (value: bigint): number => absoluteValue(value).toString(16).length * 4

/** Larger exponents are not evaluated. */
const EXPONENT_MAX = 2 ** 40

export const isExactZero = ({ middle, radius }: Ball): boolean => middle === 0n && radius === 0n
export const mayBeZero = ({ middle, radius }: Ball): boolean => absoluteValue(middle) <= radius
export const negated = (of: Ball): Ball => ball(-of.middle, of.radius, of.exponent)
/** The ball times a power of two. */
export const timesPowerOfTwo = (of: Ball, by: number): Ball => ({
  ...of,
  exponent: of.exponent + by,
})
/** The approximate binary logarithm of the largest number in a ball. */
export const magnitudeOf = ({ middle, radius, exponent }: Ball): number =>
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

  rounded(middle: bigint, radius: bigint, exponent: number): Ball {
    if (!this.work.spend(4 + this.bits / 64)) throwUndecided()
    if (Math.abs(exponent) > EXPONENT_MAX) throwUndecided()
    const cut = bitCount(middle) - this.bits
    if (cut <= 4) return ball(middle, radius, exponent)
    const shift = BigInt(cut)
    return ball(middle >> shift, (radius >> shift) + 2n, exponent + cut)
  }

  add(first: Ball, second: Ball): Ball {
    if (isExactZero(first)) return second
    if (isExactZero(second)) return first
    const [one, other] = [magnitudeOf(first), magnitudeOf(second)]
    if (!mayBeZero(first) && !mayBeZero(second)) this.recordLoss(one - other)
    const [large, small] = one >= other ? [first, second] : [second, first]
    const gap = large.exponent - small.exponent
    // Below the last digit, the smaller number only widens the ball.
    if (Math.abs(one - other) > 2 * this.bits && gap > 0) {
      return ball(large.middle, large.radius + 1n, large.exponent)
    }
    const [up, down] = [BigInt(Math.max(gap, 0)), BigInt(Math.max(-gap, 0))]
    if (Math.abs(gap) > 8 * this.bits) throwUndecided()
    const middle = (large.middle << up) + (small.middle << down)
    const radius = (large.radius << up) + (small.radius << down)
    const sum = this.rounded(middle, radius, Math.min(large.exponent, small.exponent))
    // A sum that may be zero loses all digits at any precision.
    if (!mayBeZero(sum)) this.recordLoss(Math.max(one, other) - magnitudeOf(sum))
    return sum
  }

  subtract(first: Ball, second: Ball): Ball {
    return this.add(first, negated(second))
  }

  multiply(first: Ball, second: Ball): Ball {
    if (isExactZero(first) || isExactZero(second)) return ZERO_BALL
    const radius =
      absoluteValue(first.middle) * second.radius +
      absoluteValue(second.middle) * first.radius +
      first.radius * second.radius
    return this.rounded(first.middle * second.middle, radius, first.exponent + second.exponent)
  }

  divide(over: Ball, under: Ball): Ball {
    if (mayBeZero(under)) throwUndecided()
    if (isExactZero(over)) return ZERO_BALL
    const extraBits = Math.max(0, this.bits + bitCount(under.middle) - bitCount(over.middle)) + 8
    const shift = BigInt(extraBits)
    const [below, above] = [absoluteValue(under.middle), absoluteValue(over.middle)]
    const spread = (over.radius * below + above * under.radius) << shift
    const radius = spread / (below * (below - under.radius)) + 2n
    const middle = (over.middle << shift) / under.middle
    return this.rounded(middle, radius, over.exponent - under.exponent - extraBits)
  }

  /** The root of a positive ball. */
  root(of: Ball, degree: number): Ball {
    if (isExactZero(of)) return ZERO_BALL
    if (of.middle <= 2n * of.radius || degree < 1 || degree > 1000) throwUndecided()
    if (!this.work.spend(100 + (this.bits * degree) / 4)) throwUndecided()
    const wanted = (this.bits + 8) * degree - bitCount(of.middle)
    let extraBits = Math.max(0, wanted)
    extraBits += (((of.exponent - extraBits) % degree) + degree) % degree
    const inside = of.middle << BigInt(extraBits)
    const middle = rootBelow(inside, BigInt(degree))
    // The root's relative error is at most that of the radicand.
    const radius = (middle * of.radius * 2n) / of.middle + 2n
    return this.rounded(middle, radius, (of.exponent - extraBits) / degree)
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
    const over = this.rounded(numerator, 0n, 0)
    return denominator === 1n ? over : this.divide(over, this.rounded(denominator, 0n, 0))
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
export function floorOf({ middle, radius, exponent }: Ball): Ball {
  const part = (value: bigint): bigint =>
    exponent >= 0 ? value << BigInt(exponent) : value >> BigInt(-exponent)
  if (exponent > 20_000) throwUndecided()
  const [low, high] = [part(middle - radius), part(middle + radius)]
  return low === high ? exactBall(low) : throwUndecided()
}

/** The sign of a ball. Throws if the ball contains both signs. */
export function signOfBall(of: Ball): bigint {
  if (isExactZero(of)) return 0n
  if (mayBeZero(of)) throwUndecided()
  return of.middle < 0n ? -1n : 1n
}

/** The nearest double of the middle. */
export function middleAsNumber({ middle, exponent }: Ball): number {
  const cut = Math.max(0, bitCount(middle) - 64)
  return Number(middle >> BigInt(cut)) * 2 ** (exponent + cut)
}
