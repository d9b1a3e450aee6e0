import { pollAtItem } from '../values/meter.ts'
import { MD5_CONSTANTS, MD5_TURNS } from './tables/md5.ts'

const rotateLeft = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits))

/** The message with its end mark and its length in bits, padded to blocks of 64 bytes. */
function padMessage(message: Uint8Array, isLittle: boolean): DataView {
  const size = Math.ceil((message.length + 9) / 64) * 64
  const bytes = new Uint8Array(size)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(size - 8, BigInt(message.length) * 8n, isLittle)
  return view
}

function wordsToBytes(words: readonly number[], isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(4 * words.length)
  const view = new DataView(bytes.buffer)
  words.forEach((word, i) => {
    view.setUint32(4 * i, word >>> 0, isLittle)
  })
  return bytes
}

/** The MD5 digest of bytes: 16 bytes. */
export function md5Of(message: Uint8Array): Uint8Array {
  const view = padMessage(message, true)
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let block = 0; block < view.byteLength; block += 64) {
    pollAtItem(block >> 6)
    let [a, b, c, d] = state as [number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const [mixedBits, wordIndex] = md5Step(i, b, c, d)
      const word = view.getUint32(block + 4 * wordIndex, true)
      const sum = (a + mixedBits + (MD5_CONSTANTS[i] as number) + word) | 0
      ;[a, d, c] = [d, c, b]
      b = (b + rotateLeft(sum, MD5_TURNS[4 * (i >> 4) + (i & 3)] as number)) | 0
    }
    state = [a, b, c, d].map((word, i) => (word + (state[i] as number)) | 0)
  }
  return wordsToBytes(state, true)
}

/** The mixing function of a step, and the index of its block word. */
function md5Step(i: number, b: number, c: number, d: number): [number, number] {
  if (i < 16) return [(b & c) | (~b & d), i]
  if (i < 32) return [(d & b) | (~d & c), (5 * i + 1) % 16]
  if (i < 48) return [b ^ c ^ d, (3 * i + 5) % 16]
  return [c ^ (b | ~d), (7 * i) % 16]
}

/** The SHA-1 digest of bytes: 20 bytes. */
export function sha1Of(message: Uint8Array): Uint8Array {
  const view = padMessage(message, false)
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  const words = new Int32Array(80)
  for (let block = 0; block < view.byteLength; block += 64) {
    pollAtItem(block >> 6)
    for (let i = 0; i < 80; i++) {
      words[i] =
        i < 16
          ? view.getInt32(block + 4 * i)
          : rotateLeft(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1)
    }
    let [a, b, c, d, e] = state as [number, number, number, number, number]
    for (let i = 0; i < 80; i++) {
      const [mixedBits, constant] = sha1Step(i, b, c, d)
      const next = (rotateLeft(a, 5) + mixedBits + e + constant + words[i]!) | 0
      ;[e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, next]
    }
    state = [a, b, c, d, e].map((word, i) => (word + (state[i] as number)) | 0)
  }
  return wordsToBytes(state, false)
}

/** The mixing function of a step, and its constant. */
function sha1Step(i: number, b: number, c: number, d: number): [number, number] {
  if (i < 20) return [(b & c) | (~b & d), 0x5a827999]
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1]
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
  return [b ^ c ^ d, 0xca62c1d6]
}
