import { withoutBorder } from './border.ts'
import type { ValueReader } from './stated.ts'

const OFFERS = '(?:or|alternatively|possibly|maybe|perhaps)'
/** A remark right after a value; it may contain brackets. */
const REMARK = new RegExp(
  String.raw`^[\s*$]*\(${OFFERS}\b,?\s+((?:[^()\n]|\([^()\n]*\)){1,100})\)`,
  'i',
)
const REMARK_BEGINS = new RegExp(String.raw`\(${OFFERS}\b[,\s$*]*$`, 'i')

/** Whether a remark right after a value offers another one: "x = 2 (or x = 3)". */
export function hasAlternative(value: string, following: string, reader: ValueReader): boolean {
  const { isValue, restates } = reader
  const [, other = ''] = REMARK.exec(following) ?? []
  if (other === '' || isValue === undefined || restates === undefined) return false
  return isValue(withoutBorder(other)) && !restates(value, other)
}

/** Whether a place is within such a remark, where a value is not the answer. */
export const isAlternative = (text: string, start: number): boolean =>
  REMARK_BEGINS.test(text.slice(Math.max(0, start - 24), start))
