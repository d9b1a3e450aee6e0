import { QError } from '../errors.ts'
import { char, chars, symbol, symbols } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { type NumberLiteral, parseNumber, valueOfNumbers } from './numbers.ts'
import { readString } from './strings.ts'
import type { Token, TokenKind } from './token.ts'

const NUMBER = /(?:0x[0-9a-fA-F]*|0[nNwW]e(?=\W)|\.?[0-9](?:[0-9A-Za-df-z.:]|e[+-]?(?=[0-9])|e)*)/y
const NAME = /[A-Za-z.][A-Za-z0-9_.]*/y
const NAME_IN_NAMESPACE = /\.[A-Za-z]\w*\./y
const SYMBOL_TEXT = /`(?:[A-Za-z0-9.][A-Za-z0-9_.]*)?(?::[A-Za-z0-9_.:/]*)?/y
const FILE_VERB = /[0-9]:(?![0-9:])|[012]:(?=0x)/y
const FILE_VERB_BEHIND = /[0-2]:(?!:)/y
/** `::` at the end of its expression is the identity, as in `3#::`. */
const ENDING_IDENTITY = /^::[ \t\r]*([;)\]}\n]|$)/
const SPACE = /[ \t\r\n]/
// In UTF-8: text copied from web pages contains many of these.
const NO_BREAK_SPACE = '\xc2\xa0'

/**
 * Splits source text (one character per byte) into tokens.
 *
 * @throws QError for invalid text
 */
export function tokenize(source: string): Token[] {
  return new Lexer(source).run()
}

class Lexer {
  readonly #source: string
  readonly #tokens: Token[] = []
  #index = 0
  #spaced = true

  constructor(source: string) {
    this.#source = source
  }

  run(): Token[] {
    while (this.#skipBlank()) this.#next()
    this.#push('end', this.#index)
    return this.#tokens
  }

  /** Skips spaces and comments; false at the end. */
  #skipBlank(): boolean {
    const source = this.#source
    this.#spaced = this.#index === 0
    for (; this.#index < source.length; this.#index++) {
      const character = source[this.#index] as string
      if (character === '/' && this.#spaced) {
        const end = source.indexOf('\n', this.#index)
        this.#index = end === -1 ? source.length : end
        if (end === -1) return false
      } else if (this.#blankWidth() === 0) return true
      this.#index += Math.max(0, this.#blankWidth() - 1)
      this.#spaced = true
    }
    return false
  }

  /** The width of the space here in bytes; 0 if there is none. */
  #blankWidth(): number {
    if (this.#source.startsWith(NO_BREAK_SPACE, this.#index)) return NO_BREAK_SPACE.length
    return SPACE.test(this.#source[this.#index] ?? '') ? 1 : 0
  }

  #next(): void {
    const character = this.#source[this.#index] as string
    if (character === '"') this.#string()
    else if (character === '`') this.#symbols()
    else if ('()[]{};'.includes(character)) this.#punctuation(character)
    else if (this.#startsNumber()) this.#numbers()
    else if (/[A-Za-z]/.test(character) || (character === '.' && this.#startsDottedName())) {
      this.#push('name', this.#match(NAME) as number)
    } else if ("'/\\".includes(character)) {
      this.#push('iterator', this.#index + (this.#source[this.#index + 1] === ':' ? 2 : 1))
    } else this.#verb(character)
  }

  #push(kind: TokenKind, end: number, value?: Token['value']): void {
    spend(1)
    const token = {
      kind,
      text: this.#source.slice(this.#index, end),
      start: this.#index,
      end,
      spaced: this.#spaced,
    }
    this.#tokens.push(value === undefined ? token : { ...token, value })
    this.#index = end
  }

  /** For each open bracket, whether it begins the head of a lambda or a table: `{[x]`, `([k:1]`. */
  readonly #heads: boolean[] = []
  /** Whether the last token closed such a head; an expression begins after it. */
  #closesHead = false

  #punctuation(character: string): void {
    if (character === '[') {
      const previous = this.#tokens.at(-1)
      this.#heads.push(previous?.kind === 'punctuation' && '{('.includes(previous.text))
    }
    this.#push('punctuation', this.#index + 1)
    this.#closesHead = character === ']' && this.#heads.pop() === true
  }

  #match(pattern: RegExp): number | undefined {
    pattern.lastIndex = this.#index
    return pattern.test(this.#source) ? pattern.lastIndex : undefined
  }

  /** Whether a noun ends directly before here, so that a minus or a dot is a verb. */
  #followsNoun(): boolean {
    const previous = this.#tokens.at(-1)
    if (previous === undefined || this.#spaced) return false
    if (previous.kind === 'punctuation') return ')]}'.includes(previous.text) && !this.#closesHead
    return previous.kind === 'constant' || previous.kind === 'name'
  }

  /** Directly after a bracket `1:100` is the verb with a number; elsewhere it is a time. */
  #fileVerb(): number | undefined {
    const isBehind = this.#followsNoun() && this.#tokens.at(-1)?.kind === 'punctuation'
    return this.#match(isBehind ? FILE_VERB_BEHIND : FILE_VERB)
  }

  #startsNumber(): boolean {
    const [character = '', next = '', second = ''] = this.#source.slice(
      this.#index,
      this.#index + 3,
    )
    if (/[0-9]/.test(character)) return this.#fileVerb() === undefined
    if (character === '.') return /[0-9]/.test(next) && !this.#followsNoun()
    const hasDigits = /[0-9]/.test(next) || (next === '.' && /[0-9]/.test(second))
    return character === '-' && hasDigits && !this.#followsNoun()
  }

  #startsDottedName(): boolean {
    if (!/[A-Za-z]/.test(this.#source[this.#index + 1] ?? '')) return false
    if (!this.#followsNoun()) return true
    // Directly after a bracket `.z.s` is a name, and `.flip` is the verb with its argument.
    const isBracket = this.#tokens.at(-1)?.kind === 'punctuation'
    return isBracket && this.#match(NAME_IN_NAMESPACE) !== undefined
  }

  #numbers(): void {
    const literals: NumberLiteral[] = [this.#number()]
    const start = this.#index
    let end = start
    for (;;) {
      this.#index = this.#endOfNumber
      end = this.#index
      this.#skipSpace()
      const isNegative = this.#source[this.#index] === '-'
      const isJoined =
        this.#index > end && /[0-9.]/.test(this.#source[this.#index + (isNegative ? 1 : 0)] ?? '')
      if (!isJoined || !this.#digitAhead(isNegative) || this.#match(FILE_VERB) !== undefined) break
      // Bytes are already a vector: what precedes them is applied to them.
      if (this.#source.startsWith('0x', this.#index)) break
      spend(1)
      literals.push(this.#number())
    }
    this.#index = start
    this.#push('constant', end, valueOfNumbers(literals))
  }

  #skipSpace(): void {
    for (let width = this.#blankWidth(); width > 0; width = this.#blankWidth()) this.#index += width
  }

  #digitAhead(negative: boolean): boolean {
    const start = this.#index + (negative ? 1 : 0)
    const character = this.#source[start] ?? ''
    return character === '.' ? /[0-9]/.test(this.#source[start + 1] ?? '') : true
  }

  #endOfNumber = 0

  /** Reads one number and stores its end in `#endOfNumber`. */
  #number(): NumberLiteral {
    NUMBER.lastIndex = this.#index + (this.#source[this.#index] === '-' ? 1 : 0)
    NUMBER.test(this.#source)
    let end = NUMBER.lastIndex
    // A trailing colon belongs to what follows, as in `x[0]1:` or `0:`.
    while (this.#source[end - 1] === ':') end--
    this.#endOfNumber = end
    const text = this.#source.slice(this.#index, end)
    try {
      return parseNumber(text)
    } catch (error) {
      if (error instanceof QError) error.position = this.#index
      throw error
    }
  }

  #string(): void {
    const { text, end } = readString(this.#source, this.#index)
    this.#push('constant', end, text.length === 1 ? char(text) : chars(text))
  }

  #symbols(): void {
    const start = this.#index
    const names: string[] = []
    let end = start
    while (this.#source[end] === '`') {
      this.#index = end
      end = this.#match(SYMBOL_TEXT) as number
      names.push(this.#source.slice(this.#index + 1, end))
    }
    this.#index = start
    this.#push('constant', end, names.length === 1 ? symbol(names[0] as string) : symbols(names))
  }

  #verb(character: string): void {
    const file = this.#fileVerb()
    if (file !== undefined) {
      this.#push('verb', file)
      return
    }
    if (!':+-*%!&|<>=~,^#_$?@.'.includes(character)) {
      throw new QError(/[!-~]/.test(character) ? character : 'char', this.#index)
    }
    const two = this.#source.slice(this.#index, this.#index + 2)
    const length = ['::', '<>', '<=', '>='].includes(two) ? 2 : 1
    const colon =
      character !== ':' &&
      this.#source[this.#index + length] === ':' &&
      !ENDING_IDENTITY.test(this.#source.slice(this.#index + length, this.#index + length + 8))
    this.#push(colon ? 'verb-colon' : 'verb', this.#index + length + (colon ? 1 : 0))
  }
}
