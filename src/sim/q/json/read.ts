import { byName } from '../../by-name.ts'
import { signal } from '../errors.ts'
import { bool, chars, collapse, dictionary, float, list, symbols } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import type { Value } from '../values/value.ts'

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const DEPTH_MAX = 500

/**
 * The value of JSON text, one character per byte. Numbers become floats, and objects dictionaries.
 */
export function fromJson(text: string): Value {
  spend(text.length >> 2)
  const reader = new Reader(text)
  const value = reader.value(0)
  return reader.isAtEnd() ? value : signal('type')
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    this.#skip()
    return this.#at >= this.#text.length
  }

  /**
   * Parses one value.
   *
   * @throws QError `type` if it is not JSON, `limit` if it nests too deeply
   */
  value(depth: number): Value {
    if (depth > DEPTH_MAX) return signal('limit')
    this.#skip()
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      case '"':
        return chars(this.#string())
      default:
        return this.#word()
    }
  }

  #skip(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at++
  }

  #takes(character: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #object(depth: number): Value {
    this.#at++
    const keys: string[] = []
    const values: Value[] = []
    if (!this.#takes('}')) {
      do {
        this.#skip()
        keys.push(this.#string())
        if (!this.#takes(':')) return signal('type')
        values.push(this.value(depth + 1))
      } while (this.#takes(','))
      if (!this.#takes('}')) return signal('type')
    }
    return dictionary(symbols(keys), collapse(values))
  }

  #array(depth: number): Value {
    this.#at++
    const items: Value[] = []
    if (this.#takes(']')) return list([])
    do items.push(this.value(depth + 1))
    while (this.#takes(','))
    return this.#takes(']') ? collapse(items) : signal('type')
  }

  #word(): Value {
    const rest = this.#text.slice(this.#at, this.#at + 5)
    const word = /^(?:true|false|null)/.exec(rest)?.[0]
    if (word !== undefined) {
      this.#at += word.length
      return word === 'null' ? float(Number.NaN) : bool(word === 'true')
    }
    NUMBER.lastIndex = this.#at
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined) return signal('type')
    this.#at += number.length
    return float(Number(number))
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') return signal('type')
    let result = ''
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const here = this.#text[this.#at] as string
      if (here === '"') {
        this.#at++
        return result
      }
      result += here === '\\' ? this.#escape() : here
    }
    return signal('type')
  }

  #escape(): string {
    const escaped = this.#text[++this.#at] ?? ''
    if (escaped !== 'u') return UNESCAPED[escaped] ?? escaped
    let code = Number.parseInt(this.#text.slice(this.#at + 1, this.#at + 5), 16)
    this.#at += 4
    const low = /^\\u(d[c-f][0-9a-f]{2})/i.exec(this.#text.slice(this.#at + 1, this.#at + 7))?.[1]
    if (code >= 0xd800 && code < 0xdc00 && low !== undefined) {
      this.#at += 6
      code = 0x10000 + (code - 0xd800) * 0x400 + (Number.parseInt(low, 16) - 0xdc00)
    }
    const bytes = new TextEncoder().encode(String.fromCodePoint(code || 0))
    return String.fromCharCode(...bytes)
  }
}

const UNESCAPED: Readonly<Record<string, string>> = byName({
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
})
