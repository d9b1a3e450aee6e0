import { sumOfTerms } from './wording.ts'

/** Integer coefficients, highest power first. In two unknowns all terms have the same degree. */
export type Polynomial = readonly number[]

/** One unknown, or two. The power of the second rises as that of the first falls. */
export type Unknowns = readonly [string] | readonly [string, string]

const powerOf = (name: string, exponent: number): string => {
  if (exponent === 0) return ''
  return exponent === 1 ? name : `${name}^${exponent}`
}

/** `2x^2 - 3x + 1`, `2x^2 - 3xy + y^2`: a unique text for each polynomial. */
export function write(polynomial: Polynomial, [first, second]: Unknowns): string {
  const degree = polynomial.length - 1
  return sumOfTerms(
    polynomial.map((coefficient, index) => [
      coefficient,
      powerOf(first, degree - index) + (second === undefined ? '' : powerOf(second, index)),
    ]),
  )
}

/** left × right */
export function multiplyPolynomials(left: Polynomial, right: Polynomial): number[] {
  const product = new Array<number>(left.length + right.length - 1).fill(0)
  left.forEach((first, low) => {
    right.forEach((second, high) => {
      product[low + high] = (product[low + high] as number) + first * second
    })
  })
  return product
}

/** left - right, of the same length */
export const subtractPolynomials = (left: Polynomial, right: Polynomial): number[] =>
  left.map((value, index) => value - (right[index] as number))

/** The polynomial with one coefficient changed. */
export const withCoefficient = (polynomial: Polynomial, index: number, value: number): number[] =>
  polynomial.map((old, position) => (position === index ? value : old))
