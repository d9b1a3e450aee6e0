import { atom, chars, list, symbol } from '../values/build.ts'
import { DATE, DATETIME, TIME, TIMESPAN, TIMESTAMP } from '../values/types.ts'
import { fromWide } from '../values/wide.ts'
import type { SystemVariable } from '../verbs/registry.ts'

const DAY = 86_400_000_000_000n
const DAY_DOUBLE = 86_400_000_000_000

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

/** What is read from `.z` and the constants of `.Q`. The clock stands still at the given time. */
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
  variable('.z.K', 'the version of the language', () => atom(9, 4.1)),
  variable('.z.f', 'the script, of which there is none', () => symbol('')),
  variable('.z.x', 'arguments of the command line', () => list([])),
  variable('.Q.a', 'lower-case letters', () => chars(LOWER)),
  variable('.Q.A', 'upper-case letters', () => chars(UPPER)),
  variable('.Q.n', 'digits', () => chars(DIGITS)),
  variable('.Q.nA', 'digits and upper-case letters', () => chars(DIGITS + UPPER)),
  variable('.Q.an', 'letters, digits and underscore', () => chars(`${LOWER}${UPPER}_${DIGITS}`)),
  variable('.Q.b6', 'the digits of base 64', () => chars(`${UPPER}${LOWER}${DIGITS}+/`)),
]
