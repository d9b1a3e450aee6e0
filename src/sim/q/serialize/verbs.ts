import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { reserve } from '../values/meter.ts'
import { BYTE } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { decompress } from './compress.ts'
import { ByteReader } from './read.ts'
import { writeValue } from './write.ts'

const HEADER = 8

/** `-8!x`: a value as the bytes of a message, with its header. */
export function serialize(value: Value): Uint8Array {
  const body = writeValue(value)
  const size = body.length + HEADER
  const bytes = new Uint8Array(reserve(size))
  bytes[0] = 1
  new DataView(bytes.buffer).setUint32(4, size, true)
  bytes.set(body, HEADER)
  return bytes
}

/** `-9!x`: the value of a message, compressed or not. @throws QError `type`, `badmsg` */
export function deserialize(x: Value, q: Interpreter): Value {
  if (x.kind !== 'vector' || x.type !== BYTE) return signal('type')
  return new ByteReader(decompress(x.data as Uint8Array), HEADER, q).value()
}
