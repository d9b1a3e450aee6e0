import { readFileSync } from 'node:fs'
import { createSession, type Value } from '../../src/sim/q/index.ts'
import { primitive, type Verb } from '../../src/sim/q/verbs/verb.ts'
import { Q_LIMITS, sessionLimits } from '../../src/sim/q-problems/judge/limits.ts'

/** Large arguments: lists of maximum length, or short to write and long to traverse. */
const LARGE = {
  whole: '2000000#7 3 9 1 5 0N',
  float: '0.5+til 2000000',
  text: '2000000#"ab, cab"',
  symbol: '`$string til 100000',
  stamp: '2024.01.01D+til 1000000',
  mixed: '200000#(1;`a;"abc";2.5)',
  shared: '2000000#enlist til 1000',
  sharedText: '2000000#enlist 1000#"ab "',
  tower: '1000#enlist 1000#enlist til 1000',
  dictionary: '(til 500000)!500000#enlist til 1000',
  table: '([]a:2000000#1 2;b:2000000#enlist til 1000)',
  keyed: '([k:til 500000]v:til 500000)',
  rows: '100000#enlist`a`b!1 2',
} as const

/** The small argument on the other side. */
const SMALL = {
  whole: '3',
  negative: '-2',
  many: '1000000',
  char: '","',
  text: '"b"',
  pattern: '"*b*c*"',
  symbol: '`a',
  none: '`',
  list: '0 2 5',
  type: '"j"',
  parse: '"J"',
  bits: '0b',
  bytes: '0x0',
  verb: 'sum',
  dictionary: '`a`b!1 2',
} as const

/**
 * How long a verb may continue after its time: half a second, doubled for machines that share
 * cores.
 */
const PAST_MS = 1_000

/** The CPU milliseconds of this thread, so other load does not count. */
function computedMs(): number {
  try {
    const file = readFileSync('/proc/thread-self/schedstat', 'latin1')
    return Number(file.split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** Calls of a verb with large arguments. */
export type Call = readonly [name: string, args: readonly Value[]]

/** A workspace in which every call is told to stop as soon as it asks. */
export function payments(): {
  readonly calls: (verb: Verb) => readonly Call[]
  readonly late: (verb: Verb, calls: readonly Call[]) => readonly string[]
} {
  let isOver = false
  const limits = { ...sessionLimits(Q_LIMITS, () => isOver), fuel: 1_000_000_000 }
  const session = createSession({ limits })
  const valuesOf = (texts: Readonly<Record<string, string>>): (readonly [string, Value])[] =>
    Object.entries(texts).map(([name, text]) => {
      const { value, error } = session.evaluate(text)
      if (value === undefined) throw new Error(`${text}: ${error?.name}`)
      return [name, value]
    })
  const large = valuesOf(LARGE)
  const small = valuesOf(SMALL)
  isOver = true

  /** The overrun of a call: the best of three, because the machine may be busy. */
  const computes = (target: Value, args: readonly Value[]): number => {
    let bestMs = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 3 && bestMs > PAST_MS; tries++) {
      const startMs = computedMs()
      session.apply(target, args)
      bestMs = Math.min(bestMs, computedMs() - startMs)
    }
    return bestMs
  }

  return {
    calls: (verb) => {
      const one = large.map(([name, x]): Call => [name, [x]])
      const two = large.flatMap(([name, x], i): Call[] => {
        const [other, y] = large[(i + verb.name.length) % large.length] as (typeof large)[number]
        const sides = small.flatMap(([side, value]): Call[] => [
          [`${side}; ${name}`, [value, x]],
          [`${name}; ${side}`, [x, value]],
        ])
        return [[`${name}; ${name}`, [x, x]], [`${name}; ${other}`, [x, y]], ...sides]
      })
      return [...(takes(verb, 1) ? one : []), ...(takes(verb, 2) ? two : [])]
    },
    late: (verb, calls) =>
      calls.flatMap(([name, args]) => {
        const ms = computes(primitive(verb), args)
        return ms > PAST_MS ? [`${verb.name}[${name}] ${Math.round(ms)} ms`] : []
      }),
  }
}

const takes = (verb: Verb, count: 1 | 2): boolean =>
  (count === 1 ? verb.unary : verb.binary) !== undefined ||
  (verb.nary !== undefined && verb.nary.minimum <= count && verb.nary.maximum >= count)
