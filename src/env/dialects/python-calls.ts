import { DEPTH_MAX, type Json, type JsonObject } from '../../sim/json.ts'

/** A call in the syntax of Python, with arguments by name. */
interface PythonCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** Calls, and where the text continues after them and the following space. */
interface PythonCalls {
  readonly calls: readonly PythonCall[]
  readonly end: number
}

/**
 * Reads `[NAME(KEY=LITERAL, …), …]` at a place, with or without the brackets; undefined if anything
 * else stands there, such as a call with arguments without names or with expressions.
 */
export function readPythonCalls(text: string, start: number): PythonCalls | undefined {
  const reader = new Reader(text, start)
  try {
    return reader.calls()
  } catch (error) {
    if (error instanceof NotPython) return undefined
    throw error
  }
}

class NotPython extends Error {}

const WORDS: ReadonlyMap<string, Json> = new Map(
  Object.entries({ None: null, null: null, True: true, true: true, False: false, false: false }),
)

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07' }),
  ...Object.entries({ '\\': '\\', "'": "'", '"': '"', '\n': '', 0: '\0' }),
])

/** Digits after an escape's letter. */
const CODES: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

/** Reads from left to right and never goes back, so its time is linear. */
class Reader {
  readonly #text: string
  #place: number

  constructor(text: string, start: number) {
    this.#text = text
    this.#place = start
  }

  calls(): PythonCalls {
    const isList = this.#takes('[')
    const calls = [this.#call()]
    while (this.#takes(',')) {
      if (this.#at() === ']' || this.#at() === '') break
      calls.push(this.#call())
    }
    if (isList) this.#expect(']')
    this.#at()
    return { calls, end: this.#place }
  }

  #call(): PythonCall {
    const name = this.#match(/[A-Za-z_][A-Za-z0-9_.]*/y)
    this.#expect('(')
    const given: [string, Json][] = []
    while (!this.#takes(')')) {
      const key = this.#match(/[A-Za-z0-9_]+/y)
      this.#expect('=')
      given.push([key, this.#value(DEPTH_MAX)])
      if (!this.#takes(',') && this.#at() !== ')') throw new NotPython()
    }
    return { name, arguments: Object.fromEntries(given) }
  }

  #value(levels: number): Json {
    if (levels === 0) throw new NotPython()
    const next = this.#at()
    if (next === '"' || next === "'") return this.#string()
    if (next === '[') return this.#list('[', ']', levels)
    if (next === '(') return this.#list('(', ')', levels)
    if (next === '{') return this.#dictionary(levels)
    const word = this.#match(/[A-Za-z0-9_.+-]+/y)
    const known = WORDS.get(word)
    if (known !== undefined) return known
    const digits = word.replaceAll('_', '')
    const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits)
    const value = Number(digits)
    if (!isNumber || !Number.isFinite(value)) throw new NotPython()
    return value
  }

  #list(open: string, close: string, levels: number): Json {
    this.#expect(open)
    const items: Json[] = []
    while (!this.#takes(close)) {
      items.push(this.#value(levels - 1))
      if (!this.#takes(',') && this.#at() !== close) throw new NotPython()
    }
    return items
  }

  #dictionary(levels: number): Json {
    this.#expect('{')
    const members: [string, Json][] = []
    while (!this.#takes('}')) {
      const key = this.#value(1)
      if (typeof key === 'object' && key !== null) throw new NotPython()
      this.#expect(':')
      members.push([typeof key === 'string' ? key : JSON.stringify(key), this.#value(levels - 1)])
      if (!this.#takes(',') && this.#at() !== '}') throw new NotPython()
    }
    return Object.fromEntries(members)
  }

  #string(): string {
    const quote = this.#text.charAt(this.#place)
    const isLong = this.#text.startsWith(quote.repeat(3), this.#place)
    const end = isLong ? quote.repeat(3) : quote
    this.#place += end.length
    const parts: string[] = []
    for (;;) {
      const plain = this.#match(quote === '"' ? /[^"\\]*/y : /[^'\\]*/y, false)
      parts.push(plain)
      if (this.#text.startsWith(end, this.#place) && (isLong || this.#closes())) break
      const next = this.#text.charAt(this.#place)
      if (next === '') throw new NotPython()
      this.#place++
      parts.push(next === '\\' ? this.#escaped() : next)
    }
    this.#place += end.length
    return parts.join('')
  }

  /** Whether the quote here ends a string: templates write quotes within texts as they are. */
  #closes(): boolean {
    const after = /\s*/y
    after.lastIndex = this.#place + 1
    after.exec(this.#text)
    return ',)]}:'.includes(this.#text.charAt(after.lastIndex))
  }

  #escaped(): string {
    const letter = this.#text.charAt(this.#place++)
    if (letter === '') throw new NotPython()
    const length = CODES.get(letter)
    // Python leaves the backslash of an escape that it does not know.
    if (length === undefined) return ESCAPES.get(letter) ?? `\\${letter}`
    const digits = this.#text.slice(this.#place, this.#place + length)
    const code = Number.parseInt(digits, 16)
    const isCode = digits.length === length && /^[0-9a-fA-F]+$/.test(digits)
    if (!isCode || code > 0x10ffff) throw new NotPython()
    this.#place += length
    return String.fromCodePoint(code)
  }

  /** The next character that is no space; empty at the end. */
  #at(): string {
    this.#match(/\s*/y, false)
    return this.#text.charAt(this.#place)
  }

  #takes(character: string): boolean {
    const isNext = this.#at() === character
    if (isNext) this.#place++
    return isNext
  }

  #expect(character: string): void {
    if (!this.#takes(character)) throw new NotPython()
  }

  #match(pattern: RegExp, skipsSpace = true): string {
    if (skipsSpace) this.#at()
    pattern.lastIndex = this.#place
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) throw new NotPython()
    this.#place += found.length
    return found
  }
}
