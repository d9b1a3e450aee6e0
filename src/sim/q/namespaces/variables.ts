import { listViews } from '../evaluate/views.ts'
import {
  atom,
  bool,
  char,
  chars,
  dictionary,
  list,
  long,
  symbol,
  symbols,
  vectorOf,
} from '../values/build.ts'
import { DATE, DATETIME, FLOAT, INT, TIME, TIMESPAN, TIMESTAMP } from '../values/types.ts'
import { fromWide } from '../values/wide.ts'
import type { SystemVariable } from '../verbs/table.ts'
import { definitions } from './definitions.ts'
import { LETTER_BY_TYPE } from './dot-q.ts'
import { RESERVED } from './identifier.ts'

const DAY = 86_400_000_000_000n
const DAY_DOUBLE = 86_400_000_000_000

/** The names that views refer to, with the views that use each. */
const viewDependencies: SystemVariable['read'] = (q) => {
  const users = new Map<string, string[]>()
  for (const { name, viewSource } of listViews(q)) {
    for (const used of viewSource?.names ?? []) users.set(used, [...(users.get(used) ?? []), name])
  }
  return dictionary(symbols([...users.keys()]), list([...users.values()].map(symbols)))
}

const variable = (name: string, doc: string, read: SystemVariable['read']): SystemVariable => ({
  name,
  doc,
  read,
})

const timestamp: SystemVariable['read'] = (q) => atom(TIMESTAMP, fromWide(q.world.nowNanoseconds))
const date: SystemVariable['read'] = (q) => atom(DATE, Number(q.world.nowNanoseconds / DAY))
const timespan: SystemVariable['read'] = (q) =>
  atom(TIMESPAN, fromWide(q.world.nowNanoseconds % DAY))
const time: SystemVariable['read'] = (q) =>
  atom(TIME, Number((q.world.nowNanoseconds % DAY) / 1_000_000n))
const datetime: SystemVariable['read'] = (q) =>
  atom(DATETIME, Number(q.world.nowNanoseconds) / DAY_DOUBLE)

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'

/** The variables of `.z` and the constants of `.Q`. The clock does not advance. */
export const systemVariables: readonly SystemVariable[] = [
  variable('.z.p', 'the time, as a UTC timestamp', timestamp),
  variable('.z.P', 'the time, as a local timestamp', timestamp),
  variable('.z.d', 'the UTC date', date),
  variable('.z.D', 'the local date', date),
  variable('.z.n', 'the UTC time of day, as a timespan', timespan),
  variable('.z.N', 'the local time of day, as a timespan', timespan),
  variable('.z.t', 'the UTC time of day', time),
  variable('.z.T', 'the local time of day', time),
  variable('.z.z', 'the UTC datetime', datetime),
  variable('.z.Z', 'the local datetime', datetime),
  variable('.z.K', 'the version of the language', () => atom(FLOAT, 4.1)),
  variable('.z.f', 'the script, of which there is none', () => symbol('')),
  variable('.z.x', 'arguments of the command line', () => list([])),
  variable('.Q.a', 'lower-case letters', () => chars(LOWER)),
  variable('.Q.A', 'upper-case letters', () => chars(UPPER)),
  variable('.Q.n', 'digits', () => chars(DIGITS)),
  variable('.Q.nA', 'digits and upper-case letters', () => chars(DIGITS + UPPER)),
  variable('.Q.an', 'letters, digits and underscore', () => chars(`${LOWER}${UPPER}_${DIGITS}`)),
  variable('.Q.t', 'letters of the types', () => chars(LETTER_BY_TYPE)),
  variable('csv', 'the comma, as a delimiter', () => char(',')),
  variable('.Q.res', 'names of the built-in words', () => symbols(RESERVED)),
  variable('.Q.M', 'the chunk size of partitions', () => long(Number.POSITIVE_INFINITY)),
  variable('.Q.K', 'the date of the version', () => atom(DATE, 8766)),
  variable('.Q.k', 'the version', () => atom(FLOAT, 4.1)),
  variable('.z.k', 'the date of the version', () => atom(DATE, 8766)),
  variable('.z.o', 'the operating system', () => symbol('l64')),
  variable('.z.h', 'the host', () => symbol('localhost')),
  variable('.z.u', 'the user', () => symbol('')),
  variable('.z.i', 'the process', () => atom(INT, 1)),
  variable('.z.w', 'the handle that asks', () => atom(INT, 0)),
  variable('.z.a', 'the address that asks', () => atom(INT, 0)),
  variable('.z.c', 'how many cores', () => atom(INT, 1)),
  variable('.z.q', 'whether it is quiet', () => bool(true)),
  variable('.z.X', 'the command line', () => list([chars('q')])),
  variable('.z.H', 'open handles', () => ({ ...vectorOf(INT, []), attribute: 's' })),
  variable('.z.e', 'the encryption of the connection', () => dictionary(list([]), list([]))),
  variable('.z.r', 'whether it is read-only', () => bool(false)),
  variable('.z.l', 'the licence', () => list([])),
  variable('.Q.x', 'arguments that are no options', () => list([])),
  variable('.z.W', 'open handles', () => dictionary(vectorOf(INT, []), list([]))),
  variable('.z.b', 'views by what they depend on', viewDependencies),
  variable('.Q.b6', 'the digits of base 64', () => chars(`${UPPER}${LOWER}${DIGITS}+/`)),
  ...definitions,
]
