/** One token of Python. */
export interface PythonToken {
  readonly kind: 'number' | 'text' | 'name' | 'operator'
  /** The source text; for a string, its value. */
  readonly text: string
}

/** One statement on a line, or over several lines while brackets are open. */
export interface PythonLine {
  /** Number of blanks before it. */
  readonly indent: number
  readonly tokens: readonly PythonToken[]
  /** The source text, on one line. */
  readonly source: string
}

/** Python that cannot be converted. The message continues after "it". */
export class PythonError extends Error {}

const NUMBER = /(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[jJ]?/y
const NAME = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y
const OPERATOR = /\*\*|\/\/|[=!<>]=|->|[-+*/%()[\]{}:,.=<>@&|^~;!]/y
const TEXT_START = /([bBrRuUfF]{0,2})("""|'''|"|')/y

/**
 * Splits Python into statements.
 *
 * @throws PythonError for an unterminated or formatted text, or an invalid escape
 */
export function pythonLines(source: string): PythonLine[] {
  return new Cutter(source.replaceAll(/\r\n?/g, '\n')).lines()
}

class Cutter {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  lines(): PythonLine[] {
    const lines: PythonLine[] = []
    while (this.#at < this.#source.length) {
      const start = this.#at
      const indent = this.#skip(/[ \t]*/y).replaceAll('\t', '        ').length
      const tokens = this.#statement()
      const source = this.#source.slice(start, this.#at).replaceAll(/\s+/g, ' ').trim()
      if (tokens.length > 0) lines.push({ indent, tokens, source })
    }
    return lines
  }

  #statement(): PythonToken[] {
    const tokens: PythonToken[] = []
    let depth = 0
    for (;;) {
      this.#skip(depth > 0 ? /(?:\s|\\\n|#[^\n]*)*/y : /(?:[ \t\f]|\\\n|#[^\n]*)*/y)
      if (this.#at >= this.#source.length) return tokens
      if (this.#source[this.#at] === '\n') {
        this.#at++
        return tokens
      }
      const token = this.#token()
      tokens.push(token)
      if (token.kind !== 'operator') continue
      if ('([{'.includes(token.text)) depth++
      if (')]}'.includes(token.text)) depth--
    }
  }

  #skip(pattern: RegExp): string {
    return this.#match(pattern) ?? ''
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)?.[0]
    if (match !== undefined) this.#at += match.length
    return match
  }

  #token(): PythonToken {
    const text = this.#text()
    if (text !== undefined) return { kind: 'text', text }
    const number = this.#match(NUMBER)
    if (number !== undefined) return { kind: 'number', text: number }
    const name = this.#match(NAME)
    if (name !== undefined) return { kind: 'name', text: name }
    const operator = this.#match(OPERATOR)
    if (operator !== undefined) return { kind: 'operator', text: operator }
    // Any other character: it occurs in no constant.
    return { kind: 'operator', text: this.#source[this.#at++] as string }
  }

  /** A quoted text of any form; undefined if none begins here. */
  #text(): string | undefined {
    TEXT_START.lastIndex = this.#at
    const match = TEXT_START.exec(this.#source)
    if (match === null) return undefined
    const [whole, prefix = '', quote = ''] = match
    if (/[fF]/.test(prefix)) throw new PythonError('has a formatted text')
    let position = this.#at + whole.length
    const start = position
    while (!this.#source.startsWith(quote, position)) {
      if (
        position >= this.#source.length ||
        (quote.length === 1 && this.#source[position] === '\n')
      ) {
        throw new PythonError('has a text without an end')
      }
      position += this.#source[position] === '\\' ? 2 : 1
    }
    const raw = this.#source.slice(start, position)
    this.#at = position + quote.length
    return /[rR]/.test(prefix) ? raw : unescaped(raw)
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g

const unescaped = (raw: string): string =>
  raw.replaceAll(ESCAPE, (whole, x, u, long, octal, one: string | undefined) => {
    const hexadecimal = (x ?? u ?? long) as string | undefined
    if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16))
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal as string, 8))
    if (one === undefined) return whole
    return ESCAPES[one] ?? ('\\\'"'.includes(one) ? one : whole)
  })

function character(code: number): string {
  if (code > 0x10ffff) throw new PythonError('has an escape beyond Unicode')
  return String.fromCodePoint(code)
}
