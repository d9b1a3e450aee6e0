import type { Node } from './node.ts'
import { rational } from './rational.ts'

const PRIME = String.raw`\s?(?:'|′|\^\{?\s?\\prime\s?\}?)`
const SECONDS = String.raw`\s?(?:''|″|\^\{?\s?\\prime\s?\\prime\s?\}?)`
const DEGREES = String.raw`\s?(?:°|\^\{?\s?\\circ\s?\}?)(?:\s|\\[,;:! ])*`
const FEET = new RegExp(String.raw`^(\d{1,9})${PRIME}\s?(\d{1,4})${SECONDS}$`)
const ANGLE = new RegExp(
  String.raw`^([-−]?)(\d{1,9})${DEGREES}(\d{1,4})${PRIME}\s?(?:(\d{1,4})${SECONDS})?$`,
)

/** `5'6''` in words: feet and inches. */
export const withFeet = (source: string): string =>
  source.includes("'") || source.includes('′') ? source.replace(FEET, '$1 feet $2 inches') : source

/** An angle in degrees, minutes and seconds, as degrees; otherwise `null`. */
export function angleIn(source: string): Node | null {
  if (!/['′]|prime/.test(source)) return null
  const [, sign, degrees = '', minutes = '', seconds = '0'] = ANGLE.exec(source) ?? []
  if (sign === undefined) return null
  const total = (BigInt(degrees) * 60n + BigInt(minutes)) * 60n + BigInt(seconds)
  const value = rational(sign === '' ? total : -total, 3_600n)
  return value === null
    ? null
    : { kind: 'degrees', operand: { kind: 'number', value, decimals: null } }
}
