import { functionText } from '../display/functions.ts'
import { oneLine } from '../display/one-line.ts'
import { signal } from '../errors.ts'
import { atomToBytes } from '../strings/bits.ts'
import { itemsOf } from '../values/access.ts'
import { list, NIL, symbols } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { ENUM, GUID, isSymbolic, SYMBOL } from '../values/types.ts'
import type { Atom, Attribute, Value, Vector } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { rawBytes } from './raw.ts'
import { ByteWriter } from './writer.ts'

const ATTRIBUTES: Readonly<Record<Attribute, number>> = { '': 0, s: 1, u: 2, p: 3, g: 4 }

/** The bytes of a value in q's message format without the header, little-endian. */
export function writeValue(value: Value): Uint8Array {
  const out = new ByteWriter()
  write(value, out)
  return out.bytes()
}

function write(value: Value, out: ByteWriter): void {
  switch (value.kind) {
    case 'atom':
      writeAtom(value, out)
      break
    case 'vector':
      writeVector(value, out)
      break
    case 'list':
      out.put(0, 0)
      out.putCount(value.items.length)
      for (const item of value.items) write(item, out)
      break
    case 'dictionary':
      out.put(value.attribute === 's' ? 127 : 99)
      write(value.keys, out)
      write(value.values, out)
      break
    case 'table':
      out.put(98, ATTRIBUTES[value.attribute], 99)
      write(symbols(value.names), out)
      write(list(value.columns), out)
      break
    default:
      writeFunction(value, out)
  }
}

function putName(text: string, out: ByteWriter): void {
  out.putText(text)
  out.put(0)
}

const littleEnd = (type: number, value: Atom['value']): Uint8Array =>
  type === GUID ? atomToBytes(type, value) : atomToBytes(type, value).reverse()

function writeAtom({ type, value }: Atom, out: ByteWriter): void {
  out.put(256 - (type >= ENUM ? SYMBOL : type))
  if (isSymbolic(type)) putName(value as string, out)
  else out.putAll(littleEnd(type, value))
}

function writeVector(value: Vector, out: ByteWriter): void {
  const { type, data } = value
  out.put(type >= ENUM ? SYMBOL : type, ATTRIBUTES[value.attribute])
  out.putCount(data.length)
  spend(data.length >> 4)
  const raw = isSymbolic(type) ? undefined : rawBytes(type, data)
  if (raw !== undefined) {
    out.putAll(raw)
    return
  }
  for (const stored of data as Iterable<number | string | bigint>) {
    const item = typeof stored === 'bigint' ? fromWide(stored) : stored
    if (isSymbolic(type)) putName(item as string, out)
    else out.putAll(littleEnd(type, item))
  }
}

function writeFunction(value: Value, out: ByteWriter): void {
  if (value === NIL) out.put(101, 0)
  else if (value.kind === 'lambda') {
    out.put(100)
    putName(value.context.slice(1), out)
    const text = functionText(value, (inner) => oneLine(inner, 0))
    out.put(10, 0)
    out.putCount(text.length)
    out.putText(text)
  } else if (value.kind === 'projection') {
    const parts = itemsOf(list([value.target, ...value.arguments.map((item) => item ?? NIL)]))
    out.put(104)
    out.putCount(parts.length)
    for (const part of parts) {
      if (part === NIL) out.put(101, 255)
      else write(part, out)
    }
  } else signal('nyi')
}
