import { type LiteralValue, literal } from '../../../sim/q-problems/literal.ts'
import type { Constant } from './constant.ts'
import { PythonError } from './tokens.ts'

const LONG_MAX = 2n ** 63n - 1n

/**
 * A constant as a q expression. Integers are longs, texts are strings (even of one letter), and
 * None is `::`. Lists of numbers are vectors, of floats if one is a float; other lists are general.
 *
 * @throws PythonError for a number that q does not have
 */
export function toQ(value: Constant): string {
  if (value === null) return '(::)'
  if (typeof value === 'string') return literal('string', value)
  if (typeof value === 'boolean') return literal('boolean', value)
  if (typeof value === 'bigint' || typeof value === 'number')
    return literal(...classifyNumber(value))
  if (isList(value)) return listText(value)
  return `(${listText([...value.keys()])}!${listText([...value.values()])})`
}

const isList = (value: Constant): value is readonly Constant[] => Array.isArray(value)

function classifyNumber(value: bigint | number): ['long' | 'float', LiteralValue] {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new PythonError('has a float that is not finite')
    return ['float', value]
  }
  if (value > LONG_MAX || value < -LONG_MAX) {
    throw new PythonError(`has ${value}, which needs more than 64 bits`)
  }
  return ['long', value]
}

function listText(items: readonly Constant[]): string {
  if (items.length === 0) return '()'
  if (items.every((item) => typeof item === 'boolean')) return literal('boolean list', items)
  if (items.every((item) => typeof item === 'bigint' || typeof item === 'number')) {
    const numbers = items.map(classifyNumber)
    const isLong = numbers.every(([type]) => type === 'long')
    const values = numbers.map(([, number]) => (isLong ? number : Number(number)))
    return literal(isLong ? 'long list' : 'float list', values)
  }
  const texts = items.map(toQ)
  return texts.length === 1 ? `(enlist ${texts[0]})` : `(${texts.join(';')})`
}
