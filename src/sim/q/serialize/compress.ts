import { signal } from '../errors.ts'
import { reserve, spend } from '../values/meter.ts'

/** The offsets of a message's body, plain and compressed; two sizes precede the latter. */
const BODY = 8
const COMPRESSED_BODY = 12
/** Messages up to this size are not compressed. */
const SMALL = 2000
/** The maximum bytes of a group of eight items with their flags. */
const GROUP = 17
/** The maximum length of a repeat beyond its first two bytes. */
const REPEAT_MAX = 255

const isCompressed = (bytes: Uint8Array): boolean => bytes[2] === 1

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** The number of equal bytes from two offsets on, up to a stop. */
function sameFrom(bytes: Uint8Array, from: number, at: number, stop: number): number {
  let count = 0
  while (at + count < stop && bytes[from + count] === bytes[at + count]) count++
  return count
}

/**
 * Compresses a message. It consists of single bytes and repeats of earlier ones. Eight of them form
 * a group, with a byte of flags. A repeat is identified by the xor of its first two bytes, and
 * starts at their last occurrence. A message that is small, or would not shrink to half, stays
 * unchanged.
 */
export function compressed(message: Uint8Array): Uint8Array {
  const size = message.length
  if (size <= SMALL || isCompressed(message)) return message
  spend(size >> 4)
  const packed = new Uint8Array(reserve(size >> 1))
  const seen = new Int32Array(256)
  let flagsAt = COMPRESSED_BODY
  let end = COMPRESSED_BODY
  let flag = 256
  // The position of a single byte is recorded only after the next item.
  let pending = 0
  for (let at = BODY; at < size; flag *= 2) {
    if (flag === 256) {
      if (end > packed.length - GROUP) return message
      flag = 1
      flagsAt = end++
    }
    const name = (message[at] as number) ^ (message[at + 1] ?? 0)
    const from = seen[name] as number
    const isSingle = at > size - 3 || from === 0 || message[from] !== message[at]
    if (pending > 0) seen[(message[pending] as number) ^ (message[pending + 1] as number)] = pending
    pending = isSingle ? at : 0
    if (isSingle) {
      packed[end++] = message[at++] as number
      continue
    }
    seen[name] = at
    packed[flagsAt] = (packed[flagsAt] as number) | flag
    const more = sameFrom(message, from + 2, at + 2, Math.min(at + 2 + REPEAT_MAX, size))
    packed[end++] = name
    packed[end++] = more
    at += 2 + more
  }
  packed.set(message.subarray(0, 4))
  packed[2] = 1
  viewOf(packed).setUint32(4, end, true)
  viewOf(packed).setUint32(BODY, size, true)
  return packed.slice(0, end)
}

/**
 * Decompresses a message; returns others unchanged.
 *
 * @throws QError `badmsg`
 */
export function uncompressed(bytes: Uint8Array): Uint8Array {
  if (!isCompressed(bytes)) return bytes
  if (bytes.length < COMPRESSED_BODY) return signal('badmsg')
  const size = viewOf(bytes).getUint32(BODY, true)
  const message = new Uint8Array(reserve(size))
  const seen = new Int32Array(256)
  let from = COMPRESSED_BODY
  const next = (): number => bytes[from++] ?? signal('badmsg')
  let flags = 0
  let flag = 256
  let known = BODY
  for (let at = BODY; at < size; flag *= 2) {
    if (flag === 256) {
      flags = next()
      flag = 1
    }
    const isRepeat = (flags & flag) !== 0
    let more = 0
    if (isRepeat) {
      const position = seen[next()] as number
      more = 2 + next()
      for (let i = 0; i < more; i++) message[at + i] = message[position + i] ?? 0
    } else {
      message[at] = next()
    }
    const certain = at + (isRepeat ? 2 : 1)
    for (; known < certain - 1; known++) {
      seen[(message[known] as number) ^ (message[known + 1] as number)] = known
    }
    at += isRepeat ? more : 1
    if (isRepeat) known = at
  }
  message.set(bytes.subarray(0, 4))
  message[2] = 0
  viewOf(message).setUint32(4, size, true)
  return message
}
