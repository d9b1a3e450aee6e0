import { functionText } from '../display/functions.ts'
import { oneLine } from '../display/one-line.ts'
import { signal } from '../errors.ts'
import { bytesOf } from '../strings/bits.ts'
import { itemsOf } from '../values/access.ts'
import { list, NIL, symbols } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { ENUM, GUID, isSymbolic, SYMBOL } from '../values/types.ts'
import type { Atom, Attribute, Dictionary, Table, Value, Vector } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'

const ATTRIBUTES: Readonly<Record<Attribute, number>> = { '': 0, s: 1, u: 2, p: 3, g: 4 }

/** The bytes of a value as q sends them, without the header: little end first. */
export function writeValue(value: Value): number[] {
  const bytes: number[] = []
  write(value, bytes)
  reserve(bytes.length)
  return bytes
}

function write(value: Value, bytes: number[]): void {
  switch (value.kind) {
    case 'atom':
      writeAtom(value, bytes)
      break
    case 'vector':
      writeVector(value, bytes)
      break
    case 'list':
      bytes.push(0, 0, ...int32(value.items.length))
      for (const item of value.items) write(item, bytes)
      break
    case 'dictionary':
      writeDictionary(value, bytes)
      break
    case 'table':
      writeTable(value, bytes)
      break
    default:
      writeFunction(value, bytes)
  }
}

const int32 = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >> shift) & 255)

function pushText(text: string, bytes: number[]): void {
  for (let i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i))
  bytes.push(0)
}

const littleEnd = (type: number, value: Atom['value']): number[] =>
  type === GUID ? [...bytesOf(type, value)] : [...bytesOf(type, value)].reverse()

function writeAtom({ type, value }: Atom, bytes: number[]): void {
  bytes.push(256 - (type >= ENUM ? SYMBOL : type))
  if (isSymbolic(type)) pushText(value as string, bytes)
  else bytes.push(...littleEnd(type, value))
}

function writeVector(value: Vector, bytes: number[]): void {
  const { type, data } = value
  bytes.push(type >= ENUM ? SYMBOL : type, ATTRIBUTES[value.attribute], ...int32(data.length))
  for (const raw of data as Iterable<number | string | bigint>) {
    const item = typeof raw === 'bigint' ? fromWide(raw) : raw
    if (isSymbolic(type)) pushText(item as string, bytes)
    else for (const byte of littleEnd(type, item)) bytes.push(byte)
  }
}

function writeDictionary(value: Dictionary, bytes: number[]): void {
  bytes.push(value.attribute === 's' ? 127 : 99)
  write(value.keys, bytes)
  write(value.values, bytes)
}

function writeTable(value: Table, bytes: number[]): void {
  bytes.push(98, ATTRIBUTES[value.attribute], 99)
  write(symbols(value.names), bytes)
  write(list(value.columns), bytes)
}

function writeFunction(value: Value, bytes: number[]): void {
  if (value === NIL) bytes.push(101, 0)
  else if (value.kind === 'lambda') {
    bytes.push(100)
    pushText(value.context.slice(1), bytes)
    const text = functionText(value, (inner) => oneLine(inner, 0))
    bytes.push(10, 0, ...int32(text.length), ...Array.from(text, (byte) => byte.charCodeAt(0)))
  } else if (value.kind === 'projection') {
    const parts = itemsOf(list([value.target, ...value.arguments.map((item) => item ?? NIL)]))
    bytes.push(104, ...int32(parts.length))
    for (const part of parts) {
      if (part === NIL) bytes.push(101, 255)
      else write(part, bytes)
    }
  } else signal('nyi')
}
