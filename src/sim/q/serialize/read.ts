import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { atomFromBytes } from '../strings/bits.ts'
import { bytesToText, itemsOf, namesOf, textOf } from '../values/access.ts'
import { atom, dictionary, list, NIL, table, vector, vectorOf } from '../values/build.ts'
import { reserve, reserveCells, reserveText, spend } from '../values/meter.ts'
import { ANY, ENUM, GUID, isFloating, isSymbolic, REAL, typeByCode } from '../values/types.ts'
import type { Attribute, Data, Scalar, Value } from '../values/value.ts'
import { dataOfBytes } from './raw.ts'

const ATTRIBUTES: readonly Attribute[] = ['', 's', 'u', 'p', 'g']
const DEPTH_MAX = 500

/** Reads values from bytes in q's message format. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #q: Interpreter
  #at: number

  constructor(bytes: Uint8Array, start: number, q: Interpreter) {
    this.#bytes = bytes
    this.#at = start
    this.#q = q
  }

  /**
   * Reads the next value.
   *
   * @throws QError `badmsg` for invalid bytes
   */
  value(depth = 0): Value {
    if (depth > DEPTH_MAX) return signal('limit')
    spend(1)
    const type = this.#byte()
    if (type > 128 && typeByCode(256 - type) !== undefined) {
      return atom(256 - type, this.scalar(256 - type))
    }
    if (type === ANY) return list(this.#many(depth))
    if (typeByCode(type) !== undefined && type < ENUM) return this.#vector(type)
    return this.#special(type, depth)
  }

  #special(type: number, depth: number): Value {
    switch (type) {
      case 98: {
        const attribute = ATTRIBUTES[this.#byte()] ?? ''
        const columns = this.value(depth + 1)
        if (columns.kind !== 'dictionary') return signal('badmsg')
        return table(namesOf(columns.keys), itemsOf(columns.values), attribute)
      }
      case 99:
      case 127: {
        const keys = this.value(depth + 1)
        return dictionary(keys, this.value(depth + 1), type === 127 ? 's' : '')
      }
      case 100:
        this.#text()
        return this.#q.evaluate(textOf(this.value(depth + 1)))
      case 101:
        this.#byte()
        return NIL
      case 104:
        return this.#projection(depth)
      default:
        return signal('badmsg')
    }
  }

  /** A function with arguments; open ones are marked. */
  #projection(depth: number): Value {
    const count = this.#count()
    const target = this.value(depth + 1)
    const parts = Array.from({ length: count - 1 }, () => {
      const isOpen = this.#bytes[this.#at] === 101 && this.#bytes[this.#at + 1] === 255
      if (isOpen) this.#at += 2
      return isOpen ? undefined : this.value(depth + 1)
    })
    return { kind: 'projection', target, arguments: parts }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    return byte ?? signal('badmsg')
  }

  #count(): number {
    const bytes = this.#take(4)
    const count = new DataView(bytes.buffer).getInt32(0)
    return count >= 0 && count <= this.#bytes.length ? count : signal('badmsg')
  }

  /** The next bytes in reverse order. */
  #take(size: number): Uint8Array {
    if (this.#at + size > this.#bytes.length) return signal('badmsg')
    const bytes = this.#bytes.slice(this.#at, this.#at + size).reverse()
    this.#at += size
    return bytes
  }

  #text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    if (end < 0) return signal('badmsg')
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end + 1
    reserveText(bytes.length, bytes.length)
    return bytesToText(bytes)
  }

  /**
   * The next item of a type.
   *
   * @throws QError `badmsg` if there are too few bytes
   */
  scalar(type: number): Scalar {
    if (isSymbolic(type)) return this.#text()
    const bytes = this.#take(typeByCode(type)?.size ?? 1)
    const view = new DataView(bytes.buffer)
    if (type === REAL) return view.getFloat32(0)
    if (isFloating(type)) return view.getFloat64(0)
    const number = atomFromBytes(type === GUID ? bytes.reverse() : bytes)
    return number.kind === 'atom' ? number.value : signal('badmsg')
  }

  #vector(type: number): Value {
    const attribute = ATTRIBUTES[this.#byte()] ?? ''
    const count = reserve(this.#count())
    const data = isSymbolic(type) ? undefined : this.#data(type, count)
    if (data !== undefined) return { ...vector(type, data), attribute }
    const items = Array.from({ length: reserveCells(count) }, () => this.scalar(type))
    return { ...vectorOf(type, items), attribute }
  }

  /** The storage of this many items as it is in the bytes. */
  #data(type: number, count: number): Data | undefined {
    const end = this.#at + count * (typeByCode(type)?.size ?? 1)
    if (end > this.#bytes.length) return signal('badmsg')
    const data = dataOfBytes(type, this.#bytes.subarray(this.#at, end))
    if (data !== undefined) this.#at = end
    return data
  }

  #many(depth: number): Value[] {
    this.#byte()
    return Array.from({ length: reserveCells(this.#count()) }, () => this.value(depth + 1))
  }
}
