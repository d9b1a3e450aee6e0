import { signal } from '../errors.ts'
import { bytesToText, isString, itemsOf, textOf } from '../values/access.ts'
import { atom, chars, collapse, list, symbol, symbols, vectorOf } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  FLOAT,
  isSymbolic,
  isWideType,
  LONG,
  REAL,
  SHORT,
} from '../values/types.ts'
import type { Atom, List, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { toDouble, toWide } from '../values/wide.ts'
import { representation } from './bits.ts'

/** `x vs y`: splits strings, symbols and paths, or a number into digits, bytes or bits. */
export function splitBy(x: Value, y: Value): Value {
  if (isString(x) || (x.kind === 'atom' && x.type === CHAR)) return splitText(textOf(x), y)
  if (isSeparator(x) && isBytes(y)) return splitBytes(x, y)
  if (x.kind === 'atom' && isSymbolic(x.type)) return splitName(x.value as string, y)
  if (x.kind === 'atom' && x.type === BOOLEAN) return representation(true, y)
  if (x.kind === 'atom' && x.type === BYTE && x.value === 0) return representation(false, y)
  return digitsOf(x, y)
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
    return list(linesOf(bytesToText(y.data as Uint8Array)).map(chars))
  }
  if (y.kind !== 'atom' || !isSymbolic(y.type)) return signal('type')
  const name = y.value as string
  if (!name.startsWith(':')) return symbols(name.split('.'))
  const slash = name.lastIndexOf('/')
  return slash < 0 ? symbols([name]) : symbols([name.slice(0, slash), name.slice(slash + 1)])
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function digitsOf(x: Value, y: Value): Value {
  const planes = planesOf(y, digitizer(x, y))
  return y.kind === 'atom'
    ? vectorOf(planes.type, planes.items as number[])
    : collapse(planes.items as Value[])
}

/** Digits of numbers, equally many for each, with their type. */
interface Digitizer {
  readonly type: (number: Value) => number
  readonly digits: (number: Value) => readonly number[]
  readonly width: number
}

function digitizer(x: Value, y: Value): Digitizer {
  if (x.kind === 'atom') {
    const base = numberOf(x)
    const width = widestOf(y, (number) => digits(base, scalarOf(number)).length)
    const padded = (number: Value): number[] => {
      const found = digits(base, scalarOf(number))
      return [...new Array<number>(width - found.length).fill(0), ...found]
    }
    return { type: (number) => digitType(x, number), digits: padded, width }
  }
  if (x.kind !== 'vector') return signal('type')
  const [first, ...rest] = itemsOf(x)
  const bases = [first, ...rest].map((item) => numberOf(item as Value))
  return {
    type: (number) => digitType(first, number),
    digits: (number) => mixedDigits(bases, numberOf(number)),
    width: bases.length,
  }
}

const widestOf = (y: Value, width: (number: Value) => number): number =>
  y.kind === 'atom'
    ? width(y)
    : itemsOf(y).reduce((widest, item) => Math.max(widest, widestOf(item, width)), 0)

/** The digits at each position, in the shape of y. */
function planesOf(y: Value, by: Digitizer): { type: number; items: readonly (number | Value)[] } {
  spend(1)
  if (y.kind === 'atom') return { type: by.type(y), items: by.digits(y) }
  if (!isList(y)) return signal('type')
  const parts = itemsOf(y).map((item) => planesOf(item, by))
  const type = parts[0]?.type ?? LONG
  const items = Array.from({ length: by.width }, (_, position) => {
    const cells = parts.map((part) => part.items[position] as number | Value)
    return collapse(cells.map((cell) => (typeof cell === 'number' ? atom(type, cell) : cell)))
  })
  return { type, items }
}

function numberOf(value: Value): number {
  return toDouble(scalarOf(value))
}

/** A number, exact beyond doubles; infinities of integers are the largest ones. */
function scalarOf(value: Value): number | bigint {
  if (value.kind !== 'atom' || isSymbolic(value.type) || value.type === CHAR) return signal('type')
  const number = value.value as number | bigint
  const isLargest = value.type === LONG && Math.abs(Number(number)) === Number.POSITIVE_INFINITY
  return isLargest ? toWide(number) : number
}

const digitType = (x: Value | undefined, y: Value): number => {
  const types = [x, y].map((value) => (value?.kind === 'atom' ? value.type : LONG))
  // The first position takes the rest, including the fractional part.
  if (types.some((type) => type === FLOAT || type === REAL)) return FLOAT
  if (types.some((type) => type === LONG || isWideType(type))) return LONG
  return Math.max(SHORT, types[1] as number)
}

/** The digits of a number in a base, most significant first; at least one digit. */
function digits(base: number, value: number | bigint): number[] {
  spend(1)
  if (!(base >= 2)) return signal('domain')
  if (typeof value === 'bigint') return exactDigits(base, value)
  if (!Number.isFinite(value)) return [value]
  const found: number[] = []
  let rest = Math.abs(value)
  do {
    found.unshift(rest % base)
    rest = Math.floor(rest / base)
  } while (rest > 0)
  return found
}

function exactDigits(base: number, value: bigint): number[] {
  const found: number[] = []
  const step = BigInt(Math.trunc(base))
  for (let rest = value < 0n ? -value : value; rest > 0n; rest /= step) {
    found.unshift(Number(rest % step))
  }
  return found
}

/** The digits in mixed bases; the first position takes the rest. */
function mixedDigits(bases: readonly number[], value: number): number[] {
  const found = new Array<number>(bases.length)
  let rest = value
  for (let i = bases.length - 1; i >= 0; i--) {
    const base = bases[i] as number
    const isLast = i === 0 && base === 0
    found[i] = isLast || base === 0 ? rest : rest - base * Math.floor(rest / base)
    rest = base === 0 ? 0 : Math.floor(rest / base)
  }
  return found
}

/** A symbol of names joined with dots, or a path of its parts. */
export const joinedName = (names: readonly string[]): Value =>
  symbol(names[0]?.startsWith(':') ? names.join('/') : names.join('.'))
