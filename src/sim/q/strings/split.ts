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

/** `x vs y`: cuts strings, symbols and paths; the digits, bytes or bits of a number. */
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

/** Whether it cuts bytes: some of them, or one that is not zero. */
export const isSeparator = (x: Value): x is Atom | Vector =>
  isBytes(x) || (x.kind === 'atom' && x.type === BYTE && x.value !== 0)

const asText = (x: Atom | Vector): Value => ({ ...x, type: CHAR })

/** Bytes cut where some others stand. */
function splitBytes(x: Atom | Vector, y: Vector): Value {
  const pieces = splitText(textOf(asText(x)), y)
  return list(itemsOf(pieces).map((piece) => ({ ...(piece as Vector), type: BYTE })))
}

/** Lists of bytes joined with some others between them. */
export function joinBytes(x: Atom | Vector, y: List): Value {
  const separator = textOf(asText(x))
  const texts = y.items.map((item) => (isBytes(item) ? textOf(asText(item)) : signal('type')))
  return { ...chars(texts.join(separator)), type: BYTE }
}

/** By dots for a symbol, into folder and file for a path, into lines for a string. */
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

/** The digits of a number, as many for each, and their type. */
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

/** For each place the digits there, in the shape of y. */
function planesOf(y: Value, by: Digitizer): { type: number; items: readonly (number | Value)[] } {
  spend(1)
  if (y.kind === 'atom') return { type: by.type(y), items: by.digits(y) }
  if (!isList(y)) return signal('type')
  const parts = itemsOf(y).map((item) => planesOf(item, by))
  const type = parts[0]?.type ?? LONG
  const items = Array.from({ length: by.width }, (_, place) => {
    const cells = parts.map((part) => part.items[place] as number | Value)
    return collapse(cells.map((cell) => (typeof cell === 'number' ? atom(type, cell) : cell)))
  })
  return { type, items }
}

function numberOf(value: Value): number {
  return toDouble(scalarOf(value))
}

/** A number, exact where a double is not: infinities of whole numbers are the largest ones. */
function scalarOf(value: Value): number | bigint {
  if (value.kind !== 'atom' || isSymbolic(value.type) || value.type === CHAR) return signal('type')
  const number = value.value as number | bigint
  const isLargest = value.type === LONG && Math.abs(Number(number)) === Number.POSITIVE_INFINITY
  return isLargest ? toWide(number) : number
}

const digitType = (x: Value | undefined, y: Value): number => {
  const types = [x, y].map((value) => (value?.kind === 'atom' ? value.type : LONG))
  // The first place takes all that is left, and so the part of a number behind its point.
  if (types.some((type) => type === FLOAT || type === REAL)) return FLOAT
  if (types.some((type) => type === LONG || isWideType(type))) return LONG
  return Math.max(SHORT, types[1] as number)
}

/** The digits of a number to a base, the most significant first; one digit at least. */
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

/** The digits to a base of its own for each place; the first place takes all that is left. */
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

/** A symbol from names joined with dots, or a path from its parts. */
export const joinedName = (names: readonly string[]): Value =>
  symbol(names[0]?.startsWith(':') ? names.join('/') : names.join('.'))
