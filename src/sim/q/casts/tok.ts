import { parseNumber } from '../lexer/numbers.ts'
import { parseTemporal } from '../lexer/temporals.ts'
import { atom } from '../values/build.ts'
import { nullScalar } from '../values/nulls.ts'
import { BOOLEAN, BYTE, CHAR, isFloating, isTemporal, REAL, SYMBOL } from '../values/types.ts'
import type { Scalar, Value } from '../values/value.ts'

/** A value of a type from text; the null of the type when it does not parse. */
export function parseText(type: number, text: string): Value {
  const trimmed = text.trim()
  if (type === SYMBOL) return atom(SYMBOL, trimmed)
  if (type === CHAR) return atom(CHAR, text.length === 1 ? text.charCodeAt(0) : 32)
  if (type === BOOLEAN) return atom(type, /^[1tTyY]$/.test(trimmed) ? 1 : 0)
  if (type === BYTE) return atom(type, Number.parseInt(trimmed, 16) & 255)
  return atom(type, isTemporal(type) ? temporalScalar(type, trimmed) : numberScalar(type, trimmed))
}

function numberScalar(type: number, text: string): Scalar {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^-?0[NWnw]$/.test(text)) return nullScalar(type)
  if (!isFloating(type)) {
    if (!/^[+-]?\d+$|^-?0[NW]$/.test(text)) return nullScalar(type)
    return parseNumber(text.replace('+', '')).value
  }
  const value = Number(parseNumber(text.replace('+', '')).value)
  return type === REAL ? Math.fround(value) : value
}

function temporalScalar(type: number, text: string): Scalar {
  const literal = parseTemporal(text)
  return literal?.type === type ? literal.value : nullScalar(type)
}
