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
  #index = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    this.#skip()
    return this.#index >= this.#text.length
  }

  /**
   * Parses one value.
   *
   * @throws QError `type` if it is not JSON, `limit` if it nests too deeply
   */
  value(depth: number): Value {
    if (depth > DEPTH_MAX) return signal('limit')
    this.#skip()
    switch (this.#text[this.#index]) {
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
    while (' \t\r\n'.includes(this.#text[this.#index] ?? 'x')) this.#index++
  }

  #takes(character: string): boolean {
    this.#skip()
    if (this.#text[this.#index] !== character) return false
    this.#index++
    return true
  }

  #object(depth: number): Value {
    this.#index++
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
    this.#index++
    const items: Value[] = []
    if (this.#takes(']')) return list([])
    do items.push(this.value(depth + 1))
    while (this.#takes(','))
    return this.#takes(']') ? collapse(items) : signal('type')
  }

  #word(): Value {
    const ahead = this.#text.slice(this.#index, this.#index + 5)
    const word = /^(?:true|false|null)/.exec(ahead)?.[0]
    if (word !== undefined) {
      this.#index += word.length
      return word === 'null' ? float(Number.NaN) : bool(word === 'true')
    }
    NUMBER.lastIndex = this.#index
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined) return signal('type')
    this.#index += number.length
    return float(Number(number))
  }

  #string(): string {
    if (this.#text[this.#index] !== '"') return signal('type')
    let result = ''
    for (this.#index++; this.#index < this.#text.length; this.#index++) {
      const character = this.#text[this.#index] as string
      if (character === '"') {
        this.#index++
        return result
      }
      result += character === '\\' ? this.#escape() : character
    }
    return signal('type')
  }

  #escape(): string {
    const escapeLetter = this.#text[++this.#index] ?? ''
    if (escapeLetter !== 'u') return UNESCAPED[escapeLetter] ?? escapeLetter
    let code = Number.parseInt(this.#text.slice(this.#index + 1, this.#index + 5), 16)
    this.#index += 4
    const low = /^\\u(d[c-f][0-9a-f]{2})/i.exec(
      this.#text.slice(this.#index + 1, this.#index + 7),
    )?.[1]
    if (code >= 0xd800 && code < 0xdc00 && low !== undefined) {
      this.#index += 6
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
