import { signal } from '../errors.ts'
import { atom, bools, vector } from '../values/build.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  GUID,
  INT,
  isSymbolic,
  isWideType,
  LONG,
  REAL,
  SHORT,
  typeByCode,
} from '../values/types.ts'
import type { Scalar, Value } from '../values/value.ts'
import { fromWide, toWide } from '../values/wide.ts'

const NULL_OF_SIZE: Readonly<Record<number, number>> = { 2: -(2 ** 15), 4: -(2 ** 31) }

/**
 * The bytes of an atom, most significant first.
 *
 * @throws QError `type` for symbols
 */
export function atomToBytes(type: number, value: Scalar): Uint8Array {
  if (type === GUID) return guidBytes(value as string)
  if (isSymbolic(type)) return signal('type')
  const size = typeByCode(type)?.size ?? 1
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  if (isWideType(type)) view.setBigInt64(0, toWide(value as number))
  else if (type === REAL) view.setFloat32(0, value as number)
  else if (size === 8) view.setFloat64(0, value as number)
  else if (size === 4) view.setInt32(0, wrapInteger(value as number, 4))
  else if (size === 2) view.setInt16(0, wrapInteger(value as number, 2))
  else bytes[0] = value as number
  return bytes
}

/** The bit pattern of an integer, including null and the infinities of its size. */
function wrapInteger(value: number, size: 2 | 4): number {
  if (Number.isNaN(value)) return NULL_OF_SIZE[size] as number
  if (Number.isFinite(value)) return value
  return Math.sign(value) * (-(NULL_OF_SIZE[size] as number) - 1)
}

function guidBytes(text: string): Uint8Array {
  const digits = text.replace(/-/g, '')
  return Uint8Array.from({ length: 16 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  )
}

/** `0x0 vs x` and `0b vs x`: the bytes or the bits of an atom. */
export function representation(isBits: boolean, y: Value): Value {
  if (y.kind !== 'atom') return signal('type')
  const bytes = atomToBytes(y.type, y.value)
  if (!isBits) return vector(BYTE, bytes)
  const bits = new Uint8Array(bytes.length * 8)
  for (let i = 0; i < bits.length; i++) {
    bits[i] = ((bytes[i >> 3] as number) >> (7 - (i & 7))) & 1
  }
  return bools(bits)
}

/** `0x0 sv x` and `0b sv x`: an integer or a guid from its bytes or bits. */
export function fromRepresentation(isBits: boolean, y: Value): Value {
  if (y.kind !== 'vector') return signal('type')
  if (y.type !== (isBits ? BOOLEAN : BYTE) && (isBits || y.type !== CHAR)) return signal('type')
  return atomFromBytes(isBits ? packBits(y.data as Uint8Array) : (y.data as Uint8Array))
}

function packBits(bits: Uint8Array): Uint8Array {
  if (bits.length % 8 !== 0) return signal('length')
  return Uint8Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.subarray(8 * i, 8 * i + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
}

/**
 * The number or guid with these bytes.
 *
 * @throws QError `length` if there is none
 */
export function atomFromBytes(bytes: Uint8Array): Value {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  switch (bytes.length) {
    case 1:
      return atom(BYTE, bytes[0] as number)
    case 2:
      return atom(SHORT, narrow(view.getInt16(0), 2))
    case 4:
      return atom(INT, narrow(view.getInt32(0), 4))
    case 8:
      return atom(LONG, fromWide(view.getBigInt64(0)))
    case 16:
      return atom(GUID, guidText(bytes))
    default:
      return signal('length')
  }
}

function narrow(pattern: number, size: 2 | 4): number {
  const nullValue = NULL_OF_SIZE[size] as number
  if (pattern === nullValue) return Number.NaN
  return Math.abs(pattern) === -nullValue - 1 ? pattern * Number.POSITIVE_INFINITY : pattern
}

function guidText(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
