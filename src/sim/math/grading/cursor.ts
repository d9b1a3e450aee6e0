import type { Node } from './node.ts'
import type { Token, TokenType } from './token-type.ts'

/** Thrown inside the parser when a text is no formula; never leaves it. */
export class Unreadable extends Error {}
/** Thrown each time: to note the way to each failure would cost more than parsing. */
const UNREADABLE = new Unreadable()

/** Levels of brackets, and of signs in a row, that a formula may have. */
const DEPTH_MAX = 48

/** What an arrow leads away from, or a condition behind a value. */
export interface Premise {
  /** The arrow, or the word that begins the condition. */
  readonly arrow: string
  readonly items: readonly Node[]
}

/** The rules that contain each other: those below call those above them by way of the cursor. */
export interface Grammar {
  readonly list: (cursor: Cursor) => Node
  readonly items: (cursor: Cursor) => Node[]
  readonly sets: (cursor: Cursor) => Node
  readonly sum: (cursor: Cursor) => Node
  readonly term: (cursor: Cursor) => Node
  readonly factor: (cursor: Cursor) => Node
}

const END: Token = { type: 'gap', text: 'end', isSpaced: false }

/** Where the parser stands in the tokens, and what surrounds it. */
export class Cursor {
  /** Bars of `|x|` that are still open. */
  bars = 0
  /** Whether `1,000` is one number; inside brackets a comma parts two items. */
  groupsThousands: boolean
  /** Whether a number was written in groups by plain commas, so that a list could be meant. */
  hasGroups = false
  /** What stands before arrows, and conditions behind values. */
  readonly premises: Premise[] = []
  /** Inside set braces, where a colon or a bar begins a condition. */
  sets = 0
  /** Nodes that sums and products of few terms were written out to. */
  seriesNodes = 0
  #at = 0
  #depth = 0
  #tokens: Token[]

  readonly grammar: Grammar

  constructor(tokens: Token[], groupsThousands: boolean, grammar: Grammar) {
    this.grammar = grammar
    this.#tokens = tokens
    this.groupsThousands = groupsThousands
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** The token `ahead` of the next one; a gap behind the last. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? END
  }

  next(): Token {
    const token = this.peek()
    this.#at++
    return token
  }

  /** Whether the next token is of a type, and says a text if one is given. */
  sees(type: TokenType, text?: string): boolean {
    const token = this.#tokens[this.#at]
    return token !== undefined && token.type === type && (text === undefined || token.text === text)
  }

  /** Moves over the next token if it is the one asked for. */
  takes(type: TokenType, text?: string): boolean {
    const isThere = this.sees(type, text)
    if (isThere) this.#at++
    return isThere
  }

  /** Replaces the next token: digits that a command took only the first of. */
  replace(token: Token): void {
    this.#tokens[this.#at] = token
  }

  skipToEnd(): void {
    this.#at = this.#tokens.length
  }

  /** The tokens before the one of that text that closes what is open now. */
  until(text: string): readonly Token[] {
    let depth = 0
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const token = this.#tokens[at] as Token
      if (token.type !== 'command') continue
      if (depth === 0 && token.text === text) return this.#tokens.slice(this.#at, at)
      if (token.text.startsWith('begin ')) depth++
      if (token.text.startsWith('end ')) depth--
    }
    return this.#tokens.slice(this.#at)
  }

  /** Moves behind the tokens that `until` names. */
  skip(text: string): void {
    this.#at += this.until(text).length + 1
  }

  /** Parses some tokens as a whole; throws Unreadable if a part of them is left. */
  branch<Result>(tokens: readonly Token[], parse: (cursor: Cursor) => Result): Result {
    return this.within(() => {
      const inner = new Cursor([...tokens], this.groupsThousands, this.grammar)
      inner.#depth = this.#depth
      const result = parse(inner)
      return inner.isAtEnd ? result : this.fail()
    })
  }

  /** The tokens that are left. */
  rest(): readonly Token[] {
    return this.#tokens.slice(this.#at)
  }

  /** Whether a token of a type and text comes later. */
  hasLater(type: TokenType): boolean {
    for (let at = this.#at + 1; at < this.#tokens.length; at++) {
      if (this.#tokens[at]?.type === type) return true
    }
    return false
  }

  /** Parses something one level deeper; throws Unreadable below the deepest. */
  within<Result>(parse: () => Result): Result {
    if (++this.#depth > DEPTH_MAX) throw UNREADABLE
    const result = parse()
    this.#depth--
    return result
  }

  /** Parses something that may be unreadable; `null`, and back at the start, if it is. */
  attempt<Result>(parse: () => Result | null): Result | null {
    const [at, depth, tokens] = [this.#at, this.#depth, this.#tokens.slice()]
    const { bars, groupsThousands, sets } = this
    try {
      const result = parse()
      if (result !== null) return result
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
    this.#at = at
    this.#depth = depth
    this.#tokens = tokens
    Object.assign(this, { bars, groupsThousands, sets })
    return null
  }

  fail(): never {
    throw UNREADABLE
  }
}
