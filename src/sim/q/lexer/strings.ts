import { byName } from '../../by-name.ts'
import { QError } from '../errors.ts'

const ESCAPES: Readonly<Record<string, string>> = byName({
  n: '\n',
  r: '\r',
  t: '\t',
})

/**
 * Reads the string that begins with the quote at `start`. A backslash before any other character
 * denotes that character.
 *
 * @throws QError if it does not end
 */
export function readString(source: string, start: number): { text: string; end: number } {
  let text = ''
  let at = start + 1
  for (; at < source.length; at++) {
    const here = source[at] as string
    if (here === '"') return { text, end: at + 1 }
    if (here !== '\\') {
      text += here
      continue
    }
    at++
    const octal = /^[0-7]{3}/.exec(source.slice(at, at + 3))
    if (octal !== null) {
      text += String.fromCharCode(Number.parseInt(octal[0], 8) & 255)
      at += 2
      continue
    }
    const escaped = source[at] ?? ''
    text += ESCAPES[escaped] ?? escaped
  }
  throw new QError('"', start)
}
