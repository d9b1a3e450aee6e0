import { binary, DEFINED_IN_Q, unary, type Verb } from '../verbs/verb.ts'
import { columnNames, keyNames, orderColumns, renameColumns, setKeys } from './columns.ts'
import { groupBy, ungroup } from './group.ts'
import { insert, upsert } from './insert.ts'
import { attributeName, describeColumns, foreignKeys, tableNames } from './meta.ts'
import { sortBy } from './sort.ts'

/** The verbs on tables. */
export const tableVerbs: readonly Verb[] = [
  unary('cols', 'names of columns', columnNames, DEFINED_IN_Q),
  unary('keys', 'names of key columns', keyNames, DEFINED_IN_Q),
  unary('meta', 'types, foreign keys and attributes of columns', describeColumns, DEFINED_IN_Q),
  unary('tables', 'names of the tables of a namespace', tableNames, DEFINED_IN_Q),
  unary('fkeys', 'foreign keys by column', foreignKeys, DEFINED_IN_Q),
  unary('attr', 'the attribute of a list', attributeName),
  unary('ungroup', 'a row for each item of nested columns', ungroup, DEFINED_IN_Q),
  binary('xkey', 'set the key columns', setKeys, DEFINED_IN_Q),
  binary('xcol', 'rename columns', renameColumns, DEFINED_IN_Q),
  binary('xcols', 'put columns first', orderColumns, DEFINED_IN_Q),
  binary('xasc', 'sort rows upwards', (x, y, q) => sortBy(x, y, q, false), DEFINED_IN_Q),
  binary('xdesc', 'sort rows downwards', (x, y, q) => sortBy(x, y, q, true), DEFINED_IN_Q),
  binary('xgroup', 'key by columns; the others become lists', groupBy, DEFINED_IN_Q),
  binary('insert', 'add rows to a named table', insert),
  binary('upsert', 'add rows, or replace those with the same keys', upsert, DEFINED_IN_Q),
]
