import { scalarText } from '../display/scalars.ts'
import { signal } from '../errors.ts'
import { FLOAT } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'

const LARGEST = 9e15

/** The number in an atom, for the formats. @throws QError `type` */
export function numberIn(value: Value): number {
  return value.kind === 'atom' && typeof value.value !== 'string'
    ? toDouble(value.value)
    : signal('type')
}

/** `.Q.f[decimals;x]`: a number with this many decimals; empty for a null. */
export function withDecimals(decimals: number, value: number): string {
  if (Number.isNaN(value)) return ''
  if (value < 0) return `-${withDecimals(decimals, -value)}`
  const scaledValue = value * 10 ** decimals
  if (!(scaledValue < LARGEST)) return scalarText(FLOAT, value, 0)
  // Values below one keep their zeros because ten is added.
  const digits = String(
    Math.floor((value < 1 ? scaledValue + 10 * 10 ** decimals : scaledValue) + 0.5),
  )
  const point = digits.length - decimals
  const text = `${digits.slice(0, point)}.${digits.slice(point)}`
  return value < 1 ? text.slice(1) : text
}

/** `.Q.fmt[width;decimals;x]`: padded on the left; stars if it is too wide. */
export function inWidth(width: number, decimals: number, value: number): string {
  const text = withDecimals(decimals, value)
  return text.length > width ? '*'.repeat(width) : text.padStart(width)
}
