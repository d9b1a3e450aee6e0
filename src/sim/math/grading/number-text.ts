import type { NumberNode } from './node.ts'
import { add, fromInteger, rational } from './rational.ts'

const DIGITS_MAX = 4_000
const EXPONENT_MAX = 400

/**
 * The node of digits such as `12`, `.5`, `1.50`, `2.5e-3`, `0.1(6)`; `null` if they are too long.
 */
export function parseDigits(text: string): NumberNode | null {
  if (text.length > DIGITS_MAX) return null
  if (/^\d{1,15}$/.test(text)) return integerNode(Number(text))
  const repeat = text.indexOf('(')
  if (repeat >= 0) return repeatingDecimal(text.slice(0, repeat), text.slice(repeat + 1, -1))
  const [, digits = '', fraction, exponent] =
    /^(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (exponent !== undefined) return scientific(digits, fraction ?? '', Number(exponent))
  if (fraction === undefined) {
    const value = rational(BigInt(digits), 1n)
    return value === null ? null : { kind: 'number', value, decimals: null }
  }
  const value = rational(BigInt(digits + fraction), 10n ** BigInt(fraction.length))
  return value === null ? null : { kind: 'number', value, decimals: fraction.length }
}

function scientific(digits: string, fraction: string, exponent: number): NumberNode | null {
  if (Math.abs(exponent) > EXPONENT_MAX) return null
  const places = fraction.length - exponent
  const digitValue = BigInt(digits + fraction)
  const value =
    places > 0
      ? rational(digitValue, 10n ** BigInt(places))
      : rational(digitValue * 10n ** BigInt(-places), 1n)
  return value === null ? null : { kind: 'number', value, decimals: places > 0 ? places : null }
}

function repeatingDecimal(prefix: string, period: string): NumberNode | null {
  const [integerDigits = '', decimalDigits = ''] = prefix.split('.')
  const scale = 10n ** BigInt(decimalDigits.length)
  const finitePart = rational(BigInt(`0${integerDigits}${decimalDigits}`), scale)
  const periodicPart = rational(BigInt(period), scale * (10n ** BigInt(period.length) - 1n))
  const value = finitePart !== null && periodicPart !== null ? add(finitePart, periodicPart) : null
  return value === null ? null : { kind: 'number', value, decimals: null }
}

/** An integer as a node. */
export const integerNode = (value: number): NumberNode => ({
  kind: 'number',
  value: fromInteger(BigInt(value)),
  decimals: null,
})
