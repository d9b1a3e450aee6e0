import { signal } from '../errors.ts'
import { bytesToText, isString, isSymbol, itemsOf, textOf } from '../values/access.ts'
import { atom, chars, collapse, list, symbol, symbols, vectorOf } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  FLOAT,
  isFloating,
  isSymbolic,
  isWideType,
  LONG,
  SHORT,
} from '../values/types.ts'
import type { Atom, List, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { fromWide, toDouble, toWide } from '../values/wide.ts'
import { representation } from './bits.ts'

/** `x vs y`: splits strings, symbols and paths, or a number into digits, bytes or bits. */
export function splitBy(x: Value, y: Value): Value {
  if (isString(x) || (x.kind === 'atom' && x.type === CHAR)) return splitText(textOf(x), y)
  if (isSeparator(x) && isBytes(y)) return splitBytes(x, y)
  if (isSymbol(x)) return splitName(x.value as string, y)
  if (x.kind === 'atom' && x.type === BOOLEAN) return representation(true, y)
  if (x.kind === 'atom' && x.type === BYTE && x.value === 0) return representation(false, y)
  return toDigits(x, y)
}

function splitText(separator: string, y: Value): Value {
  const text = isBytes(y) ? { ...y, type: CHAR } : y
  if (!isString(text) && !(text.kind === 'atom' && text.type === CHAR)) return signal('type')
  const pieces = separator === '' ? [textOf(text)] : textOf(text).split(separator)
  return list(pieces.map(chars))
}

export const isBytes = (value: Value): value is Vector =>
  value.kind === 'vector' && value.type === BYTE

/** Whether a value can split bytes: several bytes, or one that is not zero. */
export const isSeparator = (x: Value): x is Atom | Vector =>
  isBytes(x) || (x.kind === 'atom' && x.type === BYTE && x.value !== 0)

const asText = (x: Atom | Vector): Value => ({ ...x, type: CHAR })

/** Splits bytes at a separator. */
function splitBytes(x: Atom | Vector, y: Vector): Value {
  const pieces = splitText(textOf(asText(x)), y)
  return list(itemsOf(pieces).map((piece) => ({ ...(piece as Vector), type: BYTE })))
}

/** Joins lists of bytes with a separator. */
export function joinBytes(x: Atom | Vector, y: List): Value {
  const separator = textOf(asText(x))
  const texts = y.items.map((item) => (isBytes(item) ? textOf(asText(item)) : signal('type')))
  return { ...chars(texts.join(separator)), type: BYTE }
}

/** Splits a symbol at dots, a path into folder and file, and a string into lines. */
function splitName(separator: string, y: Value): Value {
  if (separator !== '') return signal('type')
  if (y.kind === 'vector' && (y.type === CHAR || y.type === BYTE)) {
    return list(splitLines(bytesToText(y.data as Uint8Array)).map(chars))
  }
  if (y.kind !== 'atom' || !isSymbolic(y.type)) return signal('type')
  const name = y.value as string
  if (!name.startsWith(':')) return symbols(name.split('.'))
  const slash = name.lastIndexOf('/')
  return slash < 0 ? symbols([name]) : symbols([name.slice(0, slash), name.slice(slash + 1)])
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function toDigits(x: Value, y: Value): Value {
  const planes = digitPlanes(y, digitizer(x, y))
  return y.kind === 'atom'
    ? vectorOf(planes.type, planes.items as number[])
    : collapse(planes.items as Value[])
}

/** Digits of numbers, equally many for each, with their type. */
interface Digitizer {
  readonly type: (number: Value) => number
  readonly digits: (number: Value) => readonly (number | bigint)[]
  readonly width: number
}

function digitizer(x: Value, y: Value): Digitizer {
  if (x.kind === 'atom') {
    const base = toNumber(x)
    const width = largestWidth(y, (number) => digits(base, toScalar(number)).length)
    const paddedDigits = (number: Value): number[] => {
      const digitList = digits(base, toScalar(number))
      return [...new Array<number>(width - digitList.length).fill(0), ...digitList]
    }
    return { type: (number) => digitType(x, number), digits: paddedDigits, width }
  }
  if (x.kind !== 'vector') return signal('type')
  const bases = itemsOf(x).map(toNumber)
  const first = itemsOf(x)[0]
  return {
    type: (number) => digitType(first, number),
    digits: (number) => mixedDigits(bases, toScalar(number)),
    width: bases.length,
  }
}

const largestWidth = (y: Value, width: (number: Value) => number): number =>
  y.kind === 'atom'
    ? width(y)
    : itemsOf(y).reduce((widest, item) => Math.max(widest, largestWidth(item, width)), 0)

/** The digits at each position, in the shape of y. */
function digitPlanes(
  y: Value,
  digitizer: Digitizer,
): { type: number; items: readonly (number | bigint | Value)[] } {
  spend(1)
  if (y.kind === 'atom') return { type: digitizer.type(y), items: digitizer.digits(y) }
  if (!isList(y)) return signal('type')
  const parts = itemsOf(y).map((item) => digitPlanes(item, digitizer))
  const type = parts[0]?.type ?? LONG
  const items = Array.from({ length: digitizer.width }, (_, position) => {
    const cells = parts.map((part) => part.items[position] as number | bigint | Value)
    return collapse(cells.map((cell) => (typeof cell === 'object' ? cell : atom(type, cell))))
  })
  return { type, items }
}

function toNumber(value: Value): number {
  return toDouble(toScalar(value))
}

/** A number, exact beyond doubles; infinities of integers are the largest ones. */
function toScalar(value: Value): number | bigint {
  if (value.kind !== 'atom' || isSymbolic(value.type) || value.type === CHAR) return signal('type')
  const number = value.value as number | bigint
  const isLargest = value.type === LONG && Math.abs(Number(number)) === Number.POSITIVE_INFINITY
  return isLargest ? toWide(number) : number
}

const digitType = (x: Value | undefined, y: Value): number => {
  const types = [x, y].map((value) => (value?.kind === 'atom' ? value.type : LONG))
  // The first position takes the rest, including the fractional part.
  if (types.some(isFloating)) return FLOAT
  if (types.some((type) => type === LONG || isWideType(type))) return LONG
  return Math.max(SHORT, types[1] as number)
}

/** The digits of a number in a base, most significant first; at least one digit. */
function digits(base: number, value: number | bigint): number[] {
  spend(1)
  if (!(base >= 2)) return signal('domain')
  if (typeof value === 'bigint') return exactDigits(base, value)
  if (!Number.isFinite(value)) return [value]
  const digitList: number[] = []
  let remaining = Math.abs(value)
  do {
    digitList.unshift(remaining % base)
    remaining = Math.floor(remaining / base)
  } while (remaining > 0)
  return digitList
}

function exactDigits(base: number, value: bigint): number[] {
  const digitList: number[] = []
  const step = BigInt(Math.trunc(base))
  for (let remaining = value < 0n ? -value : value; remaining > 0n; remaining /= step) {
    digitList.unshift(Number(remaining % step))
  }
  return digitList
}

/** The digits in mixed bases; the first position takes the rest. */
function mixedDigits(
  bases: readonly number[],
  value: number | bigint,
): readonly (number | bigint)[] {
  if (typeof value === 'bigint' && bases.every(Number.isInteger)) {
    return exactMixedDigits(bases.map(BigInt), value)
  }
  const digitList = new Array<number>(bases.length)
  let remaining = Number(value)
  for (let i = bases.length - 1; i >= 0; i--) {
    const base = bases[i] as number
    const isLast = i === 0 && base === 0
    digitList[i] =
      isLast || base === 0 ? remaining : remaining - base * Math.floor(remaining / base)
    remaining = base === 0 ? 0 : Math.floor(remaining / base)
  }
  return digitList
}

function exactMixedDigits(bases: readonly bigint[], value: bigint): (number | bigint)[] {
  let remaining = value
  const digitList: (number | bigint)[] = []
  for (const base of [...bases].reverse()) {
    const digit = base === 0n ? remaining : ((remaining % base) + base) % base
    digitList.unshift(fromWide(digit))
    remaining = base === 0n ? 0n : (remaining - digit) / base
  }
  return digitList
}

/** A symbol of names joined with dots, or a path of its parts. */
export const joinedName = (names: readonly string[]): Value =>
  symbol(names[0]?.startsWith(':') ? names.join('/') : names.join('.'))
