import { ASCII, ESCAPED, PAIRS } from './tables/ascii.ts'
import {
  LOWERED,
  LOWERED_MEANING,
  PLAIN,
  RAISED,
  RAISED_MEANING,
  SYMBOLS,
} from './tables/characters.ts'
import { COMMANDS, FONT_COMMANDS, TEXT_COMMANDS } from './tables/commands.ts'
import {
  BETWEEN_SETS,
  GROUPING,
  REPEATING,
  ROW_ROOM,
  STRAY_POINT,
} from './tables/token-patterns.ts'
import type { Token, TokenType } from './token-type.ts'
import { wordTokens } from './word-token.ts'

const TOKENS_MAX = 3_000
/** Longer texts are not read as formulas. */
const FORMULA_MAX = 12_000

/** The maximum nesting of `\\text` in `\\text`. */
const EMBEDDED_MAX = 6

/** The first characters of two-character comparisons. */
const MAY_PAIR: ReadonlySet<number> = new Set(Object.keys(PAIRS).map((pair) => pair.charCodeAt(0)))

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** The tokens of a formula; `null` if it is too long. Never throws. */
export function tokenize(text: string): Token[] | null {
  if (text.length > FORMULA_MAX) return null
  const reader = new Reader(text, false, 0)
  return reader.read() ? reader.tokens : null
}

const EXPONENT = /^[eE][+-]?\d{1,4}(?![\d.a-zA-Z])/

class Reader {
  readonly tokens: Token[] = []
  readonly #text: string
  /** Inside `\text{}`, where runs of letters are words. */
  readonly #isProse: boolean
  #at = 0
  #isSpaced = false
  /** The number of open environments in which a double backslash ends a row. */
  #tables = 0

  readonly #depth: number
  /** The token before an embedded text. */
  readonly #before: Token | undefined

  constructor(text: string, isProse: boolean, depth: number, before?: Token) {
    this.#before = before
    this.#text = text
    this.#isProse = isProse
    this.#depth = depth
  }

  read(): boolean {
    while (this.#at < this.#text.length) {
      this.#step()
      if (this.tokens.length > TOKENS_MAX) return false
    }
    return true
  }

  #push(type: TokenType, text: string): void {
    if (type === 'space') this.#isSpaced = true
    else {
      this.tokens.push({ type, text, isSpaced: this.#isSpaced })
      this.#isSpaced = false
    }
  }

  #step(): void {
    const text = this.#text
    const at = this.#at
    const code = text.charCodeAt(at)
    if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1)))) {
      this.#number()
      return
    }
    if (isLetter(code)) {
      this.#letters()
      return
    }
    const character = text[at] as string
    if (character === '\\') {
      this.#backslash()
      return
    }
    if (code <= 32) {
      this.#at++
      this.#isSpaced = true
      return
    }
    const pair = MAY_PAIR.has(code) ? PAIRS[text.slice(at, at + 2)] : undefined
    if (pair !== undefined && !this.#isFactorial()) {
      this.#at += 2
      this.#push(...pair)
      return
    }
    if (character === '{' || character === ',') {
      const group = GROUPING.exec(text.slice(at, at + 5))
      if (group !== null) {
        this.#at += group[0].length
        this.#push('separator', '{,}')
        return
      }
    }
    if (character === '+' && text.startsWith('+/-', at)) {
      this.#at += 3
      this.#push('operator', '±')
      return
    }
    this.#at++
    const plain = ASCII[character]
    if (plain !== undefined) {
      this.#push(...plain)
      return
    }
    if (character === '.') this.#dots()
    else if (character === '$') this.#dollar()
    else if (code > 127) this.#unicode(character)
  }

  /** `6!=720` is a factorial. With a space before it, the sign means "not equal". */
  #isFactorial(): boolean {
    const last = this.tokens.at(-1)
    if (this.#text[this.#at] !== '!' || this.#isSpaced) return false
    return last?.type === 'number' || last?.text === ')'
  }

  #number(): void {
    const text = this.#text
    let end = this.#at
    while (isDigit(text.charCodeAt(end))) end++
    const point = text.charCodeAt(end) === 46
    const repeating = point ? REPEATING.exec(text.slice(this.#at, this.#at + 80)) : null
    if (repeating !== null) {
      this.#at += repeating[0].length
      const [, start, period, plainStart, plainPeriod] = repeating
      this.#push('number', `${start ?? plainStart}(${period ?? plainPeriod})`)
      return
    }
    if (point && isDigit(text.charCodeAt(end + 1))) {
      end++
      while (isDigit(text.charCodeAt(end))) end++
    }
    const isRaised = (text.charCodeAt(end) | 32) === 101
    const exponent = isRaised ? EXPONENT.exec(text.slice(end, end + 8)) : null
    if (exponent !== null) end += exponent[0].length
    this.#push('number', text.slice(this.#at, end))
    this.#at = end
  }

  #letters(): void {
    let end = this.#at
    while (isLetter(this.#text.charCodeAt(end))) end++
    const run = this.#text.slice(this.#at, end)
    this.#at = end
    const before = this.#isSpaced ? undefined : this.tokens.at(-1)
    const last = this.tokens.at(-1) ?? this.#before
    for (const [type, word] of wordTokens(run, {
      isProse: this.#isProse,
      isAfterNumber: last?.type === 'number',
      isGlued: before?.type === 'number' || before?.text === '}',
      isBeforeBracket: this.#text[end] === '(',
    })) {
      this.#push(type, word)
    }
  }

  #dots(): void {
    if (this.#text.startsWith('..', this.#at)) {
      while (this.#text[this.#at] === '.') this.#at++
      this.#push('ellipsis', '…')
    } else if (STRAY_POINT.test(this.#text.slice(this.#at - 2, this.#at + 6))) {
      this.#push('separator', '.')
    }
  }

  /** A dollar sign before a number is money. Elsewhere it is left over from a formula's border. */
  #dollar(): void {
    if (isDigit(this.#text.charCodeAt(this.#at)) && this.tokens.at(-1)?.type !== 'number') {
      this.#push('currency', 'dollar')
    } else this.#isSpaced = true
  }

  #unicode(character: string): void {
    const symbol = SYMBOLS[character]
    if (symbol !== undefined) {
      this.#push(...symbol)
      return
    }
    const plain = PLAIN[character]
    if (plain !== undefined) {
      if (plain.trim() === '') this.#isSpaced ||= plain !== ''
      else this.#embed(plain, false)
      return
    }
    if (RAISED.includes(character)) {
      this.#shifted('^', RAISED, RAISED_MEANING)
      return
    }
    if (LOWERED.includes(character)) {
      this.#shifted('_', LOWERED, LOWERED_MEANING)
      return
    }
    this.#push('text', character)
  }

  #shifted(operator: string, characters: string, meaning: string): void {
    let content = ''
    for (this.#at--; ; this.#at++) {
      const index = characters.indexOf(this.#text[this.#at] ?? ' ')
      if (index < 0) break
      content += meaning[index]
    }
    this.#embed(`${operator}{${content}}`, false)
  }

  #embed(text: string, isProse: boolean): void {
    if (this.#depth === EMBEDDED_MAX) return
    const inner = new Reader(text, isProse, this.#depth + 1, this.tokens.at(-1) ?? this.#before)
    inner.read()
    for (const token of inner.tokens) {
      this.#isSpaced ||= token.isSpaced
      this.#push(token.type, token.text)
    }
  }

  #backslash(): void {
    const text = this.#text
    const next = text.charCodeAt(this.#at + 1)
    if (!isLetter(next)) {
      this.#escaped()
      return
    }
    let end = this.#at + 1
    while (isLetter(text.charCodeAt(end))) end++
    const name = text.slice(this.#at + 1, end)
    this.#at = end
    this.#command(name)
  }

  #escaped(): void {
    const character = this.#text[this.#at + 1] ?? ''
    this.#at += 2
    if (character === '\\') {
      const [name] = /^[a-zA-Z]+/.exec(this.#text.slice(this.#at, this.#at + 24)) ?? ['']
      const isCommand = this.#tables === 0 && name.length > 1 && COMMANDS.has(name)
      if (isCommand) this.#at--
      else {
        this.#push('separator', 'line')
        this.#at += ROW_ROOM.exec(this.#text.slice(this.#at, this.#at + 30))?.[0].length ?? 0
      }
      return
    }
    const meaning = ESCAPED[character]
    if (meaning !== undefined) this.#push(...meaning)
    else this.#isSpaced = true
  }

  #command(written: string): void {
    let name = written
    let meaning = COMMANDS.get(name)
    for (let length = name.length - 1; meaning === undefined && length > 1; length--) {
      meaning = COMMANDS.get(written.slice(0, length))
      if (meaning !== undefined) name = written.slice(0, length)
    }
    this.#at -= meaning === undefined ? 0 : written.length - name.length
    if (meaning === undefined) {
      // The backslash stays in the name of an unknown command.
      this.#push('letter', `\\${written}`)
      return
    }
    if (name === 'begin' || name === 'end') {
      this.#environment(name)
      return
    }
    if (TEXT_COMMANDS.has(name) || FONT_COMMANDS.has(name)) {
      this.#words(name)
      return
    }
    const between = BETWEEN_SETS[name]
    const isIndexed =
      between !== undefined &&
      /^\s*(?:\\limits\s*)?_/.test(this.#text.slice(this.#at, this.#at + 20))
    if (between !== undefined && !isIndexed) this.#push('set', between)
    else this.#push(...meaning)
  }

  #environment(name: 'begin' | 'end'): void {
    const match = /^\s*\{\s*([a-zA-Z]+)\*?\s*\}/.exec(this.#text.slice(this.#at, this.#at + 40))
    if (match === null) return
    this.#at += match[0].length
    const environment = match[1] as string
    this.#tables += name === 'begin' ? 1 : -1
    this.#push('command', `${name} ${environment}`)
    if (name === 'begin' && environment === 'array') {
      const columns = /^\s*\{[^{}]{0,60}\}/.exec(this.#text.slice(this.#at, this.#at + 70))
      this.#at += columns?.[0].length ?? 0
    }
  }

  #words(name: string): void {
    const content = this.#braces()
    if (content === null) return
    const trimmed = content.trim()
    this.#isSpaced ||= content.startsWith(' ')
    if (FONT_COMMANDS.has(name)) {
      const isUnit = this.tokens.at(-1)?.type === 'number' && /^[mgshlLNJWVKA]$/.test(trimmed)
      if (isUnit) this.#push('text', trimmed)
      else if (/^[A-Za-z]$/.test(trimmed)) this.#push('letter', trimmed)
      else this.#embed(content, !/[\\^_=]/.test(trimmed))
    } else if (trimmed.length === 1 && isLetter(trimmed.charCodeAt(0))) {
      const isImaginary = trimmed === 'i' && this.tokens.at(-1)?.type === 'number'
      this.#push(isImaginary ? 'letter' : 'text', trimmed)
    } else this.#embed(content, true)
  }

  /** Consumes the next braces and returns their content, or `null`. */
  #braces(): string | null {
    const text = this.#text
    while (text[this.#at] === ' ') this.#at++
    if (text[this.#at] !== '{') return null
    let depth = 0
    for (let end = this.#at; end < text.length; end++) {
      if (text[end] === '\\') end++
      else if (text[end] === '{') depth++
      else if (text[end] === '}' && --depth === 0) {
        const content = text.slice(this.#at + 1, end)
        this.#at = end + 1
        return content
      }
    }
    const content = text.slice(this.#at + 1)
    this.#at = text.length
    return content
  }
}
