import type { Value } from '../values/value.ts'
import { binary, DEFINED_IN_Q, nary, type Verb } from '../verbs/verb.ts'
import { aj, aj0, ajf, ajf0, asof } from './asof.ts'
import { ej, ij, ijf, lj, ljf, pj } from './lookup.ts'
import { uj, ujf } from './union.ts'
import { wj, wj1 } from './window.ts'

/** The joins of tables. */
export const joinVerbs: readonly Verb[] = [
  binary('lj', 'left join with a keyed table', lj, DEFINED_IN_Q),
  binary('ljf', 'left join that keeps values where the right one is null', ljf, DEFINED_IN_Q),
  binary('ij', 'inner join with a keyed table', ij, DEFINED_IN_Q),
  binary('ijf', 'inner join that keeps values where the right one is null', ijf, DEFINED_IN_Q),
  binary('pj', 'plus join: add the numbers of a keyed table', pj, DEFINED_IN_Q),
  binary('uj', 'union of rows and columns', uj, DEFINED_IN_Q),
  binary('ujf', 'union that keeps values where the right one is null', ujf, DEFINED_IN_Q),
  binary('asof', 'the last row at or before given times', asof, DEFINED_IN_Q),
  nary('ej', 'equi join on columns', 3, 3, (args, q) => {
    const [c, x, y] = args as readonly [Value, Value, Value]
    return ej(c, x, y, q)
  }),
  nary('aj', 'as-of join', 3, 3, aj),
  nary('aj0', 'as-of join with the times of the right table', 3, 3, aj0),
  nary('ajf', 'as-of join that keeps values where the right one is null', 3, 3, ajf),
  nary('ajf0', 'aj0 that keeps values where the right one is null', 3, 3, ajf0),
  nary('wj', 'window join with the row before the window', 4, 4, wj),
  nary('wj1', 'window join', 4, 4, wj1),
]
