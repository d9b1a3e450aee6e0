import type { Node } from './node.ts'
import type { Token, TokenType } from './token-type.ts'

/** Thrown inside the parser if a text is not a formula. It never leaves the parser. */
export class Unreadable extends Error {}
/** One shared error: creating a stack trace for each would cost more than parsing. */
const UNREADABLE = new Unreadable()

/** The maximum depth of brackets and of consecutive signs. */
const DEPTH_MAX = 48

/** The left side of an arrow, or a condition after a value. */
export interface Premise {
  /** The arrow, or the word that begins the condition. */
  readonly arrow: string
  readonly items: readonly Node[]
}

/** Mutually recursive grammar rules. Lower rules call higher ones through the cursor. */
export interface Grammar {
  readonly list: (cursor: Cursor) => Node
  readonly items: (cursor: Cursor) => Node[]
  readonly sets: (cursor: Cursor) => Node
  readonly sum: (cursor: Cursor) => Node
  readonly term: (cursor: Cursor) => Node
  readonly factor: (cursor: Cursor) => Node
  readonly operand: (cursor: Cursor) => Node
  readonly argument: (cursor: Cursor) => Node
}

const END: Token = { type: 'gap', text: 'end', isSpaced: false }

/** The parser's position in the tokens and its context. */
export class Cursor {
  /** The number of open bars of `|x|`. */
  bars = 0
  /** Whether `1,000` is one number. Inside brackets a comma separates items. */
  groupsThousands: boolean
  /** Whether a number had groups with plain commas, so that a list is possible. */
  hasGroups = false
  /** Left sides of arrows, and conditions after values. */
  readonly premises: Premise[] = []
  /** Whether this is within the possible fraction of a mixed number. */
  isInFraction = false
  /** The number of open set braces, in which a colon or a bar begins a condition. */
  sets = 0
  /** The number of nodes that expanded sums and products have. */
  seriesNodes = 0
  #position = 0
  #depth = 0
  #tokens: Token[]

  readonly grammar: Grammar

  constructor(tokens: Token[], groupsThousands: boolean, grammar: Grammar) {
    this.grammar = grammar
    this.#tokens = tokens
    this.groupsThousands = groupsThousands
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#tokens.length
  }

  /** The token at an offset from the next one; a gap after the last. */
  peek(offset = 0): Token {
    return this.#tokens[this.#position + offset] ?? END
  }

  next(): Token {
    const token = this.peek()
    this.#position++
    return token
  }

  /** Whether the next token has a type, and a text if one is given. */
  sees(type: TokenType, text?: string): boolean {
    const token = this.#tokens[this.#position]
    return token !== undefined && token.type === type && (text === undefined || token.text === text)
  }

  /** Consumes the next token if it matches. */
  accept(type: TokenType, text?: string): boolean {
    const matches = this.sees(type, text)
    if (matches) this.#position++
    return matches
  }

  /** Consumes the first digit of the next number, which is an argument without braces. */
  acceptDigit(): string | null {
    const token = this.peek()
    if (token.type !== 'number' || !/^\d+$/.test(token.text)) return null
    const text = token.text.slice(1)
    if (text === '') this.#position++
    else this.#tokens[this.#position] = { ...token, text, isSpaced: false }
    return token.text[0] as string
  }

  skipToEnd(): void {
    this.#position = this.#tokens.length
  }

  /** The tokens before the closing token with this text. */
  until(text: string): readonly Token[] {
    let depth = 0
    for (let index = this.#position; index < this.#tokens.length; index++) {
      const token = this.#tokens[index] as Token
      if (token.type !== 'command') continue
      if (depth === 0 && token.text === text) return this.#tokens.slice(this.#position, index)
      if (token.text.startsWith('begin ')) depth++
      if (token.text.startsWith('end ')) depth--
    }
    return this.#tokens.slice(this.#position)
  }

  /** Moves past the tokens that `until` returns. */
  skip(text: string): void {
    this.#position += this.until(text).length + 1
  }

  /** Parses all of some tokens. Throws Unreadable if any is left. */
  branch<Result>(tokens: readonly Token[], parse: (cursor: Cursor) => Result): Result {
    return this.within(() => {
      const branch = new Cursor([...tokens], this.groupsThousands, this.grammar)
      branch.#depth = this.#depth
      branch.isInFraction = this.isInFraction
      const result = parse(branch)
      return branch.isAtEnd ? result : this.fail()
    })
  }

  /** The remaining tokens. */
  remaining(): readonly Token[] {
    return this.#tokens.slice(this.#position)
  }

  /** Whether a token of this type comes later. */
  hasLater(type: TokenType): boolean {
    for (let index = this.#position + 1; index < this.#tokens.length; index++) {
      if (this.#tokens[index]?.type === type) return true
    }
    return false
  }

  /** Parses one level deeper. Throws Unreadable at the maximum depth. */
  within<Result>(parse: () => Result): Result {
    if (++this.#depth > DEPTH_MAX) throw UNREADABLE
    const result = parse()
    this.#depth--
    return result
  }

  /**
   * Parses inside brackets: bars and sets outside are not open there, and by default a comma
   * separates items.
   */
  inBrackets<Result>(parse: () => Result, groupsThousands = false): Result {
    const { bars, sets } = this
    const outside = { bars, sets, groupsThousands: this.groupsThousands }
    Object.assign(this, { bars: 0, sets: 0, groupsThousands })
    const result = parse()
    Object.assign(this, outside)
    return result
  }

  /** Tries to parse; on failure it returns `null` and restores the cursor. */
  tryParse<Result>(parse: () => Result | null): Result | null {
    const [position, depth, tokens] = [this.#position, this.#depth, this.#tokens.slice()]
    const { bars, groupsThousands, hasGroups, isInFraction, seriesNodes, sets } = this
    const premiseCount = this.premises.length
    try {
      const result = parse()
      if (result !== null) return result
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
    this.#position = position
    this.#depth = depth
    this.#tokens = tokens
    this.premises.length = premiseCount
    Object.assign(this, { bars, groupsThousands, hasGroups, isInFraction, seriesNodes, sets })
    return null
  }

  fail(): never {
    throw UNREADABLE
  }
}
