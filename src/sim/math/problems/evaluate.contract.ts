/** A quotient of integers that is not reduced, so that no code under test is shared. */
export type Quotient = readonly [above: bigint, below: bigint]

export type Letters = Readonly<Record<string, Quotient>>

const whole = (value: bigint | number): Quotient => [BigInt(value), 1n]
const plus = ([a, b]: Quotient, [c, d]: Quotient): Quotient => [a * d + c * b, b * d]
const times = ([a, b]: Quotient, [c, d]: Quotient): Quotient => [a * c, b * d]
const turned = ([a, b]: Quotient): Quotient => [b, a]

/** Whether two values are the same number. */
export const areEqual = ([a, b]: Quotient, [c, d]: Quotient): boolean => a * d === c * b

const TOKEN = /\s+|(\d+(?:\.\d+)?)|\\(frac|times|cdot|div|left|right|%)|([a-z])|([-+*/^(){}×·%])/y

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (match === null) throw new Error(`cannot read "${text.slice(start)}"`)
    const token = match[1] ?? match[2] ?? match[3] ?? match[4]
    if (token !== undefined && token !== 'left' && token !== 'right') tokens.push(token)
  }
  return tokens
}

/** Parses and evaluates one formula by recursive descent. */
class Reader {
  readonly #text: string
  readonly #letters: Letters
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string, letters: Letters) {
    this.#text = text
    this.#letters = letters
    this.#tokens = tokensOf(text)
  }

  all(): Quotient {
    const value = this.#sum()
    if (this.#at < this.#tokens.length) throw new Error(`left over: "${this.#peek()}"`)
    if (value[1] === 0n) throw new Error(`division by 0 in "${this.#text}"`)
    return value
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? ''
  }

  /** Consumes the next token if it is one of these. */
  #takes(...wanted: readonly string[]): boolean {
    if (!wanted.includes(this.#peek())) return false
    this.#at += 1
    return true
  }

  #within(open: string, close: string): Quotient {
    if (!this.#takes(open)) throw new Error(`${open} expected in "${this.#text}"`)
    const value = this.#sum()
    if (!this.#takes(close)) throw new Error(`${close} expected in "${this.#text}"`)
    return value
  }

  #sum(): Quotient {
    let value = this.#product()
    for (;;) {
      if (this.#takes('+')) value = plus(value, this.#product())
      else if (this.#takes('-')) value = plus(value, times(whole(-1), this.#product()))
      else return value
    }
  }

  #product(): Quotient {
    let value = this.#signed()
    for (;;) {
      if (this.#takes('*', '×', '·', 'times', 'cdot')) value = times(value, this.#signed())
      else if (this.#takes('/', 'div')) value = times(value, turned(this.#signed()))
      else if (/^(?:[a-z(]|frac)$/.test(this.#peek())) value = times(value, this.#power())
      else return value
    }
  }

  #signed(): Quotient {
    return this.#takes('-') ? times(whole(-1), this.#signed()) : this.#power()
  }

  #power(): Quotient {
    let value = this.#atom()
    while (this.#takes('%')) value = times(value, [1n, 100n])
    if (!this.#takes('^')) return value
    const exponent = BigInt(this.#peek())
    this.#at += 1
    return [value[0] ** exponent, value[1] ** exponent]
  }

  #atom(): Quotient {
    const token = this.#peek()
    if (token === '(') return this.#within('(', ')')
    if (this.#takes('frac')) {
      const above = this.#within('{', '}')
      return times(above, turned(this.#within('{', '}')))
    }
    this.#at += 1
    const known = this.#letters[token]
    if (known !== undefined) return known
    if (!/^\d/.test(token)) throw new Error(`"${token}" has no value in "${this.#text}"`)
    const [digits = '', places = ''] = token.split('.')
    const number: Quotient = [BigInt(digits + places), 10n ** BigInt(places.length)]
    return this.#peek() === 'frac' ? plus(number, this.#atom()) : number
  }
}

/**
 * The value of a formula in the notation of the problems: digits, letters, \frac, mixed numbers,
 * powers and products without a sign. Throws if it cannot be parsed.
 */
export const evaluate = (text: string, letters: Letters = {}): Quotient =>
  new Reader(text, letters).all()

/** The members of `(a, b)`. */
export const membersOf = (tuple: string): Quotient[] =>
  tuple
    .replace(/^\(|\)$/g, '')
    .split(', ')
    .map((member) => evaluate(member))
