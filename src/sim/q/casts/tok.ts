import { parseNumber } from '../lexer/numbers.ts'
import { atom, chars } from '../values/build.ts'
import { nullScalar } from '../values/nulls.ts'
import { trimText } from '../values/text.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  GUID,
  INT,
  isFloating,
  isTemporal,
  REAL,
  SHORT,
  SYMBOL,
} from '../values/types.ts'
import type { Scalar, Value } from '../values/value.ts'
import { bytesOfAddress, parseGuid } from './tok-guid.ts'
import { type DateOrder, parseTime } from './tok-times.ts'

/** Parses a value of a type; null of the type if the text does not parse. */
export function parseText(type: number, text: string, order: DateOrder): Value {
  if (type === CHAR) return text.length === 1 ? atom(CHAR, text.charCodeAt(0)) : chars(text)
  return atom(type, parseScalar(type, trimText(text), order))
}

function parseScalar(type: number, text: string, order: DateOrder): Scalar {
  switch (type) {
    case SYMBOL:
      return text
    case BOOLEAN:
      return /^[1tTyYxX]$/.test(text) ? 1 : 0
    case BYTE:
      return /^(0x)?[0-9a-fA-F]{1,2}$/.test(text) ? Number.parseInt(text, 16) & 255 : 0
    case GUID:
      return parseGuid(text)
    default:
      return isTemporal(type)
        ? (parseTime(type, text, order) ?? nullScalar(type))
        : parseNumeric(type, text)
  }
}

const FLOAT_FORM = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const SPECIAL_FORM = /^-?0[NWnw][hijef]?$/
const WHOLE_FORM = /^[+-]?\d+$/

const LIMITS: ReadonlyMap<number, number> = new Map([
  [SHORT, 0x7fff],
  [INT, 0x7fffffff],
])

function parseNumeric(type: number, text: string): Scalar {
  if (SPECIAL_FORM.test(text)) return parseNumber(text).value
  const unsigned = text.startsWith('+') ? text.slice(1) : text
  if (isFloating(type)) {
    if (!FLOAT_FORM.test(text)) return Number.NaN
    return type === REAL ? Math.fround(Number(unsigned)) : Number(unsigned)
  }
  if (type === INT && text.includes('.')) return wholeOfBytes(bytesOfAddress(text))
  if (!WHOLE_FORM.test(text)) return Number.NaN
  const limit = LIMITS.get(type)
  if (limit === undefined) return parseInteger(unsigned)
  const value = Number(unsigned)
  return Math.abs(value) > limit ? Number.NaN : value
}

/** No 64-bit integer has more digits. */
const DIGITS_MAX = 19

/** A 64-bit integer; null if it does not fit. */
function parseInteger(text: string): Scalar {
  if (text.length > DIGITS_MAX && text.replace(/^-?0*/, '').length > DIGITS_MAX) return Number.NaN
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  const pattern = BigInt(text)
  return pattern === BigInt.asIntN(64, pattern) ? parseNumber(text).value : Number.NaN
}

/** The four bytes of an IP address as an int. */
const wholeOfBytes = (bytes: readonly number[] | undefined): number =>
  bytes?.reduce((total, byte) => (total << 8) | byte, 0) ?? Number.NaN
