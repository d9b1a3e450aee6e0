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

const toView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** The number of equal bytes from two offsets on, up to a stop. */
function countEqualBytes(bytes: Uint8Array, first: number, second: number, stop: number): number {
  let count = 0
  while (second + count < stop && bytes[first + count] === bytes[second + count]) count++
  return count
}

/**
 * Compresses a message. It consists of single bytes and repeats of earlier ones. Eight of them form
 * a group, with a byte of flags. A repeat is identified by the xor of its first two bytes, and
 * starts at their last occurrence. A message that is small, or would not shrink to half, stays
 * unchanged.
 */
export function compress(message: Uint8Array): Uint8Array {
  const size = message.length
  if (size <= SMALL || isCompressed(message)) return message
  spend(size >> 4)
  const packedBytes = new Uint8Array(reserve(size >> 1))
  const lastPositions = new Int32Array(256)
  let flagsAt = COMPRESSED_BODY
  let end = COMPRESSED_BODY
  let flag = 256
  // The position of a single byte is recorded only after the next item.
  let pendingPosition = 0
  for (let position = BODY; position < size; flag *= 2) {
    if (flag === 256) {
      if (end > packedBytes.length - GROUP) return message
      flag = 1
      flagsAt = end++
    }
    const hash = (message[position] as number) ^ (message[position + 1] ?? 0)
    const matchPosition = lastPositions[hash] as number
    const isSingle =
      position > size - 3 || matchPosition === 0 || message[matchPosition] !== message[position]
    if (pendingPosition > 0)
      lastPositions[
        (message[pendingPosition] as number) ^ (message[pendingPosition + 1] as number)
      ] = pendingPosition
    pendingPosition = isSingle ? position : 0
    if (isSingle) {
      packedBytes[end++] = message[position++] as number
      continue
    }
    lastPositions[hash] = position
    packedBytes[flagsAt] = (packedBytes[flagsAt] as number) | flag
    const matchLength = countEqualBytes(
      message,
      matchPosition + 2,
      position + 2,
      Math.min(position + 2 + REPEAT_MAX, size),
    )
    packedBytes[end++] = hash
    packedBytes[end++] = matchLength
    position += 2 + matchLength
  }
  packedBytes.set(message.subarray(0, 4))
  packedBytes[2] = 1
  toView(packedBytes).setUint32(4, end, true)
  toView(packedBytes).setUint32(BODY, size, true)
  return packedBytes.slice(0, end)
}

/**
 * Decompresses a message; returns others unchanged.
 *
 * @throws QError `badmsg`
 */
export function decompress(bytes: Uint8Array): Uint8Array {
  if (!isCompressed(bytes)) return bytes
  if (bytes.length < COMPRESSED_BODY) return signal('badmsg')
  const size = toView(bytes).getUint32(BODY, true)
  const message = new Uint8Array(reserve(size))
  const lastPositions = new Int32Array(256)
  let readIndex = COMPRESSED_BODY
  const nextByte = (): number => bytes[readIndex++] ?? signal('badmsg')
  let flags = 0
  let flag = 256
  let hashPosition = BODY
  for (let writeIndex = BODY; writeIndex < size; flag *= 2) {
    if (flag === 256) {
      flags = nextByte()
      flag = 1
    }
    const isRepeat = (flags & flag) !== 0
    let matchLength = 0
    if (isRepeat) {
      const position = lastPositions[nextByte()] as number
      matchLength = 2 + nextByte()
      for (let i = 0; i < matchLength; i++) message[writeIndex + i] = message[position + i] ?? 0
    } else {
      message[writeIndex] = nextByte()
    }
    const certain = writeIndex + (isRepeat ? 2 : 1)
    for (; hashPosition < certain - 1; hashPosition++) {
      lastPositions[(message[hashPosition] as number) ^ (message[hashPosition + 1] as number)] =
        hashPosition
    }
    writeIndex += isRepeat ? matchLength : 1
    if (isRepeat) hashPosition = writeIndex
  }
  message.set(bytes.subarray(0, 4))
  message[2] = 0
  toView(message).setUint32(4, size, true)
  return message
}
