/** The base 64 digits, which `.Q.b6` returns. */
export const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The base 64 text of text with one character per byte. */
export function encodeBase64(text: string): string {
  let result = ''
  const codeAt = (index: number): number => (index < text.length ? text.charCodeAt(index) : 0)
  for (let index = 0; index < text.length; index += 3) {
    const group = (codeAt(index) << 16) | (codeAt(index + 1) << 8) | codeAt(index + 2)
    for (let i = 0; i < 4; i++) {
      result += index + i > text.length ? '=' : BASE64[(group >> (18 - 6 * i)) & 63]
    }
  }
  return result
}

/** The bytes of a base 64 text, up to the first character that is not a digit. */
export function decodeBase64(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let group = 0
  for (const digit of text) {
    const value = BASE64.indexOf(digit)
    if (value < 0) break
    group = ((group << 6) | value) & 0xffffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((group >> bits) & 255)
  }
  return Uint8Array.from(bytes)
}

/** An integer in this many digits of an alphabet. */
export function inAlphabet(value: bigint, alphabet: string, width: number): string {
  const base = BigInt(alphabet.length)
  let text = ''
  let remaining = BigInt.asUintN(64, value)
  for (let i = 0; i < width; i++) {
    text = (alphabet[Number(remaining % base)] as string) + text
    remaining /= base
  }
  return text
}

/**
 * The integer that digits of an alphabet encode; other characters count as zero. It is truncated to
 * 64 bits in each step, because the full number of a long text would take minutes.
 */
export function fromAlphabet(text: string, alphabet: string): bigint {
  const base = BigInt(alphabet.length)
  let value = 0n
  for (const digit of text) {
    value = BigInt.asUintN(64, value * base + BigInt(Math.max(0, alphabet.indexOf(digit))))
  }
  return BigInt.asIntN(64, value)
}
