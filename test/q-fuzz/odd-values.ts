import { createSession } from '../../src/sim/q/index.ts'
import { INFIX, PREFIX } from '../../src/sim/q/parser/keywords.ts'
import { faultIn } from './well-formed.ts'

/** Values of every type and shape, with nulls, infinities, wide numbers and empty lists. */
const VALUES = [
  ...['1b', '0x05', '3h', '-2i', '0N', '0W', '2.5', '0n', '1.5e', '"a"', '`a', '`', '2000.01.02'],
  ...['12:30', '0D01', '2000.01.01D', '2000.01m', '2000.01.01T12', '00:00:05', '0Ng', '()', '0#0'],
  ...['0#0f', '""', '0#`', '0#0b', '1 2 3h', '1 0N 3i', '1.5 2 0n', '101b', '0x0102', '"abc"'],
  ...['`a`b`c', '2000.01.01 2000.01.05', '12:00 0Nu 13:00', '0D01 0D02', '(1;`a;"b")', '(1 2;3 4)'],
  ...[
    '(1 2;3)',
    '("ab";"c")',
    '(`a;1 2)',
    '((1;2h);3)',
    '(();1)',
    '(+;1)',
    'enlist 1',
    'enlist 1 2',
  ],
  ...['9007199254740993 -2', '`a`b!1 2', '1 2!`x`y', '`a`b!(1 2;3 4)', '`a`b!("ab";1)', '()!()'],
  ...['([]a:1 2;b:`x`y)', '([]a:1 2)', '([]a:();b:())', '([]a:1 2;c:("ab";"c"))', '([k:()]v:())'],
  ...['([k:`a`b]v:1 2)', '([k:1 2;j:`a`b]v:1 2;w:0n 1)', '{x}', '{x+y}', '+', 'neg', '(+/)', '::'],
  ...['(1+)', '`s#1 2 3', '`g#1 2', '`u#`a`b', '`s#`a`b!1 2', 'asc([]a:1 2)', '`nothing!0 1'],
]

/** Verbs that wait, leave the session, or speak to the world. */
const OUTSIDE = new Set(['exit', 'hopen', 'hclose', 'system', 'rsave', 'rload', 'load'])
const GLYPHS = [...'+-*%&|^=<>,#_~!?@.$']

const FORMS: readonly ((verb: string, x: string, y: string) => string)[] = [
  (verb, x, y) => `(${x}) ${verb} ${y}`,
  (verb, x, y) => `(${x}) ${verb}' ${y}`,
  (verb, x, y) => `(${x}) ${verb}/:\\: ${y}`,
  (verb, x, y) => `@[${x};0;${verb};${y}]`,
  (_verb, x, y) => `{x[y]:0N;x}[${x};${y}]`,
]

const LIMITS = { fuel: 100_000, itemsMax: 20_000 }

/** Applies verbs to values drawn by a seed; returns the entries that crash or break a value. */
export function findFaults(seed: number, count: number): string[] {
  const words = [...INFIX, ...PREFIX].filter((word) => !OUTSIDE.has(word))
  const session = createSession({ limits: LIMITS })
  const draw = drawer(seed)
  const faults: string[] = []
  for (let i = 0; i < count; i++) {
    const pick = <T>(items: readonly T[]): T => items[draw(items.length)] as T
    const verb = pick(draw(3) === 0 ? GLYPHS : words)
    const form = PREFIX.has(verb) ? (word: string, x: string) => `${word} ${x}` : pick(FORMS)
    const entry = form(verb, pick(VALUES), pick(VALUES))
    const { error, value } = session.evaluate(entry)
    const fault = value === undefined ? undefined : faultIn(value)
    if (error?.bug !== undefined) faults.push(`${entry}: ${String(error.bug)}`)
    if (fault !== undefined) faults.push(`${entry}: ${fault}`)
  }
  return faults
}

/** Whole numbers below a limit, from a linear congruential generator. */
function drawer(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
