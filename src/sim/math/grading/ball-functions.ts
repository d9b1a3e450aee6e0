import { memoize } from '../../memo.ts'
import {
  absoluteValue,
  type Ball,
  type Balls,
  binaryMagnitude,
  exactBall,
  isExactZero,
  mayBeZero,
  middleAsNumber,
  throwUndecided,
  timesPowerOfTwo,
  ZERO_BALL,
} from './ball.ts'
import { arctangent, logarithm } from './transcendental.ts'

/** Extra binary digits for the evaluation of a series. */
const GUARD_BITS = 48
/** Larger arguments, by binary logarithm, are not reduced. */
const ARGUMENT_MAX = 200
/** The same limit for exponents of e. */
const EXPONENT_MAX = 34

/** `1/b + 1/(3b³) + …` in fixed point with this many binary digits, or with alternating signs. */
function inverseSeries(base: bigint, bits: number, isAlternating: boolean): bigint {
  const square = base * base
  let power = (1n << BigInt(bits)) / base
  let sum = 0n
  for (let odd = 1n, sign = 1n; power !== 0n; odd += 2n) {
    sum += (sign * power) / odd
    power /= square
    if (isAlternating) sign = -sign
  }
  return sum
}

const CACHED = 32

function cachedByBits(compute: (bits: number) => bigint): (bits: number) => bigint {
  const cached = memoize(CACHED, (bits) => compute(Number(bits)))
  return (bits) => cached(`${bits}`)
}

/** Pi by Machin's formula, in units of `2^-bits`. */
const piFixed = cachedByBits((bits) => {
  const [large, small] = [5n, 239n].map((base) => inverseSeries(base, bits + 16, true))
  return (16n * (large as bigint) - 4n * (small as bigint)) >> 16n
})

/** The natural logarithm of 2, by three inverse hyperbolic tangents. */
const ln2Fixed = cachedByBits((bits) => {
  const series = (base: bigint): bigint => inverseSeries(base, bits + 16, false)
  return (18n * series(26n) - 2n * series(4801n) + 8n * series(8749n)) >> 16n
})

/** Rounds the precision up to a step, so that few cached constants are needed. */
function workingBits(balls: Balls, extraBits = 0): number {
  const bits = Math.ceil((balls.bits + GUARD_BITS + Math.max(0, extraBits)) / 128) * 128
  if (!balls.work.spend(100 + (bits * bits) / 300)) throwUndecided()
  return bits
}

/** The middle in units of `2^-bits`. */
const toFixedPoint = ({ middle, exponent }: Ball, bits: number): bigint => {
  const shift = exponent + bits
  return shift >= 0 ? middle << BigInt(shift) : middle >> BigInt(-shift)
}

/** The radius in the same units, rounded up. */
const radiusToFixedPoint = (ball: Ball, bits: number): bigint =>
  toFixedPoint({ ...ball, middle: ball.radius }, bits) + 2n

/** A ball from such units; the last digits are rounding errors. */
const fromFixedPoint = (value: bigint, radius: bigint, bits: number, balls: Balls): Ball =>
  balls.round(value, radius + (1n << BigInt(GUARD_BITS / 2)), -bits)

export const piBall = (balls: Balls): Ball => {
  const bits = workingBits(balls)
  return fromFixedPoint(piFixed(bits), 0n, bits, balls)
}

const HALVINGS = 8n

/** `e` to the power of a number between -1 and 1. */
function exponentialFixed(value: bigint, bits: number): bigint {
  const point = BigInt(bits)
  const small = value >> HALVINGS
  let term = 1n << point
  let sum = term
  for (let count = 1n; term !== 0n && term !== -1n; count++) {
    term = ((term * small) >> point) / count
    sum += term
  }
  for (let count = 0n; count < HALVINGS; count++) sum = (sum * sum) >> point
  return sum
}

export function exponentialBall(ball: Ball, balls: Balls): Ball {
  if (isExactZero(ball)) return exactBall(1n)
  const size = binaryMagnitude(ball)
  if (size > EXPONENT_MAX) throwUndecided()
  if (!mayBeZero(ball)) balls.recordLoss(size)
  const bits = workingBits(balls, size)
  const [value, two] = [toFixedPoint(ball, bits), ln2Fixed(bits)]
  const doublings = value / two
  const result = exponentialFixed(value - doublings * two, bits)
  const spread = (4n * result * radiusToFixedPoint(ball, bits)) >> BigInt(bits)
  if (spread > result) throwUndecided()
  return timesPowerOfTwo(fromFixedPoint(result, spread, bits, balls), Number(doublings))
}

/** The natural logarithm of a number between 1/2 and 2. */
function logarithmFixed(value: bigint, bits: number): bigint {
  const approximation = logarithm(middleAsNumber({ middle: value, radius: 0n, exponent: -bits }))
  let result = toFixedPoint(
    { middle: BigInt(Math.round(approximation * 2 ** 52)), radius: 0n, exponent: -52 },
    bits,
  )
  for (let digits = 40; digits < bits; digits *= 3) {
    const power = exponentialFixed(result, bits)
    result += ((value - power) << BigInt(bits + 1)) / (value + power)
  }
  return result
}

/** The natural logarithm of a positive ball. */
export function logarithmBall(ball: Ball, balls: Balls): Ball {
  if (ball.middle <= 2n * ball.radius) throwUndecided()
  const power = binaryMagnitude(ball)
  balls.recordLoss(Math.abs(power).toString(2).length)
  const bits = workingBits(balls)
  const mantissa = timesPowerOfTwo(ball, -power)
  let [middle, spread, exponent] = [
    toFixedPoint(mantissa, bits),
    radiusToFixedPoint(mantissa, bits),
    BigInt(power),
  ]
  // The magnitude is rounded up to four digits.
  while (middle < 1n << BigInt(bits - 1))
    [middle, spread, exponent] = [2n * middle, 2n * spread, exponent - 1n]
  const value = logarithmFixed(middle, bits) + exponent * ln2Fixed(bits)
  return fromFixedPoint(value, 4n * spread + absoluteValue(exponent), bits, balls)
}

const DOUBLINGS = 8n

/** Cosine and sine of a number between -4 and 4. */
function circleFixed(angle: bigint, bits: number): readonly [bigint, bigint] {
  const point = BigInt(bits)
  const one = 1n << point
  const small = angle >> DOUBLINGS
  let [cosine, sine, term] = [0n, 0n, one]
  for (let count = 0n; term !== 0n && term !== -1n; ) {
    const sign = count % 4n < 2n ? 1n : -1n
    if (count % 2n === 0n) cosine += sign * term
    else sine += sign * term
    count++
    term = ((term * small) >> point) / count
  }
  for (let count = 0n; count < DOUBLINGS; count++) {
    sine = (2n * sine * cosine) >> point
    cosine = ((2n * cosine * cosine) >> point) - one
  }
  return [cosine, sine]
}

/** Cosine and sine of a real ball. */
export function circleBall(ball: Ball, balls: Balls): readonly [Ball, Ball] {
  if (isExactZero(ball)) return [exactBall(1n), ZERO_BALL]
  const size = binaryMagnitude(ball)
  if (size > ARGUMENT_MAX) throwUndecided()
  if (!mayBeZero(ball)) balls.recordLoss(size)
  const bits = workingBits(balls, size)
  const [value, pi] = [toFixedPoint(ball, bits), piFixed(bits)]
  const turns = value / (2n * pi)
  const [cosine, sine] = circleFixed(value - 2n * turns * pi, bits)
  const spread = radiusToFixedPoint(ball, bits) + absoluteValue(turns) * 4n
  return [fromFixedPoint(cosine, spread, bits, balls), fromFixedPoint(sine, spread, bits, balls)]
}

/** The angle of a point, between minus pi and pi. */
export function angleBall(x: Ball, y: Ball, balls: Balls): Ball {
  if (isExactZero(y)) {
    if (x.middle > x.radius) return ZERO_BALL
    return x.middle < -x.radius ? piBall(balls) : throwUndecided()
  }
  const size = Math.max(binaryMagnitude(x), binaryMagnitude(y))
  const bits = workingBits(balls)
  const [scaledX, scaledY] = [timesPowerOfTwo(x, -size), timesPowerOfTwo(y, -size)]
  const isOpen = scaledX.middle < 0n && absoluteValue(y.middle) <= y.radius
  if (isOpen) throwUndecided()
  const [fixedX, fixedY] = [toFixedPoint(scaledX, bits), toFixedPoint(scaledY, bits)]
  const approximation = arctangent(middleAsNumber(scaledY), middleAsNumber(scaledX))
  const point = BigInt(bits)
  let angle = toFixedPoint(
    { middle: BigInt(Math.round(approximation * 2 ** 50)), radius: 0n, exponent: -50 },
    bits,
  )
  for (let digits = 40; digits < bits; digits *= 3) {
    const [cosine, sine] = circleFixed(angle, bits)
    const step = ((fixedY * cosine - fixedX * sine) << point) / (fixedX * cosine + fixedY * sine)
    angle += step - ((((step * step) >> point) * step) >> point) / 3n
  }
  const spread = 64n * (radiusToFixedPoint(scaledX, bits) + radiusToFixedPoint(scaledY, bits))
  return fromFixedPoint(angle, spread, bits, balls)
}
