import { PythonError, type PythonToken } from './tokens.ts'

/** The Python expressions that tests contain. */
export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly inner: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }

/** Maximum nesting of brackets; no real test is deeper. */
const DEPTH_MAX = 60
/** Maximum number of operators of one expression, because a sum of many terms is a deep tree. */
const OPERATORS_MAX = 1_000

/** Binary operators, from the lowest precedence. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '>', '<=', '>=', 'in', 'is'],
  ['+', '-'],
  ['*', '/', '//', '%'],
]

/**
 * The comma-separated expressions of a statement after its first word.
 *
 * @throws PythonError for syntax that tests do not contain
 */
export function parseExpressions(tokens: readonly PythonToken[]): Expression[] {
  const parser = new Parser(tokens)
  const expressions = [parser.expression()]
  while (parser.takes(',')) expressions.push(parser.expression())
  parser.end()
  return expressions
}

class Parser {
  readonly #tokens: readonly PythonToken[]
  #at = 0
  #depth = 0
  #operatorCount = 0

  constructor(tokens: readonly PythonToken[]) {
    this.#tokens = tokens
  }

  end(): void {
    const token = this.#tokens[this.#at]
    if (token !== undefined) throw new PythonError(`has ${token.text} where it should end`)
  }

  /** Consumes an operator, or a word that is one; returns false if it is not next. */
  takes(text: string): boolean {
    const token = this.#tokens[this.#at]
    const isIt = token?.text === text && token.kind !== 'text'
    if (isIt) this.#at++
    return isIt
  }

  expression(level = 0): Expression {
    if (++this.#depth > DEPTH_MAX * LEVELS.length) throw new PythonError('is nested too deep')
    const operators = LEVELS[level]
    const operator = operators === undefined ? this.#unary() : this.#binary(operators, level)
    this.#depth--
    return operator
  }

  #binary(operators: readonly string[], level: number): Expression {
    if (level === 2 && this.takes('not')) {
      return { kind: 'unary', operator: 'not', inner: this.expression(level) }
    }
    let left = this.expression(level + 1)
    for (;;) {
      const operator = operators.find((text) => this.takes(text))
      if (operator === undefined) return left
      this.#countOperator()
      left = { kind: 'binary', operator, left, right: this.expression(level + 1) }
    }
  }

  #unary(): Expression {
    for (const operator of ['-', '+']) {
      if (this.takes(operator)) return { kind: 'unary', operator, inner: this.#operand() }
    }
    const left = this.#primary()
    if (!this.takes('**')) return left
    return { kind: 'binary', operator: '**', left, right: this.#operand() }
  }

  /** What follows a sign or a power. */
  #operand(): Expression {
    return this.expression(LEVELS.length)
  }

  #countOperator(): void {
    if (++this.#operatorCount > OPERATORS_MAX) throw new PythonError('has too many operators')
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new PythonError('ends too early')
    if (token.kind === 'number') return { kind: 'number', text: token.text }
    if (token.kind === 'text') return { kind: 'text', text: token.text + this.#moreText() }
    if (token.kind === 'name') return this.#named(token.text)
    if (token.text === '(') return this.#inParentheses()
    if (token.text === '[') return { kind: 'list', items: this.#items(']') }
    if (token.text === '{') return this.#dict()
    throw new PythonError(`has ${token.text} where a value should be`)
  }

  /** Adjacent texts are one text. */
  #moreText(): string {
    let text = ''
    for (let token = this.#tokens[this.#at]; token?.kind === 'text'; ) {
      text += token.text
      token = this.#tokens[++this.#at]
    }
    return text
  }

  #named(name: string): Expression {
    if (!this.takes('(')) return { kind: 'name', name }
    return { kind: 'call', name, args: this.#items(')') }
  }

  /** One expression, or a tuple, which is a list in q. */
  #inParentheses(): Expression {
    if (this.takes(')')) return { kind: 'list', items: [] }
    const first = this.expression()
    if (this.takes(')')) return first
    if (!this.takes(',')) throw new PythonError('has a generator or something else in parentheses')
    return { kind: 'list', items: [first, ...this.#items(')')] }
  }

  #items(closing: string): Expression[] {
    const items: Expression[] = []
    while (!this.takes(closing)) {
      items.push(this.expression())
      if (this.takes(closing)) break
      if (!this.takes(',')) throw new PythonError('has a list that is computed, or named arguments')
    }
    return items
  }

  #dict(): Expression {
    const entries: (readonly [Expression, Expression])[] = []
    while (!this.takes('}')) {
      const key = this.expression()
      if (!this.takes(':')) throw new PythonError('has a set')
      entries.push([key, this.expression()])
      if (this.takes('}')) break
      if (!this.takes(',')) throw new PythonError('has a dictionary that is computed')
    }
    return { kind: 'dict', entries }
  }
}
