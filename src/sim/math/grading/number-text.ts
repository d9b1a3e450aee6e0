import type { NumberNode } from './node.ts'
import { add, rational, whole } from './rational.ts'

const DIGITS_MAX = 4_000
const EXPONENT_MAX = 400

/**
 * The node of digits such as `12`, `.5`, `1.50`, `2.5e-3`, `0.1(6)`; `null` if they are too long.
 */
export function numberOf(text: string): NumberNode | null {
  if (text.length > DIGITS_MAX) return null
  if (/^\d{1,15}$/.test(text)) return wholeNode(Number(text))
  const repeat = text.indexOf('(')
  if (repeat >= 0) return repeating(text.slice(0, repeat), text.slice(repeat + 1, -1))
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
  const over = BigInt(digits + fraction)
  const value =
    places > 0 ? rational(over, 10n ** BigInt(places)) : rational(over * 10n ** BigInt(-places), 1n)
  return value === null ? null : { kind: 'number', value, decimals: places > 0 ? places : null }
}

function repeating(start: string, digits: string): NumberNode | null {
  const [before = '', after = ''] = start.split('.')
  const scale = 10n ** BigInt(after.length)
  const head = rational(BigInt(`0${before}${after}`), scale)
  const tail = rational(BigInt(digits), scale * (10n ** BigInt(digits.length) - 1n))
  const value = head !== null && tail !== null ? add(head, tail) : null
  return value === null ? null : { kind: 'number', value, decimals: null }
}

/** An integer as a node. */
export const wholeNode = (value: number): NumberNode => ({
  kind: 'number',
  value: whole(BigInt(value)),
  decimals: null,
})
