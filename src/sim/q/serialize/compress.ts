import { signal } from '../errors.ts'
import { reserve, spend } from '../values/meter.ts'

/** Where the bytes of a message begin, and of a compressed one: two sizes stand before. */
const BODY = 8
const COMPRESSED_BODY = 12
/** Messages up to so many bytes go as they are. */
const SMALL = 2000
/** The bytes that eight items of a group may take, with their flags. */
const GROUP = 17
/** Bytes that a repeat may have beside its first two. */
const REPEAT_MAX = 255

const isCompressed = (bytes: Uint8Array): boolean => bytes[2] === 1

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** How many bytes from two places on are the same, up to a place where to stop. */
function sameFrom(bytes: Uint8Array, from: number, at: number, stop: number): number {
  let count = 0
  while (at + count < stop && bytes[from + count] === bytes[at + count]) count++
  return count
}

/**
 * A message in fewer bytes. It is cut into single bytes and repeats of what came before; eight of
 * them make a group, with a byte of flags that tell them apart. A repeat is named by what its first
 * two bytes give under xor, and begins where that was seen last. A message stays as it is when it
 * is small, or would not become less than half.
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
  // A single byte is known as a place only after the item behind it.
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

/** The message that was compressed; others as they are. @throws QError `badmsg` */
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
      const place = seen[next()] as number
      more = 2 + next()
      for (let i = 0; i < more; i++) message[at + i] = message[place + i] ?? 0
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
