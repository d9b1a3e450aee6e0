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
  let index = start + 1
  for (; index < source.length; index++) {
    const character = source[index] as string
    if (character === '"') return { text, end: index + 1 }
    if (character !== '\\') {
      text += character
      continue
    }
    index++
    const octal = /^[0-7]{3}/.exec(source.slice(index, index + 3))
    if (octal !== null) {
      text += String.fromCharCode(Number.parseInt(octal[0], 8) & 255)
      index += 2
      continue
    }
    const escapeLetter = source[index] ?? ''
    text += ESCAPES[escapeLetter] ?? escapeLetter
  }
  throw new QError('"', start)
}
