/** The base 64 digits, which `.Q.b6` returns. */
export const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The base 64 text of text with one character per byte. */
export function encodeBase64(text: string): string {
  let result = ''
  const code = (at: number): number => (at < text.length ? text.charCodeAt(at) : 0)
  for (let at = 0; at < text.length; at += 3) {
    const group = (code(at) << 16) | (code(at + 1) << 8) | code(at + 2)
    for (let i = 0; i < 4; i++) {
      result += at + i > text.length ? '=' : BASE64[(group >> (18 - 6 * i)) & 63]
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
  let rest = BigInt.asUintN(64, value)
  for (let i = 0; i < width; i++) {
    text = (alphabet[Number(rest % base)] as string) + text
    rest /= base
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
