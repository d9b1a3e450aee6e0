import type { Value } from '../values/value.ts'
import { binary, nary, type Verb } from '../verbs/verb.ts'
import { aj, aj0, ajf, ajf0, asof } from './asof.ts'
import { ej, ij, ijf, lj, ljf, pj } from './lookup.ts'
import { uj, ujf } from './union.ts'
import { wj, wj1 } from './window.ts'

const QWRITTEN = { type: 100 }

/** The joins of tables. */
export const joinVerbs: readonly Verb[] = [
  binary('lj', 'left join with a keyed table', lj, QWRITTEN),
  binary('ljf', 'left join that keeps values where the right one is null', ljf, QWRITTEN),
  binary('ij', 'inner join with a keyed table', ij, QWRITTEN),
  binary('ijf', 'inner join that keeps values where the right one is null', ijf, QWRITTEN),
  binary('pj', 'plus join: add the numbers of a keyed table', pj, QWRITTEN),
  binary('uj', 'union of rows and columns', uj, QWRITTEN),
  binary('ujf', 'union that keeps values where the right one is null', ujf, QWRITTEN),
  binary('asof', 'last row at or before', asof, QWRITTEN),
  nary('ej', 'equi join on columns', 3, 3, (args, q) => {
    const [c, x, y] = args as readonly [Value, Value, Value]
    return ej(c, x, y, q)
  }),
  nary('aj', 'as-of join', 3, 3, aj),
  nary('aj0', 'as-of join with the times of the right table', 3, 3, aj0),
  nary('ajf', 'as-of join that keeps values where the right one is null', 3, 3, ajf),
  nary('ajf0', 'as-of join with the times of the right table, filled', 3, 3, ajf0),
  nary('wj', 'window join with the row before the window', 4, 4, wj),
  nary('wj1', 'window join', 4, 4, wj1),
]
