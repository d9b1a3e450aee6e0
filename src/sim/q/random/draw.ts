import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { identityOrder } from '../lists/order.ts'
import { countOf, gather, itemAt } from '../values/access.ts'
import { longs, symbols, vector, vectorOf } from '../values/build.ts'
import { reserve, spend } from '../values/meter.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  DATETIME,
  FLOAT,
  GUID,
  isSymbolic,
  isWideType,
  LONG,
  REAL,
  SHORT,
  TIME,
  TIMESPAN,
} from '../values/types.ts'
import type { Atom, Scalar, Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import type { RandomSource } from './source.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** The letters of random symbols. */
const SYMBOL_LETTERS = 'abcdefghijklmnop'
const SYMBOL_LENGTH_MAX = 8

/** `x?y` with a number on the left: draws x times from y; -x draws without repeats; 0N permutes. */
export function draw(x: Atom, y: Value, q: Interpreter): Value {
  if (x.type < SHORT || x.type > LONG) return signal('type')
  const count = Number(x.value)
  const { random } = q
  if (Number.isNaN(count)) return permute(y, random)
  if (!Number.isSafeInteger(count)) return signal(count > 0 ? 'wsfull' : 'length')
  const times = reserve(Math.abs(count))
  if (y.kind === 'atom') return count < 0 ? dealAtom(times, y, random) : roll(times, y, random)
  const source = y.kind === 'dictionary' && y.values.kind !== 'table' ? y.values : y
  if (!isList(source) && source.kind !== 'table') return signal('type')
  const size = countOf(source)
  if (count < 0) return gather(source, distinctNumbers(times, size, random))
  if (size === 0 && times > 0) return signal('length')
  return gather(source, drawnBelow(size, times, random))
}

/** The number of draws between two charges. */
const DRAWS = 2 ** 16

/** Draws integers below a bound. */
function drawnBelow(bound: number, count: number, random: RandomSource): Float64Array {
  const drawnItems = new Float64Array(count)
  for (let start = 0; start < count; start += DRAWS) {
    const part = drawnItems.subarray(start, start + DRAWS)
    spend(part.length >> 2)
    random.fill(part, bound)
  }
  return drawnItems
}

/** `rand x`: one draw. */
export function rand(x: Value, q: Interpreter): Value {
  return itemAt(draw({ kind: 'atom', type: LONG, value: 1 }, x, q), 0)
}

function permute(y: Value, random: RandomSource): Value {
  if (y.kind === 'atom') {
    if (y.type < SHORT || y.type > LONG) return signal('type')
    const size = Number(y.value)
    if (!(size >= 0)) return signal('domain')
    return vectorOf(y.type, [...distinctNumbers(reserve(size), size, random)])
  }
  const source = y.kind === 'dictionary' && y.values.kind !== 'table' ? y.values : y
  if (!isList(source) && source.kind !== 'table') return signal('type')
  return gather(source, distinctNumbers(countOf(source), countOf(source), random))
}

/**
 * Distinct integers below a bound, in random order.
 *
 * @throws QError `length`
 */
function distinctNumbers(count: number, bound: number, random: RandomSource): Float64Array {
  if (!(count <= bound)) return signal('length')
  if (bound <= count * 8) return shuffledNumbers(count, bound, random)
  const drawnNumbers = new Float64Array(count)
  // A sparse shuffle: only moved items are stored, because the bound may be very large.
  const movedNumbers = new Map<number, number>()
  for (let i = 0; i < count; i++) {
    spend(1)
    const position = i + random.below(bound - i)
    drawnNumbers[i] = movedNumbers.get(position) ?? position
    movedNumbers.set(position, movedNumbers.get(i) ?? i)
  }
  return drawnNumbers
}

/** The first items of a full shuffle, which is faster if most are drawn. */
function shuffledNumbers(count: number, bound: number, random: RandomSource): Float64Array {
  const numbers = identityOrder(reserve(bound))
  for (let i = 0; i < count; i++) {
    if (i % 256 === 0) spend(64)
    const position = i + random.below(bound - i)
    const drawnNumber = numbers[position] as number
    numbers[position] = numbers[i] as number
    numbers[i] = drawnNumber
  }
  return numbers.slice(0, count)
}

function dealAtom(count: number, y: Atom, random: RandomSource): Value {
  if (y.type === GUID) return roll(count, y, random)
  if (isSymbolic(y.type)) return dealSymbols(count, y, random)
  if (y.type < SHORT || y.type > LONG) return signal('type')
  const bound = Number(y.value)
  if (!(bound >= 0)) return signal('length')
  const drawnNumbers = distinctNumbers(count, bound, random)
  return y.type === LONG ? longs(drawnNumbers) : vectorOf(y.type, [...drawnNumbers])
}

function dealSymbols(count: number, y: Atom, random: RandomSource): Value {
  const length = symbolLength(y)
  if (count > SYMBOL_LETTERS.length ** length) return signal('length')
  const makeName = nameMaker(length)
  const names = new Set<string>()
  while (names.size < count) {
    reserve(1)
    names.add(makeName(random.below(SYMBOL_LETTERS.length ** length)))
  }
  return symbols([...names])
}

/** The length of a random symbol is the number in the symbol, at most eight. */
function symbolLength({ value }: Atom): number {
  const text = String(value)
  const length = text === '' ? SYMBOL_LENGTH_MAX : Number(text)
  if (!Number.isInteger(length) || length < 1) return signal('type')
  return Math.min(length, SYMBOL_LENGTH_MAX)
}

/** Every name of this length by the bits of its letters, lowest first. */
const NAMES = new Map<number, readonly string[]>()
/** Longer names are joined from parts of this length. */
const PART_LETTERS = 4
const PART_BITS = 16
const PARTS = 2 ** PART_BITS

function listNames(length: number): readonly string[] {
  const cached = NAMES.get(length)
  if (cached !== undefined) return cached
  const shorterNames = length > 1 ? listNames(length - 1) : ['']
  const names = [...SYMBOL_LETTERS].flatMap((letter) => shorterNames.map((name) => name + letter))
  NAMES.set(length, names)
  return names
}

/** A function from bits to the name that they encode. */
function nameMaker(length: number): (bits: number) => string {
  const names = listNames(Math.min(length, PART_LETTERS))
  if (length <= PART_LETTERS) return (bits) => names[bits] as string
  const restNames = listNames(length - PART_LETTERS)
  // Eight letters are 32 bits. A remainder would be ten times as slow.
  return (bits) => (names[bits & (PARTS - 1)] as string) + restNames[bits >>> PART_BITS]
}

function rollNames(count: number, y: Atom, random: RandomSource): Value {
  const length = symbolLength(y)
  const makeName = nameMaker(length)
  const drawnNumbers = drawnBelow(SYMBOL_LETTERS.length ** length, count, random)
  const names = new Array<string>(count)
  for (let i = 0; i < count; i++) names[i] = makeName(drawnNumbers[i] as number)
  return symbols(names)
}

function roll(count: number, y: Atom, random: RandomSource): Value {
  if (isSymbolic(y.type)) return rollNames(count, y, random)
  const bound = wholeBound(y)
  if (bound !== undefined) return toVector(y.type, drawnBelow(bound, count, random), bound)
  const next = drawFunction(y, random)
  const drawnScalars: Scalar[] = []
  for (let i = 0; i < count; i++) {
    if (i % 256 === 0) spend(64)
    drawnScalars.push(next())
  }
  return vectorOf(y.type, drawnScalars)
}

/** The bound for draws of integers from zero; undefined for other draws. */
function wholeBound({ type, value }: Atom): number | undefined {
  if (type === BOOLEAN) return 2
  if (type === CHAR || type === GUID || type === REAL) return undefined
  if (type === FLOAT || type === DATETIME) return undefined
  const bound = Number(value)
  return bound > 0 && Number.isFinite(bound) ? bound : undefined
}

function toVector(type: number, drawnNumbers: Float64Array, bound: number): Value {
  if (type === BOOLEAN || type === BYTE) return vector(type, Uint8Array.from(drawnNumbers))
  return bound <= 2 ** 53 ? vector(type, drawnNumbers) : vectorOf(type, [...drawnNumbers])
}

/**
 * A function that draws from an atom's range.
 *
 * @throws QError `type`, `domain`
 */
function drawFunction(y: Atom, random: RandomSource): () => Scalar {
  const { type, value } = y
  if (type === CHAR) return () => LETTERS.charCodeAt(random.below(LETTERS.length))
  if (type === GUID) return () => randomGuid(random)
  const bound = Number(value)
  if (type === REAL) return () => Math.fround(random.unit() * bound)
  if (type === FLOAT || type === DATETIME) return () => random.unit() * bound
  return bound >= 0 ? fullRange(type, random) : signal('domain')
}

/** All values of an integer type; for spans, times of day. */
function fullRange(type: number, random: RandomSource): () => Scalar {
  if (type === BYTE) return () => random.below(256)
  if (type === TIME) return () => random.below(86_400_000)
  if (type === TIMESPAN) return () => random.below(86_400_000_000_000)
  if (type === SHORT) return () => random.below(2 ** 16 - 2) - (2 ** 15 - 1)
  if (!isWideType(type)) return () => random.below(2 ** 32 - 2) - (2 ** 31 - 1)
  return () => fromWide(BigInt(random.below(2 ** 32)) * 2n ** 32n + BigInt(random.below(2 ** 32)))
}

const HEX = '0123456789abcdef'
const GUID_FORM = '00000000-0000-4000-0000-000000000000'

/** A guid of 122 random bits: the digit for its version is always 4. */
function randomGuid(random: RandomSource): string {
  const codes: number[] = []
  let bits = 1
  for (let i = 0; i < GUID_FORM.length; i++) {
    const isFixed = GUID_FORM[i] !== '0'
    if (!isFixed && bits === 1) bits = random.below(2 ** 24) + 2 ** 24
    codes.push((isFixed ? GUID_FORM : HEX).charCodeAt(isFixed ? i : bits & 15))
    if (!isFixed) bits >>= 4
  }
  return String.fromCharCode(...codes)
}
