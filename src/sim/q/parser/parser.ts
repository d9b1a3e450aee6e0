import { stackFrameText, tokenAt } from '../display/errors.ts'
import { QError } from '../errors.ts'
import { tokenize } from '../lexer/lexer.ts'
import type { Token } from '../lexer/token.ts'
import { NIL } from '../values/build.ts'
import { meter } from '../values/meter.ts'
import type { Iterator } from '../values/value.ts'
import { assignment, isAssignment } from './assignment.ts'
import type { LambdaNode, Node } from './ast.ts'
import { CONTROL, INFIX, QUERY } from './keywords.ts'
import { toMatch } from './match.ts'
import { parseParameters } from './parameters.ts'
import { parseQuery } from './query.ts'
import { startsSignal } from './quote.ts'
import { parseTable } from './table.ts'
import { inUnaryForm } from './unary.ts'

/** A term, and whether it is infix like an operator. */
interface Term {
  readonly node: Node
  readonly isVerb: boolean
}

/** An expression. A train ends in a verb, so what precedes it composes with it. */
interface Expression {
  readonly node: Node
  readonly isTrain: boolean
}

/** Where an expression of a query ends: at these words, and at commas. */
export interface Stops {
  readonly words: ReadonlySet<string>
  readonly commas: boolean
}

const NO_STOPS: Stops = { words: new Set(), commas: false }

/**
 * Parses statements separated by semicolons (one character per byte).
 *
 * @throws QError whose text is the word at the error
 */
export function parseStatements(source: string): readonly (Node | undefined)[] {
  try {
    const parser = new Parser(source)
    const statements = parser.sequence()
    if (parser.peek().kind !== 'end') parser.fail(parser.peek())
    return statements
  } catch (error) {
    if (error instanceof QError && error.position !== undefined) {
      error.frame ??= stackFrameText(meter.frames.length, '', source, error.position)
      error.token ??= tokenAt(source, error.position)
    }
    throw error
  }
}

/** A cursor over the tokens, with the grammar of expressions. */
export class Parser {
  readonly source: string
  /** In k, operators may precede their argument: `k)#x` is `count x`. */
  readonly #isK: boolean
  readonly #tokens: readonly Token[]
  /** Nodes in parentheses; only these can be patterns. */
  readonly #parenthesized = new WeakSet<Node>()
  #index = 0
  #stops: Stops = NO_STOPS

  constructor(source: string) {
    this.source = source
    this.#isK = /^\s*k\)/.test(source)
    this.#tokens = tokenize(this.#isK ? source.replace('k)', '  ') : source)
  }

  /** The token at an offset from the next one. */
  peek(offset = 0): Token {
    return this.#tokens[Math.min(this.#index + offset, this.#tokens.length - 1)] as Token
  }

  /** Consumes the next token. */
  take(): Token {
    const token = this.peek()
    this.#index++
    return token
  }

  /** The source from an offset to the end of the last consumed token. */
  textSince(start: number): string {
    return this.source.slice(start, this.#tokens[this.#index - 1]?.end).trim()
  }

  /** Whether the next token is this punctuation. */
  sees(text: string): boolean {
    const token = this.peek()
    return token.kind === 'punctuation' && token.text === text
  }

  /** Whether the next token is this name. */
  seesWord(word: string): boolean {
    const token = this.peek()
    return token.kind === 'name' && token.text === word
  }

  /** Consumes this punctuation. @throws QError if another token is there */
  expect(text: string, open?: Token): Token {
    const next = this.peek()
    if (!this.sees(text)) this.fail(next.kind === 'end' && open !== undefined ? open : next)
    return this.take()
  }

  /** @throws QError with the text of the token */
  fail(token: Token): never {
    throw new QError(token.kind === 'end' ? 'parse' : token.text, token.start)
  }

  /** Runs `parse` with other ends of expressions. */
  within<T>(stops: Stops, parse: () => T): T {
    const previousStops = this.#stops
    this.#stops = stops
    const result = parse()
    this.#stops = previousStops
    return result
  }

  /** One expression of a list; undefined if it is omitted. */
  item(): Node | undefined {
    return this.within(NO_STOPS, () => this.expression()?.node)
  }

  /** Expressions separated by semicolons; undefined for omitted ones. */
  sequence(): (Node | undefined)[] {
    return this.within(NO_STOPS, () => {
      const items = [this.expression()?.node]
      while (this.sees(';')) {
        this.take()
        items.push(this.expression()?.node)
      }
      return items
    })
  }

  /** Whether an expression ends here, or at an offset. */
  ends(offset = 0): boolean {
    const { kind, text } = this.peek(offset)
    if (kind === 'end') return true
    if (kind === 'punctuation') return ';)]}'.includes(text)
    if (kind === 'verb') return this.#stops.commas && text === ','
    return kind === 'name' && this.#stops.words.has(text)
  }

  /** Whether `::` is here with nothing after it: it ends a train, as in `count distinct::`. */
  #endsInIdentity(): boolean {
    const { kind, text } = this.peek()
    return kind === 'verb' && text === '::' && this.ends(1)
  }

  /** Parses one expression; undefined if there is none. */
  expression(): Expression | undefined {
    if (this.ends()) return undefined
    const token = this.peek()
    if (token.kind === 'verb' && token.text === ':' && !this.#isBareColon()) {
      this.take()
      const value = this.expression()
      if (value === undefined) this.fail(token)
      return { node: { kind: 'return', value: value.node, position: token.start }, isTrain: false }
    }
    return this.#continueTerm(this.#term())
  }

  #isBareColon(): boolean {
    const next = this.peek(1)
    return (
      next.kind === 'end' ||
      next.kind === 'iterator' ||
      (next.kind === 'punctuation' && ';)]}['.includes(next.text))
    )
  }

  #continueTerm(term: Term): Expression {
    if (this.ends()) return { node: term.node, isTrain: term.isVerb }
    if (term.isVerb) return this.#prefix(term.node)
    const isEnclosed = this.#parenthesized.has(term.node)
    if (this.#endsInIdentity()) {
      const { start: position } = this.take()
      const inner: Node = { kind: 'constant', value: NIL, position }
      return { node: { kind: 'compose', outer: term.node, inner, position }, isTrain: true }
    }
    if (isAssignment(this.peek(), term.node, isEnclosed)) {
      return { node: assignment(this, term.node, isEnclosed), isTrain: false }
    }
    const next = this.#term()
    const position = next.node.position
    if (!next.isVerb) {
      const target = isEnclosed ? inUnaryForm(term.node) : term.node
      return this.#juxtaposed(target, this.#continueTerm(next), term.node.position)
    }
    const remainder = this.expression()
    if (remainder === undefined) {
      const args = [term.node, undefined]
      return { node: { kind: 'apply', target: next.node, args, position }, isTrain: true }
    }
    if (remainder.isTrain) {
      const args = [term.node, undefined]
      const outer: Node = { kind: 'apply', target: next.node, args, position }
      return { node: { kind: 'compose', outer, inner: remainder.node, position }, isTrain: true }
    }
    const args = [term.node, remainder.node]
    return { node: { kind: 'apply', target: next.node, args, position }, isTrain: false }
  }

  /** A verb with its argument on the right; only derived verbs and keywords allow this. */
  #prefix(verb: Node): Expression {
    const isBare = verb.kind === 'verb' && verb.name !== '::' && !/^.+:$/.test(verb.name)
    if (isBare && !this.#isK) throw new QError(verb.name, verb.position)
    const isAssigned = verb.kind === 'name' && isAssignment(this.peek(), verb, false)
    if (isAssigned && !this.#isBareColon() && !this.#endsInIdentity()) {
      throw new QError('assign', verb.position)
    }
    const remainder = this.expression()
    if (remainder === undefined) this.fail(this.peek())
    return this.#juxtaposed(isBare ? inUnaryForm(verb) : verb, remainder, verb.position)
  }

  #juxtaposed(target: Node, argument: Expression, position: number): Expression {
    if (argument.isTrain) {
      return {
        node: { kind: 'compose', outer: target, inner: argument.node, position },
        isTrain: true,
      }
    }
    return { node: { kind: 'apply', target, args: [argument.node], position }, isTrain: false }
  }

  #term(): Term {
    let { node, isVerb } = this.#primary()
    for (;;) {
      const token = this.peek()
      if (token.kind === 'punctuation' && token.text === '[') {
        const args = this.#brackets()
        node = { kind: 'apply', target: node, args, position: node.position }
        isVerb = false
      } else if (token.kind === 'iterator' && !startsSignal(token, this.peek(1), isVerb)) {
        this.take()
        const iterator = token.text as Iterator
        node = { kind: 'derived', iterator, target: node, position: token.start }
        isVerb = true
      } else return { node, isVerb }
    }
  }

  /** Arguments in brackets; empty for `[]`. */
  #brackets(): readonly (Node | undefined)[] {
    const open = this.expect('[')
    const args = this.sequence()
    this.expect(']', open)
    return args.length === 1 && args[0] === undefined ? [] : args
  }

  #primary(): Term {
    const token = this.take()
    const position = token.start
    switch (token.kind) {
      case 'constant':
        return noun({ kind: 'constant', value: token.value as never, position })
      case 'name':
        return this.#name(token)
      case 'verb':
        return this.#verb(token)
      case 'verb-colon':
        return { node: { kind: 'verb', name: token.text, position }, isVerb: true }
      case 'iterator':
        return this.#iterator(token)
      case 'punctuation':
        return noun(this.#punctuation(token))
      case 'end':
        return this.fail(token)
    }
  }

  #name(token: Token): Term {
    const { text, start: position } = token
    if (CONTROL.has(text) && this.sees('[')) {
      const parts = this.#brackets()
      return noun({ kind: 'control', word: text as 'if', parts, position })
    }
    if (QUERY.has(text)) return noun(parseQuery(this, token))
    return { node: { kind: 'name', name: text, position }, isVerb: INFIX.has(text) }
  }

  #verb(token: Token): Term {
    const { text, start: position } = token
    if (text === '::') {
      return { node: { kind: 'constant', value: NIL, position }, isVerb: this.ends() }
    }
    if (text === '$' && this.sees('[')) {
      const parts = this.#brackets()
      if (parts.length >= 3) return noun({ kind: 'control', word: '$', parts, position })
      const target: Node = { kind: 'verb', name: '$', position }
      return noun({ kind: 'apply', target, args: parts, position })
    }
    if (text === ':' && this.sees('[')) return noun(toMatch(this.#brackets(), position))
    return { node: { kind: 'verb', name: text, position }, isVerb: true }
  }

  #iterator(token: Token): Term {
    const { text, start: position } = token
    const node: Node = { kind: 'iterator', iterator: text as Iterator, position }
    if (text !== "'" || this.ends() || this.sees('[')) return { node, isVerb: false }
    const value = this.expression()
    if (value === undefined) this.fail(token)
    return noun({ kind: 'signal', value: value.node, position })
  }

  #punctuation(token: Token): Node {
    if (token.text === '(') return this.#parenthesis(token)
    if (token.text === '{') return this.#lambda(token)
    if (token.text !== '[') this.fail(token)
    const parts = this.sequence()
    this.expect(']', token)
    return { kind: 'control', word: 'block', parts, position: token.start }
  }

  #parenthesis(open: Token): Node {
    const node = this.#parseParenthesis(open)
    this.#parenthesized.add(node)
    return node
  }

  #parseParenthesis(open: Token): Node {
    const position = open.start
    if (this.sees('[')) return parseTable(this, open)
    const items = this.sequence()
    this.expect(')', open)
    const [only] = items
    if (items.length > 1) return { kind: 'list', items, position }
    return only ?? { kind: 'list', items: [], position }
  }

  #lambda(open: Token): LambdaNode {
    const parameters = this.sees('[') ? parseParameters(this) : undefined
    const body = this.sequence()
    const close = this.expect('}', open)
    const source = this.source.slice(open.start, close.end)
    return { kind: 'lambda', source, parameters, body, position: open.start }
  }
}

const noun = (node: Node): Term => ({ node, isVerb: false })
