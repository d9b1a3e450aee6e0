import { positionsInDomain } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { dataOfBytes, rawBytes } from '../serialize/raw.ts'
import { ByteReader } from '../serialize/read.ts'
import { writeValue } from '../serialize/write.ts'
import { symbol, vector } from '../values/build.ts'
import { reserve, reserveBulk, spend } from '../values/meter.ts'
import { ENUM, isSymbolic, LONG, typeByCode } from '../values/types.ts'
import type { Attribute, Value, Vector } from '../values/value.ts'

const VECTOR = [0xfe, 0x20] as const
const ENUMERATION = [0xfd, 0x20] as const
const ANYTHING = [0xff, 0x01] as const
/** A vector's header: mark, type, attribute, four zero bytes, and the count in eight bytes. */
const HEADER = 16
/** The size of an enumeration's block before that header: its mark and its domain's name. */
const DOMAIN = 4080
/** A vector's header in a message: type, attribute, and the count in four bytes. */
const MESSAGE_HEADER = 6

const ATTRIBUTES: readonly Attribute[] = ['', 's', 'u', 'p', 'g']

const isRaw = (value: Value): value is Vector => value.kind === 'vector' && !isSymbolic(value.type)

/** The bytes of a value's file. */
export function fileBytes(value: Value, q: Interpreter): Uint8Array {
  if (value.kind === 'vector' && value.domain !== undefined) return enumerationBytes(value, q)
  if (isRaw(value)) return vectorBytes(value, VECTOR)
  return concatenateBytes(Uint8Array.from(ANYTHING), writeValue(value))
}

/** Concatenates two byte arrays. */
function concatenateBytes(head: Uint8Array, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(reserveBulk(head.length + body.length))
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

function vectorBytes(value: Vector, mark: readonly number[]): Uint8Array {
  const { type, attribute, data } = value
  spend(data.length >> 4)
  const items = rawBytes(type, data) ?? writeValue(value).subarray(MESSAGE_HEADER)
  const head = new Uint8Array(HEADER)
  head.set([...mark, type, ATTRIBUTES.indexOf(attribute)])
  new DataView(head.buffer).setUint32(8, data.length, true)
  return concatenateBytes(head, items)
}

/** Enumerations are stored as indexes into their domain, after its name. */
function enumerationBytes(value: Vector, q: Interpreter): Uint8Array {
  const positions = positionsInDomain(value, q)
  const plain = positions.kind === 'vector' ? positions : vector(LONG, new Float64Array(0))
  const positionBytes = vectorBytes({ ...plain, attribute: value.attribute }, [0, 0])
  const head = new Uint8Array(DOMAIN)
  const name = [...(value.domain ?? '')].map((letter) => letter.charCodeAt(0))
  if (name.length > DOMAIN - ENUMERATION.length) return signal('length')
  head.set([...ENUMERATION, ...name])
  return concatenateBytes(head, positionBytes)
}

/** Whether a file has the marks of a stored value. */
export function isValueFile(q: Interpreter, path: string): boolean {
  const [first, second] = q.files.read(path)
  return [VECTOR, ENUMERATION, ANYTHING].some((mark) => first === mark[0] && second === mark[1])
}

/**
 * The value of a file.
 *
 * @throws QError `type` if it is not a file of values
 */
export function valueOfBytes(bytes: Uint8Array, q: Interpreter): Value {
  const [first, second] = bytes
  const hasMark = (mark: readonly number[]): boolean => first === mark[0] && second === mark[1]
  if (hasMark(ANYTHING)) return new ByteReader(bytes, ANYTHING.length, q).value()
  if (hasMark(VECTOR)) return readVector(bytes, 0, q)
  if (!hasMark(ENUMERATION)) return signal('type')
  const end = bytes.indexOf(0, ENUMERATION.length)
  const domain = String.fromCharCode(...bytes.slice(ENUMERATION.length, end))
  return toEnumeration(readVector(bytes, DOMAIN, q), domain, q)
}

function readVector(bytes: Uint8Array, offset: number, q: Interpreter): Value {
  if (bytes.length < offset + HEADER) return signal('type')
  const [type = 0, attribute = 0] = bytes.subarray(offset + 2)
  const size = typeByCode(type)?.size ?? 1
  if (!isSymbolic(type)) reserve(Math.floor((bytes.length - offset - HEADER) / Math.max(1, size)))
  const data = dataOfBytes(type, bytes.subarray(offset + HEADER))
  if (data !== undefined) return { ...vector(type, data), attribute: ATTRIBUTES[attribute] ?? '' }
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(offset + 8, true)
  const message = new Uint8Array(reserveBulk(MESSAGE_HEADER + bytes.length - offset - HEADER))
  message.set([type, attribute])
  new DataView(message.buffer).setUint32(2, count, true)
  message.set(bytes.subarray(offset + HEADER), MESSAGE_HEADER)
  return new ByteReader(message, 0, q).value()
}

/** Indexes into a domain as an enumeration; plain numbers if the domain is missing. */
function toEnumeration(positions: Value, domain: string, q: Interpreter): Value {
  const domainValue = q.find(domain)
  if (positions.kind !== 'vector') return signal('type')
  if (domainValue === undefined) return { ...positions, type: ENUM, domain }
  const enumeration = q.apply(q.lookUp('!'), [symbol(domain), positions])
  return enumeration.kind === 'vector'
    ? { ...enumeration, attribute: positions.attribute }
    : enumeration
}
