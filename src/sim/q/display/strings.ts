import { byName } from '../../by-name.ts'

const ESCAPES: Readonly<Record<string, string>> = byName({
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
})

/** A string in quotes as the console shows it; bytes that are not printable ASCII become octal. */
export function quoteText(text: string): string {
  let result = '"'
  for (const byte of text) {
    const escapeText = ESCAPES[byte]
    const code = byte.charCodeAt(0)
    if (escapeText !== undefined) result += escapeText
    else if (code < 32 || code > 126) result += `\\${code.toString(8).padStart(3, '0')}`
    else result += byte
  }
  return `${result}"`
}
