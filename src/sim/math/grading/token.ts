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
  isDecimalPoint,
  matchRepeating,
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
  return reader.readAll() ? reader.tokens : null
}

const EXPONENT = /^[eE][+-]?\d{1,4}(?![\d.a-zA-Z])/

class Reader {
  readonly tokens: Token[] = []
  readonly #text: string
  /** Inside `\text{}`, where runs of letters are words. */
  readonly #isProse: boolean
  #index = 0
  #isSpaced = false
  /** The number of open environments in which a double backslash ends a row. */
  #tables = 0

  readonly #depth: number
  /** The token before an embedded text. */
  readonly #previousToken: Token | undefined

  constructor(text: string, isProse: boolean, depth: number, previousToken?: Token) {
    this.#previousToken = previousToken
    this.#text = text
    this.#isProse = isProse
    this.#depth = depth
  }

  readAll(): boolean {
    while (this.#index < this.#text.length) {
      this.#step()
      if (this.tokens.length > TOKENS_MAX) return false
    }
    return true
  }

  /** The next characters, at most `length` of them. */
  #ahead(length: number): string {
    return this.#text.slice(this.#index, this.#index + length)
  }

  #push(type: TokenType, text: string): void {
    if (type === 'space') this.#isSpaced ||= text !== ''
    else {
      this.tokens.push({ type, text, isSpaced: this.#isSpaced })
      this.#isSpaced = false
    }
  }

  #step(): void {
    const code = this.#text.charCodeAt(this.#index)
    const isPoint = code === 46 && isDecimalPoint(this.#ahead(80))
    if (isDigit(code) || isPoint) this.#number()
    else if (isLetter(code)) this.#letters()
    else if (this.#text[this.#index] === '\\') this.#backslash()
    else if (code > 32) this.#sign(code)
    else {
      this.#index++
      this.#isSpaced = true
    }
  }

  #sign(code: number): void {
    const character = this.#text[this.#index] as string
    const pair = MAY_PAIR.has(code) ? PAIRS[this.#ahead(2)] : undefined
    if (pair !== undefined && !this.#isFactorial()) {
      this.#index += 2
      this.#push(...pair)
      return
    }
    if (character === '{' || character === ',') {
      const group = GROUPING.exec(this.#ahead(5))
      if (group !== null) {
        this.#index += group[0].length
        this.#push('separator', '{,}')
        return
      }
    }
    if (character === '+' && this.#ahead(3) === '+/-') {
      this.#index += 3
      this.#push('operator', '±')
      return
    }
    this.#index++
    const asciiToken = ASCII[character]
    if (asciiToken !== undefined) {
      this.#push(...asciiToken)
      return
    }
    if (character === '.') this.#dots()
    else if (character === '$') this.#dollar()
    else if (code > 127) this.#unicode(character)
  }

  /** `6!=720` is a factorial. With a space before it, the sign means "not equal". */
  #isFactorial(): boolean {
    const previous = this.tokens.at(-1)
    if (this.#text[this.#index] !== '!' || this.#isSpaced) return false
    return previous?.type === 'number' || previous?.text === ')'
  }

  #number(): void {
    const text = this.#text
    let end = this.#index
    while (isDigit(text.charCodeAt(end))) end++
    const point = text.charCodeAt(end) === 46
    const repeating = point ? matchRepeating(this.#ahead(80)) : null
    if (repeating !== null) {
      this.#index += repeating.end
      this.#push('number', repeating.digits)
      return
    }
    if (point && isDigit(text.charCodeAt(end + 1))) {
      end++
      while (isDigit(text.charCodeAt(end))) end++
    }
    const hasExponentLetter = (text.charCodeAt(end) | 32) === 101
    const exponent = hasExponentLetter ? EXPONENT.exec(text.slice(end, end + 8)) : null
    if (exponent !== null) end += exponent[0].length
    this.#push('number', text.slice(this.#index, end))
    this.#index = end
  }

  #letters(): void {
    let end = this.#index
    while (isLetter(this.#text.charCodeAt(end))) end++
    const run = this.#text.slice(this.#index, end)
    this.#index = end
    const adjacent = this.#isSpaced ? undefined : this.tokens.at(-1)
    const previous = this.tokens.at(-1) ?? this.#previousToken
    for (const [type, word] of wordTokens(run, {
      isProse: this.#isProse,
      isAfterNumber: previous?.type === 'number',
      isGlued: adjacent?.type === 'number' || adjacent?.text === '}',
      isBeforeBracket: this.#text[end] === '(',
    })) {
      this.#push(type, word)
    }
  }

  #dots(): void {
    if (this.#text.startsWith('..', this.#index)) {
      while (this.#text[this.#index] === '.') this.#index++
      this.#push('ellipsis', '…')
    } else if (STRAY_POINT.test(this.#text.slice(this.#index - 2, this.#index + 6))) {
      this.#push('separator', '.')
    }
  }

  /** A dollar sign before a number is money. Elsewhere it is left over from a formula's border. */
  #dollar(): void {
    if (isDigit(this.#text.charCodeAt(this.#index)) && this.tokens.at(-1)?.type !== 'number') {
      this.#push('currency', 'dollar')
    } else this.#isSpaced = true
  }

  #unicode(character: string): void {
    const symbol = SYMBOLS[character]
    if (symbol !== undefined) {
      this.#push(...symbol)
      return
    }
    const asciiText = PLAIN[character]
    if (asciiText !== undefined) {
      if (asciiText.trim() === '') this.#isSpaced ||= asciiText !== ''
      else this.#embed(asciiText, false)
      return
    }
    if (RAISED.includes(character)) {
      this.#scriptRun('^', RAISED, RAISED_MEANING)
      return
    }
    if (LOWERED.includes(character)) {
      this.#scriptRun('_', LOWERED, LOWERED_MEANING)
      return
    }
    this.#push('text', character)
  }

  #scriptRun(operator: string, characters: string, meaning: string): void {
    let content = ''
    for (this.#index--; ; this.#index++) {
      const index = characters.indexOf(this.#text[this.#index] ?? ' ')
      if (index < 0) break
      content += meaning[index]
    }
    this.#embed(`${operator}{${content}}`, false)
  }

  #embed(text: string, isProse: boolean): void {
    if (this.#depth === EMBEDDED_MAX) return
    const previous = this.tokens.at(-1) ?? this.#previousToken
    const embedded = new Reader(text, isProse, this.#depth + 1, previous)
    embedded.readAll()
    for (const token of embedded.tokens) {
      this.#isSpaced ||= token.isSpaced
      this.#push(token.type, token.text)
    }
  }

  #backslash(): void {
    const text = this.#text
    const next = text.charCodeAt(this.#index + 1)
    if (!isLetter(next)) {
      this.#escapedCharacter()
      return
    }
    let end = this.#index + 1
    while (isLetter(text.charCodeAt(end))) end++
    const name = text.slice(this.#index + 1, end)
    this.#index = end
    this.#command(name)
  }

  #escapedCharacter(): void {
    const character = this.#text[this.#index + 1] ?? ''
    this.#index += 2
    if (character === '\\') {
      const [name] = /^[a-zA-Z]+/.exec(this.#ahead(24)) ?? ['']
      const isCommand = this.#tables === 0 && name.length > 1 && COMMANDS.has(name)
      if (isCommand) this.#index--
      else {
        this.#push('separator', 'line')
        this.#index += ROW_ROOM.exec(this.#ahead(30))?.[0].length ?? 0
      }
      return
    }
    const meaning = ESCAPED[character]
    if (meaning !== undefined) this.#push(...meaning)
    else this.#isSpaced = true
  }

  #command(fullName: string): void {
    let name = fullName
    let meaning = COMMANDS.get(name)
    for (let length = name.length - 1; meaning === undefined && length > 1; length--) {
      meaning = COMMANDS.get(fullName.slice(0, length))
      if (meaning !== undefined) name = fullName.slice(0, length)
    }
    this.#index -= meaning === undefined ? 0 : fullName.length - name.length
    if (meaning === undefined) {
      // The backslash stays in the name of an unknown command.
      this.#push('letter', `\\${fullName}`)
      return
    }
    if (name === 'begin' || name === 'end') {
      this.#environment(name)
      return
    }
    if (TEXT_COMMANDS.has(name) || FONT_COMMANDS.has(name)) {
      this.#textCommand(name)
      return
    }
    const setOperation = BETWEEN_SETS[name]
    const isIndexed = setOperation !== undefined && /^\s*(?:\\limits\s*)?_/.test(this.#ahead(20))
    if (setOperation !== undefined && !isIndexed) this.#push('set', setOperation)
    else this.#push(...meaning)
  }

  #environment(name: 'begin' | 'end'): void {
    const match = /^\s*\{\s*([a-zA-Z]+)\*?\s*\}/.exec(this.#ahead(40))
    if (match === null) return
    this.#index += match[0].length
    const environment = match[1] as string
    this.#tables += name === 'begin' ? 1 : -1
    this.#push('command', `${name} ${environment}`)
    if (name === 'begin' && environment === 'array') {
      const columns = /^\s*\{[^{}]{0,60}\}/.exec(this.#ahead(70))
      this.#index += columns?.[0].length ?? 0
    }
  }

  #textCommand(name: string): void {
    const content = this.#braces()
    if (content === null) return
    const word = content.trim()
    this.#isSpaced ||= content.startsWith(' ')
    if (FONT_COMMANDS.has(name)) {
      const isUnit = this.tokens.at(-1)?.type === 'number' && /^[mgshlLNJWVKA]$/.test(word)
      if (isUnit) this.#push('text', word)
      else if (/^[A-Za-z]$/.test(word)) this.#push('letter', word)
      else this.#embed(content, !/[\\^_=]/.test(word))
    } else if (word.length === 1 && isLetter(word.charCodeAt(0))) {
      const isImaginary = word === 'i' && this.tokens.at(-1)?.type === 'number'
      this.#push(isImaginary ? 'letter' : 'text', word)
    } else this.#embed(content, true)
  }

  /** Consumes the next braces and returns their content, or `null`. */
  #braces(): string | null {
    const text = this.#text
    while (text[this.#index] === ' ') this.#index++
    if (text[this.#index] !== '{') return null
    let depth = 0
    for (let end = this.#index; end < text.length; end++) {
      if (text[end] === '\\') end++
      else if (text[end] === '{') depth++
      else if (text[end] === '}' && --depth === 0) {
        const content = text.slice(this.#index + 1, end)
        this.#index = end + 1
        return content
      }
    }
    const content = text.slice(this.#index + 1)
    this.#index = text.length
    return content
  }
}
