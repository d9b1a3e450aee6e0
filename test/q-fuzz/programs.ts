import { type RandomStream, stream } from '../../src/sim/random.ts'

/** What the grammar puts its words together from. */
export interface Vocabulary {
  readonly infix: readonly string[]
  readonly prefix: readonly string[]
}

const OPERATORS = '+ - * % & | ^ = < > <= >= <> ~ , # _ ! ? @ . $ :'.split(' ')
const ITERATORS = ["'", '/', '\\', "':", '/:', '\\:']
const ATOMS = [
  ...['0', '1', '-1', '2', '7', '0N', '0W', '-0W', '3i', '4h', '0x0f', '1b', '0b', '1.5', '0n'],
  ...['-0w', '2e', '"a"', '`a', '`', '2020.01.01', '12:30', '0D01', '2020.01m', '10:00:00.000'],
  ...['2020.01.01D12', '0Ng', '::', '9223372036854775806', '()', '0Nd', '1000000', '""', '`b`c'],
]
const VECTORS = [
  ...['1 2 3', '0N 1 2', '101b', '1 2.5 0n', '`a`b`c', '"abc"', '("ab";"cd")', '(1 2;3 4)'],
  ...['til 5', '0x0102', '2020.01.01+til 3', '(1;`a;"x")', '`long$()', '()', 'enlist 1', '1 2 3h'],
  ...['(1 2;3 4 5)', '10#"ab"', '`s#1 2 3', '1 2e', '(();())', '3#enlist 1 2', '0#`'],
]
const MAPS = [
  ...['`a`b!1 2', '`a`b!(1 2;3 4)', '1 2!`x`y', '()!()', '([]a:1 2;b:`x`y)', '([k:`a`b]v:1 2)'],
  ...['flip `a`b!(1 2;3 4)', '([]s:("ab";"cd");n:1 2)', '0#([]a:1 2)', '(`$())!`long$()'],
]
const NAMES = ['a', 'b', 'c', 't', 'd', 'f', 'g', 'x', 'y', 'z', 'undefined', '.z.s', '.n.v']
const NOISE = [
  ...['(', ')', '[', ']', '{', '}', ';', '"', '`', '\\', '/', "'", ':', ' ', '\n', '0', '.', '_'],
  ...['select ', ' from ', 'by ', '{[', '0x', '1 2 3', '$[', '::', 'é', '\0', '-', ' /', '\\d .n'],
]

/** Writes one random program after the other: the same seed and number give the same program. */
export class Programs {
  readonly #seed: number
  readonly #words: Vocabulary
  #random: RandomStream

  constructor(seed: number, words: Vocabulary) {
    this.#seed = seed
    this.#words = words
    this.#random = stream(seed, 0, 'q-fuzz')
  }

  /** The program of a number: well formed mostly, else with letters and brackets out of place. */
  program(number: number): string {
    this.#random = stream(this.#seed, number, 'q-fuzz')
    const count = this.#random.integer(1, 4)
    const lines = Array.from({ length: count }, () => this.#statement(4))
    const program = lines.join(this.#random.chance(0.3) ? '\n' : ';')
    return this.#random.chance(0.25) ? this.#broken(program) : program
  }

  #broken(program: string): string {
    let text = program
    for (let i = this.#random.integer(1, 4); i > 0; i--) {
      const at = this.#random.integer(0, text.length)
      const length = this.#random.chance(0.5) ? this.#random.integer(0, 3) : 0
      const added = this.#random.chance(0.7) ? this.#random.pick(NOISE) : ''
      text = text.slice(0, at) + added + text.slice(at + length)
    }
    return text
  }

  #statement(depth: number): string {
    const name = this.#random.pick(NAMES)
    const value = (): string => this.#expression(depth)
    return this.#random.weighted<() => string>(
      [
        value,
        () => `${name}:${value()}`,
        () => `${name}${this.#random.pick(OPERATORS)}:${value()}`,
        () => `${name}[${value()}]:${value()}`,
        () => `${name}[${value()};${value()}],:${value()}`,
        () => `${name}::${value()}`,
        () => `if[${value()};${value()};${name}:${value()}]`,
        () => `while[${value()};${name}+:1]`,
        () => `do[${value()};${value()}]`,
        () => `'${value()}`,
        () => `\`${name} set ${value()}`,
        () => `delete ${this.#random.pick(['a', 'b'])} from \`${name}`,
        () => `\`${name} insert ${value()}`,
      ],
      [20, 12, 4, 3, 2, 1, 1, 1, 1, 0.5, 1, 0.5, 0.5],
    )()
  }

  #expression(depth: number): string {
    const { infix, prefix } = this.#words
    const pick = this.#random
    if (depth <= 0) return this.#noun()
    const inner = (): string => this.#expression(depth - 1)
    return pick.weighted<() => string>(
      [
        () => this.#noun(),
        () => `${this.#left(depth)}${pick.pick(OPERATORS)}${inner()}`,
        () => `${this.#left(depth)} ${pick.pick(infix)} ${inner()}`,
        () => `${pick.pick(prefix)} ${inner()}`,
        () => `${pick.pick(prefix)}[${inner()};${inner()}]`,
        () => `${this.#left(depth)}${this.#function(depth)}${pick.pick(ITERATORS)}${inner()}`,
        () => `(${this.#function(depth)}${pick.pick(ITERATORS)})${inner()}`,
        () => `${this.#function(depth)}[${inner()};${inner()};${inner()}]`,
        () => `@[${inner()};${inner()};${this.#function(depth)};${inner()}]`,
        () => `.[${this.#function(depth)};${inner()};${this.#function(depth)}]`,
        () => `$[${inner()};${inner()};${inner()}]`,
        () => `(${inner()};${inner()})`,
        () => this.#query(depth - 1),
        () => `${this.#noun()}[${inner()};${inner()}]`,
        () => `?[${inner()};${inner()};${inner()}]`,
        () => `value ${inner()}`,
      ],
      [6, 8, 5, 8, 1, 4, 3, 1, 1, 1, 1, 3, 2, 1, 0.5, 0.5],
    )()
  }

  #left(depth: number): string {
    const bare = this.#random.chance(0.6)
    return bare ? this.#noun() : `(${this.#expression(depth - 1)})`
  }

  #function(depth: number): string {
    const pick = this.#random
    return pick.weighted<() => string>(
      [
        () => `(${pick.pick(OPERATORS)})`,
        () => `{${this.#expression(Math.min(depth - 1, 2))}}`,
        () => `{[a;b]${this.#statement(1)};${this.#expression(1)}}`,
        () => pick.pick(this.#words.prefix),
        () => `(${pick.pick(this.#words.infix)})`,
        () => `(${this.#noun()}${pick.pick(OPERATORS)})`,
        () => `('[${pick.pick(this.#words.prefix)};${pick.pick(OPERATORS)}])`,
        () => pick.pick(NAMES),
      ],
      [5, 5, 2, 3, 1, 2, 1, 2],
    )()
  }

  #query(depth: number): string {
    const word = this.#random.pick(['select', 'exec', 'update', 'delete'])
    const what = this.#random.chance(0.7) ? `a:${this.#expression(depth - 1)}` : ''
    const by = this.#random.chance(0.3) ? ` by ${this.#random.pick(['a', 'b', 'k:a'])}` : ''
    const where = this.#random.chance(0.4) ? ` where ${this.#expression(depth - 1)}` : ''
    return `(${word} ${what}${by} from ${this.#random.pick([...MAPS, 't'])}${where})`
  }

  #noun(): string {
    const pick = this.#random
    return pick.weighted<() => string>(
      [
        () => pick.pick(ATOMS),
        () => pick.pick(VECTORS),
        () => `(${pick.pick(MAPS)})`,
        () => pick.pick(NAMES),
        () => `{x+y}`,
      ],
      [6, 6, 3, 4, 0.5],
    )()
  }
}
