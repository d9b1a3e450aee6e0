import { EXTREME_TYPES, findPromoted } from '../arithmetic/promotion.ts'
import { QError } from '../errors.ts'
import { convertTime } from '../temporal/convert.ts'
import { atom, bools, vector, vectorOf } from '../values/build.ts'
import { NULL_GUID, SPACE } from '../values/nulls.ts'
import {
  BOOLEAN,
  BYTE,
  FLOAT,
  GUID,
  INT,
  isTemporal,
  LONG,
  MONTH,
  REAL,
  SHORT,
  typeByLetter,
} from '../values/types.ts'
import type { Scalar, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { parseTemporal } from './temporals.ts'

/** One number in the source. */
export interface NumberLiteral {
  readonly type: number
  readonly value: Scalar
  /** The items, if one literal is a whole vector: `101b`, `0x0102`. */
  readonly items?: Uint8Array
  /**
   * Set for a null, infinity or integer without a suffix, which takes the type of its neighbours.
   */
  readonly plain?: true
  /** The source text. */
  readonly text?: string
}

/** A null (`0N`, `0n`) or an infinity (`0W`, `0w`), with an optional type letter. */
const SPECIAL = /^(-?)0([NnWw])([a-z]?)$/
const BITS = /^[01]+b$/
const HEX = /^0x([0-9a-fA-F]*)$/
const WHOLE = /^-?\d+([jihcepmdznuvt]?)$/
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?([ef]?)$/

/**
 * Parses one number.
 *
 * @throws QError whose message is the text, if the text is not a number
 */
export const parseNumber = (text: string): NumberLiteral => ({ ...parseLiteral(text), text })

function parseLiteral(text: string): NumberLiteral {
  const literal = parseSpecial(text) ?? parseBytes(text) ?? parseWhole(text) ?? parseDecimal(text)
  if (literal !== undefined) return literal
  const negative = text.startsWith('-')
  const temporal = parseTemporal(negative ? text.slice(1) : text)
  if (temporal === undefined) throw new QError(text)
  return negative ? { ...temporal, value: -temporal.value } : temporal
}

function parseSpecial(text: string): NumberLiteral | undefined {
  const match = SPECIAL.exec(text)
  if (match === null) return undefined
  const [, sign, mark, letter] = match as unknown as [string, string, string, string]
  const isNull = mark === 'N' || mark === 'n'
  const infinity = sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const value = isNull ? Number.NaN : infinity
  if (letter === 'g') return { type: GUID, value: NULL_GUID }
  if (letter !== '') {
    const type = typeByLetter(letter)
    // Booleans, bytes and symbols have no such literals.
    if (type === undefined || type.code < SHORT || letter === 's') throw new QError(text)
    // `0Nc` is a space, and here `0Wc` is one too.
    return { type: type.code, value: letter === 'c' ? SPACE : value }
  }
  if (mark === 'n' || mark === 'w') return { type: FLOAT, value }
  return { type: LONG, value, plain: true }
}

function parseBytes(text: string): NumberLiteral | undefined {
  if (BITS.test(text)) {
    const items = Uint8Array.from(text.slice(0, -1), Number)
    return { type: BOOLEAN, value: items[0] as number, items }
  }
  const digits = HEX.exec(text)?.[1]
  if (digits === undefined) return undefined
  const paddedDigits = digits.length % 2 === 1 ? `0${digits}` : digits
  const items = new Uint8Array(paddedDigits.length / 2)
  for (let i = 0; i < items.length; i++)
    items[i] = Number.parseInt(paddedDigits.slice(2 * i, 2 * i + 2), 16)
  return { type: BYTE, value: items[0] ?? 0, items }
}

function parseWhole(text: string): NumberLiteral | undefined {
  const suffix = WHOLE.exec(text)?.[1]
  if (suffix === undefined) return undefined
  if (suffix === '' || suffix === 'j') {
    const number = Number(suffix === '' ? text : text.slice(0, -1))
    const value = Number.isSafeInteger(number) ? number : bigLiteral(text, suffix)
    return suffix === '' ? { type: LONG, value, plain: true } : { type: LONG, value }
  }
  const number = Number(text.slice(0, -1))
  const type = typeByLetter(suffix)?.code ?? LONG
  if (type === REAL) return { type, value: Math.fround(number) }
  return { type, value: rangedValue(type, number, text) }
}

/** A long beyond the safe integers. @throws QError with the text if it has more than 64 bits */
function bigLiteral(text: string, suffix: string): number | bigint {
  const integer = BigInt(suffix === '' ? text : text.slice(0, -1))
  if (integer !== BigInt.asIntN(64, integer)) throw new QError(text)
  return fromWide(integer)
}

/**
 * Checks the range of a number. In q, the largest short or int is infinity: `32767h` is `0Wh`.
 *
 * @throws QError with the text if the number is too large
 */
function rangedValue(type: number, value: number, text: string): number {
  const limit = type === SHORT ? 0x7fff : type === INT ? 0x7fffffff : Number.MAX_SAFE_INTEGER
  if (Math.abs(value) > limit) throw new QError(text)
  return Math.abs(value) === limit ? value * Number.POSITIVE_INFINITY : value
}

function parseDecimal(text: string): NumberLiteral | undefined {
  const suffix = DECIMAL.exec(text)?.[1]
  if (suffix === undefined) return undefined
  const number = Number(suffix === '' ? text : text.slice(0, -1))
  return suffix === 'e'
    ? { type: REAL, value: Math.fround(number) }
    : { type: FLOAT, value: number }
}

/**
 * The value of numbers side by side, such as `1 2 3`: a vector of their common type. A single
 * number makes an atom.
 *
 * @throws QError `type` if they have no common type
 */
export function valueOfNumbers(literals: readonly NumberLiteral[]): Value {
  const [first] = literals
  if (first === undefined) throw new QError('type')
  if (literals.length === 1) return toAtom(first)
  const last = literals.at(-1)
  if (last !== undefined && isTemporal(last.type)) return valueOfTimes(literals, last)
  const type = commonType(literals)
  return vectorOf(
    type,
    literals.map((literal) => itemAs(type, literal)),
  )
}

/** Adjacent times: the suffix of the last one applies to all; otherwise their common type. */
function valueOfTimes(literals: readonly NumberLiteral[], last: NumberLiteral): Value {
  const hasSuffix = /[a-z]$/.test(last.text ?? '')
  const converted = literals.map((literal) =>
    literal.type === FLOAT && last.type === MONTH ? parseNumber(`${literal.text}m`) : literal,
  )
  const type = converted.reduce((common, literal) => {
    if (hasSuffix || literal.plain || literal.type === common) return common
    return findPromoted(EXTREME_TYPES, common, literal.type)
  }, last.type)
  if (!isTemporal(type)) throw new QError('type')
  const values = converted.map(({ type: fromType, value, plain }) => {
    if (plain || !isTemporal(fromType)) return value
    return convertTime(fromType, type, value as number)
  })
  return vectorOf(type, values)
}

/** The item of a vector of a type. @throws QError with the text if it is too large */
function itemAs(type: number, { value, text = '' }: NumberLiteral): Scalar {
  if (type === REAL) return Math.fround(Number(value))
  if (type === FLOAT) return Number(value)
  if (type !== SHORT && type !== INT) return value
  return Number.isFinite(Number(value)) ? rangedValue(type, Number(value), text) : value
}

function toAtom(literal: NumberLiteral): Value {
  const { type, value, items } = literal
  if (items === undefined) return atom(type, value)
  if (items.length === 1) return atom(type, items[0] as number)
  return type === BOOLEAN ? bools(items) : vector(BYTE, items)
}

const isNumber = ({ type, items }: NumberLiteral): boolean => type <= FLOAT && items === undefined

const isSpecial = ({ type, value, items }: NumberLiteral): boolean =>
  type <= FLOAT && items === undefined && !Number.isFinite(value)

function commonType(literals: readonly NumberLiteral[]): number {
  // A final `e` makes all numbers reals, also decimals: `1 2.5 3e`.
  if (literals.at(-1)?.type === REAL && literals.every(isNumber)) return REAL
  const last = literals.at(-1) as NumberLiteral
  const isWhole = last.type <= LONG && !last.plain && last.items === undefined
  // The suffix of a final integer applies to plain numbers, nulls and infinities before it.
  if (isWhole && literals.slice(0, -1).every((one) => one.plain || isSpecial(one))) return last.type
  // Long gives way to the next type. Then the larger type number wins, but a real replaces all
  // types except float.
  let type = LONG
  for (const literal of literals) {
    if (literal.plain || literal.type === type) continue
    if (literal.items !== undefined && literal.items.length !== 1) throw new QError('type')
    if (type === LONG || (literal.type === REAL && type !== FLOAT)) type = literal.type
    else type = Math.max(type, literal.type)
  }
  return type
}
